"""What a match slip says of the rules: the profile of the event and its clock, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext_lazy, pgettext_lazy

from rules.profile import PROFILES, Clock, IllegalPlays
from tournaments.models import Event

_PROFILES = {
    "wbgf": gettext_lazy("WBGF rules"),
    "club-fr": gettext_lazy("French club rules"),
    "usbgf": gettext_lazy("USBGF rules"),
    "ukbgf": gettext_lazy("UKBGF rules"),
}
_ILLEGAL_PLAYS = {
    IllegalPlays.LEGAL_MOVES: pgettext_lazy("a rule", "legal moves"),
    IllegalPlays.RESPONSIBLE_MOVES: pgettext_lazy("a rule", "responsible moves"),
}
_CLOCKS = {
    Clock.NONE: gettext_lazy("no clock"),
    Clock.ALLOWED: gettext_lazy("clock if one of them asks for it"),
    Clock.PREFERRED: gettext_lazy("clock preferred"),
    Clock.REQUIRED: gettext_lazy("with clock"),
}


def rule_words(event: Event) -> str:
    """The rules of an event in a few words: `WBGF rules, legal moves`."""
    name = _PROFILES.get(event.profile, event.profile)
    plays = _ILLEGAL_PLAYS[IllegalPlays(_setting(event, "illegal_plays"))]
    return f"{name}, {plays}"


def clock_words(event: Event) -> str:
    """Whether the matches of an event are played with a clock."""
    return str(_CLOCKS[Clock(_setting(event, "clock"))])


def _setting(event: Event, name: str) -> str:
    """A setting as the director changed it, else as the profile has it; the default one where it is not known."""
    profile = PROFILES.get(event.profile, PROFILES["wbgf"])
    return str(event.profile_settings.get(name) or getattr(profile, name))
