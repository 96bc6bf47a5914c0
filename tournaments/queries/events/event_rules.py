"""The rules of an event: its profile, with the settings changed by the director."""

from __future__ import annotations

from dataclasses import dataclass

from rules.profile import Profile
from tournaments.models import Event

# A rating counts billionths of a point.
_UNITS = 10**9


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
class HeadStart:
    """The points with which the side of the lower rating begins a match: one for each `step` rating points of difference.

    At most `most` points, and always less than the length of the match. Without a step there are none, nor where a side
    has no rating.
    """

    step: int | None = None
    most: int | None = None

    def score(self, ratings: tuple[int | None, int | None], *, length: int) -> tuple[int, int]:
        """Return the score at which a match begins; `ratings` are those of sides one and two in billionths of a point."""
        one, two = ratings
        if self.step is None or one is None or two is None:
            return 0, 0
        points = min(abs(one - two) // (self.step * _UNITS), length - 1)
        if self.most is not None:
            points = min(points, self.most)
        return (points, 0) if one < two else (0, points)


@dataclass(frozen=True, slots=True)
class EventRules:
    """The rules of an event: its profile with its settings, the lateness rule, the clock time, and head starts."""

    profile: Profile
    late: LateRule = LateRule()
    clock: ClockTime = ClockTime()
    head_start: HeadStart = HeadStart()


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
        HeadStart(settings.get("head_start_step"), settings.get("head_start_most")),
    )
