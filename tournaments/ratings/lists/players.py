"""The players of a list by their keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tournaments.ratings.base import START, UNITS
from tournaments.ratings.lists.columns import Ints, RatingColumns, ints


@dataclass(frozen=True, slots=True)
class ListedPlayers:
    """Players with their keys in order, from which the columns number them; newcomers begin with `start`."""

    key: Ints
    ratings: RatingColumns
    start: int = START * UNITS

    @classmethod
    def newcomers(cls, openings: Mapping[int, tuple[int, int]], start: int = START * UNITS) -> ListedPlayers:
        """Return the players of opening ratings: rating and experience by key."""
        keys = ints(sorted(openings))
        ratings = RatingColumns.newcomers(len(keys), start)
        for place, key in enumerate(keys.tolist()):
            ratings.rating[place], ratings.experience[place] = openings[key]
        return cls(keys, ratings, start)

    def __len__(self) -> int:
        """Return the number of players."""
        return len(self.key)

    def places(self, keys: Ints) -> Ints:
        """Return the numbers of players by their keys: for each the number of smaller keys."""
        # A table of all keys is quicker than a search for each.
        smaller = np.zeros(int(self.key.max(initial=0)) + 2, dtype=np.int64)
        smaller[self.key + 1] = 1
        return ints(np.cumsum(smaller)[np.minimum(keys, len(smaller) - 1)])

    def joined_by(self, keys: Ints) -> ListedPlayers:
        """Return these players, with newcomers for the keys that are none of theirs."""
        # A mark for each key is quicker than a sort of all keys.
        is_there = np.zeros(int(max(self.key.max(initial=0), keys.max(initial=0))) + 1, dtype=bool)
        is_there[self.key] = is_there[keys] = True
        every = np.flatnonzero(is_there)
        ratings = RatingColumns.newcomers(len(every), self.start)
        places = np.searchsorted(every, self.key)
        for column, before in zip(ratings.columns, self.ratings.columns, strict=True):
            column[places] = before
        return ListedPlayers(every, ratings, self.start)
