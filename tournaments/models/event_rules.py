"""The settings of an event's rules that a director can change, their valid values, and the profile they give."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from rules.profile import PROFILES, SETTINGS, Clock, DiceOnCheckers, IllegalPlays, PrematureRoll, Profile
from rules.scoresheet import DeadCube

DEFAULT_PROFILE = "wbgf"

# The valid cube values: powers of two up to a maximum beyond real play.
LARGEST_CUBE = 4096
CUBES = tuple(2**power for power in range(1, LARGEST_CUBE.bit_length()))


def wrong_settings(settings: Mapping[str, object]) -> list[str]:
    """Return the names of the settings that are unknown or have an invalid value."""
    return [name for name, value in settings.items() if not _can_be(name, value)]


def _can_be(name: str, value: object) -> bool:
    setting = RULE_SETTINGS.get(name)
    if setting is None:
        return False
    try:
        setting(value)
    except ValueError:
        return False
    return True


def _one_of(kind: type[StrEnum]) -> Callable[[object], StrEnum]:
    return lambda value: kind(str(value))


def _within(least: int, most: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError(value)
        return value

    return read


def _cube(value: object) -> int:
    if type(value) is not int or value not in CUBES:
        raise ValueError(value)
    return value


RULE_NUMBERS: Mapping[str, tuple[int, int]] = {
    "clock_minutes_per_point": (1, 60),
    "clock_delay_seconds": (0, 120),
    "late_minutes_to_first": (1, 120),
    "late_minutes_to_next": (1, 120),
    "head_start_step": (10, 1000),
    "head_start_most": (1, 24),
}
"""The settings that are numbers, each with its smallest and its largest value."""

RULE_SETTINGS: Mapping[str, Callable[[object], Any]] = {
    "illegal_plays": _one_of(IllegalPlays),
    "dice_on_checkers": _one_of(DiceOnCheckers),
    "premature_roll": _one_of(PrematureRoll),
    "clock": _one_of(Clock),
    "cube_cap": _cube,
    "dead_cube": _one_of(DeadCube),
    **{name: _within(*limits) for name, limits in RULE_NUMBERS.items()},
}
"""Every setting of an event's rules, with what reads its value; ValueError for one that it cannot have."""


def profile_with(code: str, settings: Mapping[str, object]) -> Profile:
    """Return the profile with this code and these stored settings; an unknown code gives the default profile."""
    profile = PROFILES.get(code, PROFILES[DEFAULT_PROFILE])
    own = {name: RULE_SETTINGS[name](value) for name, value in settings.items() if name in SETTINGS}
    return profile.changed(profile.code, **own)
