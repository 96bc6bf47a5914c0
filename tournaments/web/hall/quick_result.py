"""The quick line of the control pages: who wins and the loser's points, from the keyboard alone."""

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
    """What somebody typed: a table or a part of a name, which side wins, and points.

    `points` are the loser's. Of a whole `score` side one comes first at a table, and
    the winner behind a name.
    """

    words: str
    side: Side | None = None
    points: int | None = None
    score: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class QuickResult:
    """One reading of the line: this side wins its match.

    `points` are the loser's, None while they are missing; `won` the winner's where
    they were typed too. `is_of_table` says that a table was typed, and no name.
    """

    line: MatchLine
    winner: Side
    points: int | None
    won: int | None = None
    is_of_table: bool = False

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
    def is_short(self) -> bool:
        """Whether the winner's points as typed do not win this match."""
        return self.won is not None and self.won < self.length

    @property
    def is_complete(self) -> bool:
        """Whether it can be entered as it stands."""
        has_points = self.points is not None and self.points < self.length
        return has_points and not self.is_short and self.line.dispute is None

    @property
    def value(self) -> str:
        """What its button sends."""
        return f"{self.line.uid}:{self.winner}:{self.points}"


def read_line(text: str) -> QuickEntry:
    """Part a line: `7 5`, `7 a 5` or `7a5`, `7 11-5`, `dupont 4`; a number that stands alone is a table.

    A stroke before it is the key that leads to the line, pressed once more.
    """
    words = text.lstrip("/ ").split()
    joined = " ".join(words)
    together = _TOGETHER.fullmatch(joined)
    if together is not None:
        return QuickEntry(together[1], side=_SIDES[together[2].lower()], points=int(together[3]))
    found = _SCORE.search(joined)
    if found is not None and found.start():
        return QuickEntry(joined[: found.start()].strip(), score=(int(found[1]), int(found[2])))
    points = number_typed(words[-1]) if len(words) > 1 else None
    if points is not None:
        words = words[:-1]
    side = _SIDES.get(words[-1].lower()) if len(words) > 1 else None
    # Two numbers are a table and points; the first of three is a table, the second a side.
    if side is not None and (points is not None or words[-1].isalpha()):
        return QuickEntry(" ".join(words[:-1]), side=side, points=points)
    return QuickEntry(" ".join(words), points=points)


def quick_results(text: str, lines: Sequence[MatchLine]) -> list[QuickResult]:
    """Every reading of the line among the open matches: by the winner's name, or by the table with both sides."""
    # A team match has the result of its boards.
    found = list(_readings(text, [line for line in lines if not line.is_team_match]))
    return found[:_MOST]


def _readings(text: str, lines: Sequence[MatchLine]) -> Iterator[QuickResult]:
    typed = read_line(text)
    # The name of a table may end like a side or a number, so the whole text is tried as one too.
    if not _at_table(typed.words, lines) and _at_table(text, lines):
        typed = QuickEntry(text)
    for line in _at_table(typed.words, lines):
        yield from _of_table(line, typed)
    words = name_key(typed.words).split()
    if len("".join(words)) < _FEWEST_LETTERS:
        return
    for line in lines:
        for side in Side:
            name = name_key(line.match.side(side).name)
            if all(word in name for word in words):
                high, low = (max(typed.score), min(typed.score)) if typed.score else (None, typed.points)
                yield QuickResult(line, side, low, high)


def _at_table(words: str, lines: Sequence[MatchLine]) -> list[MatchLine]:
    key = name_key(words)
    return [line for line in lines if key and line.table and name_key(line.table) == key]


def _of_table(line: MatchLine, typed: QuickEntry) -> Iterator[QuickResult]:
    if typed.score is not None:
        one, two = typed.score
        winner = Side.ONE if one >= two else Side.TWO
        yield QuickResult(line, winner, min(one, two), max(one, two), is_of_table=True)
        return
    for side in Side if typed.side is None else (typed.side,):
        yield QuickResult(line, side, typed.points, is_of_table=True)
