"""The quick line of the control pages, which parses a result typed as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from matches.models import name_key
from rules.match import Side
from tournaments.queries.results.matches import MatchLine
from tournaments.web.frame.numbers import number_typed

_MOST = 6
_FEWEST_LETTERS = 2
_SCORE = re.compile(r"(\d{1,3})\s*[-–:]\s*(\d{1,3})$")
_TOGETHER = re.compile(r"(\d{1,3})([ab])(\d{1,2})", re.IGNORECASE)
_SIDES = {"a": Side.ONE, "1": Side.ONE, "b": Side.TWO, "2": Side.TWO}


@dataclass(frozen=True, slots=True)
class QuickEntry:
    """The parsed text: a table or part of a name, optionally a side, and points or a score.

    `points` are the loser's. In a `score`, side one comes first after a table and the winner after
    a name.
    """

    words: str
    side: Side | None = None
    points: int | None = None
    score: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class QuickResult:
    """A possible result of an open match that fits the text.

    `points` are the loser's, or None if missing; `winner_points` are the winner's if typed. `is_of_table` is
    True if the text names a table.
    """

    line: MatchLine
    winner: Side
    points: int | None
    winner_points: int | None = None
    is_of_table: bool = False

    @property
    def winner_name(self) -> str:
        """Return the name of the winner."""
        return self.line.match.side(self.winner).name

    @property
    def loser_name(self) -> str:
        """Return the name of the loser."""
        return self.line.match.side(self.winner.other).name

    @property
    def length(self) -> int:
        """Return the match length, which the winner's points equal."""
        return self.line.match.length

    @property
    def is_short(self) -> bool:
        """Whether the typed points of the winner are below the match length."""
        return self.winner_points is not None and self.winner_points < self.length

    @property
    def is_complete(self) -> bool:
        """Whether the result can be entered without further input."""
        has_points = self.points is not None and self.points < self.length
        return has_points and not self.is_short and self.line.dispute is None

    @property
    def value(self) -> str:
        """Return the value that the result's button submits."""
        return f"{self.line.uid}:{self.winner}:{self.points}"


def read_line(text: str) -> QuickEntry:
    """Parse a line such as `7 5`, `7 a 5`, `7a5`, `7 11-5` or `dupont 4`.

    A single number is a table. A leading slash, the key that focuses the line, is ignored.
    """
    words = text.lstrip("/ ").split()
    joined = " ".join(words)
    together = _TOGETHER.fullmatch(joined)
    if together is not None:
        return QuickEntry(together[1], side=_SIDES[together[2].lower()], points=int(together[3]))
    score = _SCORE.search(joined)
    if score is not None and score.start():
        return QuickEntry(joined[: score.start()].strip(), score=(int(score[1]), int(score[2])))
    points = number_typed(words[-1]) if len(words) > 1 else None
    if points is not None:
        words = words[:-1]
    side = _SIDES.get(words[-1].lower()) if len(words) > 1 else None
    # Two numbers are a table and points; three are a table, a side and points.
    if side is not None and (points is not None or words[-1].isalpha()):
        return QuickEntry(" ".join(words[:-1]), side=side, points=points)
    return QuickEntry(" ".join(words), points=points)


def quick_results(text: str, lines: Sequence[MatchLine]) -> list[QuickResult]:
    """Return the possible results of open matches that fit the text, at most six."""
    # The result of a team match follows from its boards.
    readings = list(_readings(text, [line for line in lines if not line.has_boards]))
    return readings[:_MOST]


def _readings(text: str, lines: Sequence[MatchLine]) -> Iterator[QuickResult]:
    entry = read_line(text)
    # A table name may end like a side or points, so try the whole text as a table too.
    if not _at_table(entry.words, lines) and _at_table(text, lines):
        entry = QuickEntry(text)
    for line in _at_table(entry.words, lines):
        yield from _of_table(line, entry)
    words = name_key(entry.words).split()
    if len("".join(words)) < _FEWEST_LETTERS:
        return
    for line in lines:
        for side in Side:
            name = name_key(line.match.side(side).name)
            if all(word in name for word in words):
                high, low = (max(entry.score), min(entry.score)) if entry.score else (None, entry.points)
                yield QuickResult(line, side, low, high)


def _at_table(words: str, lines: Sequence[MatchLine]) -> list[MatchLine]:
    key = name_key(words)
    return [line for line in lines if key and line.table and name_key(line.table) == key]


def _of_table(line: MatchLine, entry: QuickEntry) -> Iterator[QuickResult]:
    if entry.score is not None:
        one, two = entry.score
        winner = Side.ONE if one >= two else Side.TWO
        yield QuickResult(line, winner, min(one, two), max(one, two), is_of_table=True)
        return
    for side in Side if entry.side is None else (entry.side,):
        yield QuickResult(line, side, entry.points, is_of_table=True)
