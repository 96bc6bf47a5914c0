"""The reasons of a pairing or a bye as sentences for players.

The sentences are stored beside the formats; a code without words is an error, and a test lists those missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.formats import REASONS, Reason, Words
from tournaments.formats.reason_words import (
    ELSEWHERE,
    ELSEWHERE_ALONE,
    LOT_ALONE,
    OTHER_BYES,
    OTHER_OPPONENTS,
    RULES,
)
from tournaments.matching import RuleCode
from tournaments.models.wording import in_words

from .standing_words import points_words

UNITS = ("half_points", "counted_half_points", "lives")


@dataclass(frozen=True, slots=True)
class Names:
    """The names of the uids in reasons; `rounds` returns the name of a round of a stage."""

    entrants: Mapping[str, str]
    stages: Mapping[str, str]
    stage: str
    rounds: Callable[[str, int], str]


def why(reasons: Sequence[Reason], names: Names) -> list[str]:
    """Return the reasons as sentences, in order; raise LookupError for a code or value without words."""
    return [in_words(_words(reason), _places(reason, names)) for reason in reasons]


def _words(reason: Reason) -> Words:
    data = reason.data
    if reason.code == "next_best":
        return _next_best(data)
    if reason.code == "decided_by_lot" and not data["instead"]:
        return LOT_ALONE
    return REASONS[reason.code]


def _next_best(data: Mapping[str, str | int]) -> Words:
    """Return the words for the best alternative round."""
    rule = RuleCode(str(data["rule"]))
    if data["where"] == "bye":
        return OTHER_BYES[rule]
    if data["where"] == "own":
        return OTHER_OPPONENTS[_apart(data) or rule]
    return ELSEWHERE if data["instead"] else ELSEWHERE_ALONE


def _apart(data: Mapping[str, str | int]) -> str:
    """Return the key of the difference to the opponent in points or lives; empty if there is none."""
    keys = (f"{unit}_{way}" for unit in UNITS for way in ("more", "less"))
    return next((key for key in keys if key in data), "")


_ENTRANTS = frozenset({"entrant", "one", "two", "instead", "opposite", "first", "bye", "other_bye"})
_LINES = frozenset({"line", "table"})


def _places(reason: Reason, names: Names) -> dict[str, Any]:
    """Return the values of the placeholders: names for uids, lines from 1, points for half points."""
    data = reason.data
    places = {key: _value(key, value, names) for key, value in data.items()}
    if isinstance(data.get("round"), int):
        number = int(data["round"])
        places["number"] = number
        places["round"] = names.rounds(str(data.get("stage", names.stage)), number)
    if key := _apart(data):
        # Up to one point is singular.
        count = int(data[key])
        places["count"] = (count + 1) // 2 if "half_points" in key else count
    return places


def _value(key: str, value: str | int, names: Names) -> Any:
    if key in _ENTRANTS:
        return names.entrants[str(value)] if value else ""
    if key == "stage":
        return names.stages[str(value)]
    if key == "rule":
        return in_words(RULES[RuleCode(str(value))])
    if key in _LINES and isinstance(value, int):
        return value + 1
    if "half_points" in key and isinstance(value, int):
        return points_words(value)
    return value
