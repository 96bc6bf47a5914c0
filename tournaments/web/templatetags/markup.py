"""Tags and filters for markup that would need very long lines in a template, or data in an attribute."""

from __future__ import annotations

import json
from datetime import date as day
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.models import Stage
from tournaments.models.dates import date_words

register = template.Library()

_SWAPPED = {"swap": True}
_NOT_SWAPPED = {"swap": False}


@register.simple_block_tag
def linked(content: str, address: str, **attributes: Any) -> SafeString:
    """Render a link around the content, or a div of the same class without an address."""
    look = attributes["class"]
    if not address:
        return format_html('<div class="{}">{}</div>', look, content)
    return format_html('<a class="{}" href="{}">{}</a>', look, address, content)


@register.simple_tag
def htmx_config(*, timeout: int, takes_refusals: bool = True) -> SafeString:
    """Render the htmx configuration: no eval, no inline styles, and no swap of error responses.

    `timeout` is in milliseconds; a refused form (422) is shown if the page has forms.
    """
    answers = [{"code": "204", **_NOT_SWAPPED}, {"code": "304", **_NOT_SWAPPED}]
    if takes_refusals:
        answers.append({"code": "422", **_SWAPPED})
    answers += [{"code": "[23]..", **_SWAPPED}, {"code": "[45]..", **_NOT_SWAPPED, "error": True}]
    config = {
        "allowEval": False,
        "includeIndicatorStyles": False,
        "includeAspNetAntiforgeryToken": False,
        "historyCacheSize": 0,
        "timeout": timeout,
        "responseHandling": answers,
    }
    content = json.dumps(config, separators=(",", ":"))
    return format_html('<meta name="htmx-config" content="{}">', content)


@register.simple_tag
def round_address(stage: Stage, number: int, player: str, frame: Any) -> str:
    """Return the address of a stage's page at a round, embedded in another site if there is a frame."""
    place = reverse("embed_bracket" if frame else "bracket", args=[stage.uid])
    query = urlencode({"round": number} | ({"player": player} if player else {}))
    return f"{place}?{frame.query}&{query}" if frame and frame.query else f"{place}?{query}"


@register.simple_tag
def embed_lines(address: str, title: str) -> str:
    """Return the HTML that embeds a stage in another site, as text to copy."""
    lines = '<iframe src="{}" title="{}" width="100%" height="600" frameborder="0" loading="lazy"></iframe>'
    return str.__str__(format_html(lines, address, title))


@register.filter
def as_json(value: Any) -> str:
    """Return a value as JSON, for an attribute; the template escapes it."""
    return json.dumps(value)


@register.filter(expects_localtime=True, is_safe=False)
def date(value: datetime | day | None, form: str = "DATE_FORMAT") -> str:
    """Return a date or a moment in words in place of Django's own filter, which has no word for the first of a month."""
    return date_words(value, form) if value else ""
