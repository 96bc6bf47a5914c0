"""Tags and filters that show ratings, changes of ratings and chances."""

from __future__ import annotations

from django import template
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from tournaments.web.wording import ratings

register = template.Library()

register.filter("rating", ratings.rating_words)
register.filter("change", ratings.change_words)


@register.simple_tag
def exact_rating(units: int) -> SafeString:
    """Render a rating with all of its digits, those after the second smaller."""
    return _exact(ratings.exact_rating_words(units))


@register.simple_tag
def exact_change(units: int) -> SafeString:
    """Render a change with its sign and all of its digits, those after the second smaller."""
    return _exact(ratings.exact_change_words(units))


@register.simple_tag
def percent(chance: float) -> str:
    """Return a chance as a percentage."""
    return gettext("%(number)s %%") % {"number": number_format(100 * chance, decimal_pos=1, use_l10n=True)}


@register.simple_tag
def chance_words(chance: float) -> str:
    """Return in words how likely a win was."""
    return gettext("chance %(percent)s") % {"percent": percent(chance)}


@register.simple_tag
def earlier_events(count: int) -> str:
    """Return the words of a number of earlier events, or of one that is unknown here."""
    if count == 1:
        return gettext("an event elsewhere")
    return gettext("%(number)s earlier events") % {"number": count}


@register.simple_tag
def places_moved(places: int | None) -> str | SafeString:
    """Render how many places a player has gained or lost; empty without a move."""
    if not places:
        return ""
    if places > 0:
        words = ngettext("up %(count)s place", "up %(count)s places", places) % {"count": places}
    else:
        words = ngettext("down %(count)s place", "down %(count)s places", -places) % {"count": -places}
    look = "move-up" if places > 0 else "move-down"
    arrow = "\N{BLACK UP-POINTING TRIANGLE}" if places > 0 else "\N{BLACK DOWN-POINTING TRIANGLE}"
    return format_html(
        '<small class="{}"><span aria-hidden="true">{} {}</span><span class="unseen">{}</span></small>',
        look,
        arrow,
        abs(places),
        words,
    )


def _exact(words: str) -> SafeString:
    return format_html('{}<small class="fine">{}</small>', words[:-_FINE], words[-_FINE:])


_FINE = 7
