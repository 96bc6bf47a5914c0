"""Rated matches and the ratings of many players as columns of whole numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tournaments.ratings.base import START, UNITS

Ints = NDArray[np.int64]


class NoMatch(ValueError):
    """A row that is no match: a player against themself, or a length below 1."""


def ints(values: Any) -> Ints:
    """Return a column of whole numbers."""
    return np.asarray(values, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class MatchColumns:
    """Matches in the order in which they count; a player is a number from 0.

    `group` is the same for the matches of an event, or of a period, which stand together; `day` is an ordinal.
    """

    winner: Ints
    loser: Ints
    length: Ints
    group: Ints
    day: Ints

    @classmethod
    def of_rows(cls, rows: Sequence[tuple[int, int, int, int, int]]) -> MatchColumns:
        """Return rows of (winner, loser, length, group, day) as columns."""
        table = ints(rows).reshape(len(rows), 5)
        return cls(*(np.ascontiguousarray(table[:, column]) for column in range(5)))

    def __len__(self) -> int:
        """Return the number of matches."""
        return len(self.winner)

    def __getitem__(self, places: slice) -> MatchColumns:
        """Return some of the matches."""
        return MatchColumns(
            self.winner[places], self.loser[places], self.length[places], self.group[places], self.day[places]
        )

    def check(self) -> None:
        """Raise NoMatch where a row is none."""
        if (self.winner == self.loser).any():
            raise NoMatch("a match of a player against themself")
        if len(self) and int(self.length.min()) < 1:
            raise NoMatch("a match to fewer than 1 point")


@dataclass(frozen=True, slots=True)
class RatingColumns:
    """What a list knows of each player: `rating` in billionths, `experience` in points, matches, wins and last day.

    `last_day` is 0 before the first match.
    """

    rating: Ints
    experience: Ints
    matches: Ints
    wins: Ints
    last_day: Ints

    @classmethod
    def newcomers(cls, players: int, start: int = START * UNITS) -> RatingColumns:
        """Return this number of players before their first match, with `start` as their rating."""
        rating = np.full(players, start, dtype=np.int64)
        return cls(rating, *(np.zeros(players, dtype=np.int64) for _ in range(4)))

    def __len__(self) -> int:
        """Return the number of players."""
        return len(self.rating)

    @property
    def columns(self) -> tuple[Ints, ...]:
        """The five columns."""
        return self.rating, self.experience, self.matches, self.wins, self.last_day

    def after(self, matches: MatchColumns, changes: ChangeColumns) -> RatingColumns:
        """Return the players after these matches."""
        rating, experience, played, wins, last_day = (column.copy() for column in self.columns)
        for player, change in ((matches.winner, changes.gain), (matches.loser, changes.loss)):
            # No float comes in between: bincount with weights would be one.
            np.add.at(rating, player, change)
            np.add.at(experience, player, matches.length)
            played += np.bincount(player, minlength=len(self))
            np.maximum.at(last_day, player, matches.day)
        wins += np.bincount(matches.winner, minlength=len(self))
        return RatingColumns(rating, experience, played, wins, last_day)


@dataclass(frozen=True, slots=True)
class ChangeColumns:
    """What each match changed, in billionths: what the winner gained, and the loser, the latter 0 or less."""

    gain: Ints
    loss: Ints


def digest(rows: Iterable[tuple[str, tuple[int, ...]]]) -> str:
    """Return the SHA-256 of rows of a player's uid and whole numbers, in the order of the uids."""
    lines = [f"{uid} {' '.join(map(str, numbers))}\n" for uid, numbers in rows]
    # A space comes before what a uid is made of.
    return sha256("".join(sorted(lines)).encode()).hexdigest()
