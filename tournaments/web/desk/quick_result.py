"""The quick line of the control page: a winner's name or a table, and the loser's points, from the keyboard alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from matches.models import name_key
from rules.match import Side
from tournaments.queries.matches import MatchLine
from tournaments.web.numbers import number_typed

_MOST = 6
_FEWEST_LETTERS = 2


@dataclass(frozen=True, slots=True)
class QuickResult:
    """One reading of the line: this side wins its match; `points` are the loser's, None while they are missing."""

    line: MatchLine
    winner: Side
    points: int | None

    @property
    def winner_name(self) -> str:
        """The name of the side that wins."""
        return self.line.match.side(self.winner).name

    @property
    def loser_name(self) -> str:
        """The name of the side that loses."""
        return self.line.match.side(self.winner.other).name

    @property
    def length(self) -> int:
        """The points of the winner."""
        return self.line.match.length

    @property
    def is_complete(self) -> bool:
        """Whether it can be entered as it stands."""
        return self.points is not None and self.points < self.length and self.line.dispute is None

    @property
    def value(self) -> str:
        """What its button sends."""
        return f"{self.line.uid}:{self.winner}:{self.points}"


def read_line(text: str) -> tuple[str, int | None]:
    """Part `dupont 4` into the words and the points; a number that stands alone is a table."""
    words = text.split()
    points = number_typed(words[-1]) if len(words) > 1 else None
    if points is not None:
        return " ".join(words[:-1]), points
    return " ".join(words), None


def quick_results(text: str, lines: Sequence[MatchLine]) -> list[QuickResult]:
    """Every reading of the line among the open matches: by the winner's name, or by the table with both sides."""
    words, points = read_line(text)
    found = list(_readings(name_key(words), points, lines))
    return found[:_MOST]


def _readings(words: str, points: int | None, lines: Sequence[MatchLine]) -> Iterator[QuickResult]:
    if not words:
        return
    # A team match has the result of its boards.
    lines = [line for line in lines if not line.is_team_match]
    for line in lines:
        if line.table and name_key(line.table) == words:
            yield QuickResult(line, Side.ONE, points)
            yield QuickResult(line, Side.TWO, points)
    if len(words) < _FEWEST_LETTERS:
        return
    for line in lines:
        for side in Side:
            name = name_key(line.match.side(side).name)
            if all(word in name for word in words.split()):
                yield QuickResult(line, side, points)
