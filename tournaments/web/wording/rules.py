"""Words of the rules of an event: its profile, its clock, and every setting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext_lazy

from rules.profile import PROFILES, Clock, DiceOnCheckers, IllegalPlays, PrematureRoll, Profile
from rules.scoresheet import DeadCube
from tournaments.models import Event
from tournaments.queries.events.event_rules import rules_of

_PROFILES = {
    "wbgf": gettext_lazy("WBGF rules"),
    "club-fr": gettext_lazy("French club rules"),
    "usbgf": gettext_lazy("USBGF rules"),
    "ukbgf": gettext_lazy("UKBGF rules"),
}
# The name, the help text and the values of each profile setting.
SETTING_WORDS: Mapping[str, tuple[Any, Any, Mapping[str, Any]]] = {
    "illegal_plays": (
        gettext_lazy("Illegal plays"),
        gettext_lazy("Whether both must correct an illegal play, or the opponent may let it stand."),
        {
            IllegalPlays.LEGAL_MOVES: pgettext_lazy("a rule", "legal moves"),
            IllegalPlays.RESPONSIBLE_MOVES: pgettext_lazy("a rule", "responsible moves"),
        },
    ),
    "dice_on_checkers": (
        gettext_lazy("Dice on checkers"),
        gettext_lazy("Whether a die that lies flat on a checker counts, or both are rolled again."),
        {
            DiceOnCheckers.INVALID: pgettext_lazy("dice on checkers", "rolled again"),
            DiceOnCheckers.VALID: pgettext_lazy("dice on checkers", "valid"),
        },
    ),
    "premature_roll": (
        gettext_lazy("A roll before the opponent's turn has ended"),
        gettext_lazy("Whether such a roll stands or is rolled again."),
        {
            PrematureRoll.STANDS: pgettext_lazy("a premature roll", "stands"),
            PrematureRoll.VOID: pgettext_lazy("a premature roll", "rolled again"),
        },
    ),
    "clock": (
        gettext_lazy("Clock"),
        gettext_lazy("Whether matches are played with a clock; players read it on slips, page and phone."),
        {
            Clock.NONE: gettext_lazy("no clock"),
            Clock.ALLOWED: gettext_lazy("clock if one of them asks for it"),
            Clock.PREFERRED: gettext_lazy("clock preferred"),
            Clock.REQUIRED: gettext_lazy("with clock"),
        },
    ),
    "cube_cap": (
        gettext_lazy("Highest cube"),
        gettext_lazy("A report with a higher cube is refused, and only a director lets it stand."),
        {"None": gettext_lazy("no limit")},
    ),
    "dead_cube": (
        gettext_lazy("A double that cannot matter"),
        gettext_lazy("Effect of a double when the cube already suffices to win the match."),
        {
            DeadCube.REMARK: pgettext_lazy("a double that cannot matter", "stands, with a remark"),
            DeadCube.VOID: pgettext_lazy("a double that cannot matter", "void"),
        },
    ),
}


@dataclass(frozen=True, slots=True)
class ProfileCard:
    """A profile with its settings in words; `settings` marks values without a verified source."""

    code: str
    name: str
    settings: tuple[tuple[str, str, bool], ...]


def profile_name(code: str) -> str:
    """Return the name of a profile."""
    return str(_PROFILES.get(code, code))


def profile_cards() -> tuple[ProfileCard, ...]:
    """Return a card for every profile."""
    return tuple(
        ProfileCard(
            code,
            profile_name(code),
            tuple(
                (str(label), setting_words(profile, name), name in profile.unverified)
                for name, (label, _what, _values) in SETTING_WORDS.items()
            ),
        )
        for code, profile in PROFILES.items()
    )


def setting_words(profile: Profile, name: str) -> str:
    """Return the value of a setting in words."""
    value = str(getattr(profile, name))
    return str(SETTING_WORDS[name][2].get(value, value))


def rule_words(event: Event) -> str:
    """Return the main rules of an event in words, as in `WBGF rules, legal moves`."""
    profile = rules_of(event).profile
    words = [profile_name(profile.code), setting_words(profile, "illegal_plays")]
    if profile.cube_cap is not None:
        words.append(gettext("cube up to %(cube)s") % {"cube": profile.cube_cap})
    return ", ".join(words)


def clock_words(event: Event, length: int | None = None) -> str:
    """Return the clock rule of an event in words, with its times if they are set.

    With the length of a match, the time is that of each side, as in `with clock: 14 minutes each, 12 seconds delay`.
    """
    rules = rules_of(event)
    words = setting_words(rules.profile, "clock")
    if rules.profile.clock is Clock.NONE:
        return words
    times = []
    minutes, delay = rules.clock.minutes_per_point, rules.clock.delay_seconds
    if minutes is not None and length is None:
        times.append(ngettext("%(n)s minute a point", "%(n)s minutes a point", minutes) % {"n": minutes})
    elif minutes is not None and length is not None:
        each = minutes * length
        times.append(ngettext("%(n)s minute each", "%(n)s minutes each", each) % {"n": each})
    if delay is not None:
        times.append(ngettext("%(n)s second delay", "%(n)s seconds delay", delay) % {"n": delay})
    if not times:
        return words
    return gettext("%(clock)s: %(times)s") % {"clock": words, "times": ", ".join(times)}
