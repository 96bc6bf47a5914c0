"""The analysis of a game record: the performance and the mistakes of each side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from matches.models import GameRecord
from tournaments.models.record_analysis import analysis_of

# Players compare thousandths of a point, halved: a world champion errs by some 3 of these a decision.
SCALE = 500
"""The performance rating is the equity lost for each decision, times this."""
BLUNDER = 0.08


@dataclass(frozen=True, slots=True)
class Performance:
    """The performance of one side: nontrivial decisions, and the equity lost in them.

    `mistakes` counts the listed mistakes, `blunders` those of at least 0.08.
    """

    plays: int
    plays_lost: float
    cube_decisions: int
    cube_lost: float
    mistakes: int
    blunders: int

    @property
    def decisions(self) -> int:
        """The number of plays and cube decisions."""
        return self.plays + self.cube_decisions

    @property
    def lost(self) -> float:
        """The total equity lost."""
        return self.plays_lost + self.cube_lost

    @property
    def rating(self) -> float | None:
        """The performance rating (PR): equity lost per decision, times 500; lower is better."""
        return SCALE * self.lost / self.decisions if self.decisions else None


@dataclass(frozen=True, slots=True)
class RecordedMistake:
    """A mistake: its game and side in the file, and its step in the replay."""

    game: int
    step: int
    side: str
    kind: str
    played: str
    best: str
    lost: float

    @property
    def is_blunder(self) -> bool:
        """Whether the mistake is a blunder."""
        return self.lost >= BLUNDER


@dataclass(frozen=True, slots=True)
class MatchLuck:
    """The luck of each side with the dice in a match, as chances of winning it.

    `result_without` is how far above one half side one would have ended with even dice; that of side two is its negative.
    """

    one: float
    two: float
    result_without: float


@dataclass(frozen=True, slots=True)
class ShownAnalysis:
    """A finished analysis; sides in the order of the file, mistakes in the order of games.

    `luck` is None for an analysis of a release that did not ask for it.
    """

    engine: str
    plies: int
    done_at: datetime
    one: Performance
    two: Performance
    mistakes: tuple[RecordedMistake, ...]
    luck: MatchLuck | None = None

    @property
    def worst(self) -> list[RecordedMistake]:
        """The mistakes, costliest first."""
        return sorted(self.mistakes, key=lambda mistake: -mistake.lost)


def shown_analysis(record: GameRecord) -> ShownAnalysis | None:
    """Return the finished analysis of a record; None if there is none."""
    analysis = analysis_of(record)
    if analysis is None or analysis.done_at is None or analysis.failure:
        return None
    mistakes = tuple(
        RecordedMistake(game=index, **mistake)
        for index, game in enumerate(analysis.games, start=1)
        for mistake in game["mistakes"]
    )
    one, two = (
        _performance((game[side] for game in analysis.games), mistakes, side) for side in ("one", "two")
    )
    luck = _luck(analysis.games)
    return ShownAnalysis(analysis.engine, analysis.plies, analysis.done_at, one, two, mistakes, luck)


def is_awaited(record: GameRecord) -> bool:
    """Whether an analysis of the record is pending."""
    analysis = analysis_of(record)
    return analysis is not None and analysis.done_at is None


def _luck(games: Sequence[Mapping[str, Any]]) -> MatchLuck | None:
    """Return the luck of a match: the sum of its games, as chances of a match add up; None unless each game has it."""
    lucks = [game.get("luck") for game in games]
    if not lucks or None in lucks:
        return None
    names = ("one", "two", "result_without")
    return MatchLuck(*(sum(luck[name] for luck in lucks if luck) for name in names))


def _performance(
    games: Iterable[Mapping[str, Any]], mistakes: Iterable[RecordedMistake], side: str
) -> Performance:
    sums = {"plays": 0, "plays_lost": 0.0, "cube_decisions": 0, "cube_lost": 0.0}
    for game in games:
        for name in sums:
            sums[name] += game[name]
    own = [mistake for mistake in mistakes if mistake.side == side]
    return Performance(
        plays=int(sums["plays"]),
        plays_lost=sums["plays_lost"],
        cube_decisions=int(sums["cube_decisions"]),
        cube_lost=sums["cube_lost"],
        mistakes=len(own),
        blunders=sum(mistake.is_blunder for mistake in own),
    )
