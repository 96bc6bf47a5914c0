"""The rules of an event: its profile, with the settings changed by the director."""

from __future__ import annotations

from dataclasses import dataclass

from rules.profile import Profile
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class LateRule:
    """The minutes of lateness until the first penalty point, and until each further point.

    WBGF and UKBGF practice: one point after five minutes and one more every five; beyond half the length the match is
    lost (P3).
    """

    minutes_to_first: int = 5
    minutes_to_next: int = 5

    def points_after(self, minutes: float) -> int:
        """Return the penalty points due after this many minutes of lateness."""
        if minutes < self.minutes_to_first:
            return 0
        return 1 + int((minutes - self.minutes_to_first) // self.minutes_to_next)


@dataclass(frozen=True, slots=True)
class ClockTime:
    """The clock time of a side: `minutes_per_point` of the match length, and `delay_seconds` per play.

    None means not set by the director.
    """

    minutes_per_point: int | None = None
    delay_seconds: int | None = None


@dataclass(frozen=True, slots=True)
class EventRules:
    """The rules of an event: its profile with its settings, the lateness rule, and the clock time."""

    profile: Profile
    late: LateRule = LateRule()
    clock: ClockTime = ClockTime()


def rules_of(event: Event) -> EventRules:
    """Return the rules in force: the director's settings, else those of the profile; no query."""
    settings = event.profile_settings
    usual = LateRule()
    return EventRules(
        event.rule_profile,
        LateRule(
            settings.get("late_minutes_to_first", usual.minutes_to_first),
            settings.get("late_minutes_to_next", usual.minutes_to_next),
        ),
        ClockTime(settings.get("clock_minutes_per_point"), settings.get("clock_delay_seconds")),
    )
