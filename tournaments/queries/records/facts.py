"""The facts of a checked game record, as counted by the check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta
from typing import Any

from matches.models import GameRecord
from rules.facts import SideFacts

_COUNTED = frozenset(field.name for field in fields(SideFacts))


@dataclass(frozen=True, slots=True)
class RecordedGameFacts:
    """The facts of each side in one game; `number` is the game number in the file."""

    number: int
    cube: int
    one: SideFacts
    two: SideFacts


@dataclass(frozen=True, slots=True)
class RecordedFacts:
    """The facts of each side in a recorded match, in the file's order of sides.

    `day` and `began` are in local time as in the file; they and `duration` are None if the file lacks them.
    """

    one: SideFacts
    two: SideFacts
    highest_cube: int
    games: tuple[RecordedGameFacts, ...]
    day: date | None = None
    began: datetime | None = None
    duration: timedelta | None = None

    @property
    def turns(self) -> int:
        """The number of turns of both sides."""
        return self.one.turns + self.two.turns


def recorded_facts(record: GameRecord) -> RecordedFacts | None:
    """Return the facts of a record; None if it is unreadable or not checked yet."""
    facts: Mapping[str, Any] | None = record.findings.get("facts")
    if facts is None:
        return None
    return RecordedFacts(
        one=_side(facts["one"]),
        two=_side(facts["two"]),
        highest_cube=facts["highest_cube"],
        games=tuple(_game(game) for game in record.findings["games"]),
        day=date.fromisoformat(facts["day"]) if facts["day"] else None,
        began=datetime.fromisoformat(facts["began"]) if facts["began"] else None,
        duration=timedelta(seconds=facts["duration"]) if facts["duration"] is not None else None,
    )


def _game(game: Mapping[str, Any]) -> RecordedGameFacts:
    own = game["facts"]
    return RecordedGameFacts(game["number"], game["cube"], _side(own["one"]), _side(own["two"]))


def _side(counts: Mapping[str, int]) -> SideFacts:
    """Return the facts of one side; absent counts are zero, unknown counts are ignored."""
    return SideFacts(**{name: count for name, count in counts.items() if name in _COUNTED})
