"""The tag of forms that post: it adds the CSRF token, the idempotency key and the log number."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.template.defaulttags import CsrfTokenNode
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tournaments.web.templatetags.videau import once as once_field

register = template.Library()

# Prefixes of attributes with hyphens, which templates write with underscores.
_PREFIXES = ("hx_", "data_", "aria_")


@register.simple_block_tag(takes_context=True)
def post_form(context: Context, content: str, view: str = "", *names: object, **options: Any) -> str:
    """Render a form that posts to a view, or to its own page without one.

    `{% post_form "desk_draw" stage.uid seen=seen class="card" %}...{% endpost_form %}`

    * `action` is an address in place of the name of a view;
    * `seen` is the number of the log at which the page was made (`actions/edit_conflicts.py`);
    * `once` adds the key that stops a second entry by a double tap (`web/frame/form_idempotency.py`);
    * `within` is the event whose board answers, None for the board of the tournament (`web/hall/board_page.py`);
    * `target` is where htmx puts the answer: the form is then sent by htmx, and by the browser without it;
    * `for_strangers` is for a form that changes nothing but the visitor's own browser: a stranger's has no token, so that
      the page is the same for all strangers, and the view asks for one from everybody else;
    * `queue` is the element whose earlier request gives way to this one; the answer goes there, if not to a target;
    * every other option is an attribute, `data_length` as `data-length`; true has no value, false leaves it out.
    """
    address = options.pop("action", "") or (reverse(view, args=names) if view else "")
    attributes: dict[str, Any] = {"method": "post", "action": address or False}
    queue = options.pop("queue", "")
    if target := options.pop("target", queue):
        attributes |= {"hx-post": address, "hx-target": target}
    if queue:
        attributes |= {"hx-swap": "innerHTML settle:0s", "hx-sync": f"{queue}:replace"}
    is_for_strangers = options.pop("for_strangers", False) and _is_stranger(context)
    inputs = [] if is_for_strangers else [CsrfTokenNode().render(context)]
    log_number, is_once = options.pop("seen", None), options.pop("once", False)
    if is_once:
        inputs.append(once_field())
    if within := options.pop("within", None):
        inputs.append(format_html('<input type="hidden" name="within" value="{}">', within.uid))
    if log_number is not None:
        inputs.append(format_html('<input type="hidden" name="seen" value="{}">', log_number))
    attributes |= {_attribute(name): value for name, value in options.items()}
    return format_html("<form{}>{}{}</form>", _written(attributes), SafeString("".join(inputs)), content)


def _is_stranger(context: Context) -> bool:
    """Whether the page is for a stranger; without a visitor it is a page about an error."""
    visitor = context.get("visitor")
    return visitor is None or visitor.is_stranger


def _attribute(name: str) -> str:
    return name.replace("_", "-") if name.startswith(_PREFIXES) else name


def _written(attributes: dict[str, Any]) -> SafeString:
    by_name = {name: value for name, value in attributes.items() if value is not False}
    bare = format_html_join("", " {}", ((name,) for name, value in by_name.items() if value is True))
    valued = format_html_join("", ' {}="{}"', (pair for pair in by_name.items() if pair[1] is not True))
    return SafeString(valued + bare)
