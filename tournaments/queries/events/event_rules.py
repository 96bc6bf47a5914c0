"""The rules an event is played by: its profile, and beside it what its director has changed."""

from __future__ import annotations

from dataclasses import dataclass

from rules.profile import PROFILES, SETTINGS, Profile
from tournaments.models import RULE_SETTINGS, Event

DEFAULT_PROFILE = "wbgf"


@dataclass(frozen=True, slots=True)
class LateRule:
    """After how many minutes the first penalty point is due, and after how many each further one.

    WBGF and UKBGF practice: a point after five minutes and one more every five;
    beyond half the length the match is lost (P3).
    """

    minutes_to_first: int = 5
    minutes_to_next: int = 5

    def points_after(self, minutes: float) -> int:
        """The penalty points due after so many minutes, from 0."""
        if minutes < self.minutes_to_first:
            return 0
        return 1 + int((minutes - self.minutes_to_first) // self.minutes_to_next)


@dataclass(frozen=True, slots=True)
class ClockTime:
    """The time of a side: `minutes_per_point` of the match for all of it, and `delay_seconds` free before each play.

    None is what the director has not said.
    """

    minutes_per_point: int | None = None
    delay_seconds: int | None = None


@dataclass(frozen=True, slots=True)
class EventRules:
    """The profile with the settings as they are in the event, the time on the clock, and what being late costs."""

    profile: Profile
    late: LateRule = LateRule()
    clock: ClockTime = ClockTime()


def rules_of(event: Event) -> EventRules:
    """The rules of an event as they hold: the setting of its director, else that of its profile. No query."""
    changed = event.profile_settings
    profile = PROFILES.get(event.profile, PROFILES[DEFAULT_PROFILE])
    own = {name: RULE_SETTINGS[name](value) for name, value in changed.items() if name in SETTINGS}
    usual = LateRule()
    return EventRules(
        profile.changed(profile.code, **own),
        LateRule(
            changed.get("late_minutes_to_first", usual.minutes_to_first),
            changed.get("late_minutes_to_next", usual.minutes_to_next),
        ),
        ClockTime(changed.get("clock_minutes_per_point"), changed.get("clock_delay_seconds")),
    )
