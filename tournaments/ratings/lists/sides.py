"""The two sides of each match in the order of the players, by which a player's matches are read together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tournaments.ratings.lists.columns import Ints, MatchColumns


def group_bounds(group: Ints) -> Ints:
    """Return where each group begins, and the end."""
    if not len(group):
        return np.zeros(1, dtype=np.int64)
    return np.concatenate(([0], np.flatnonzero(np.diff(group)) + 1, [len(group)])).astype(np.int64)


@dataclass(frozen=True, slots=True)
class SideColumns:
    """Sides are numbered by match, the winner first; `order` sorts them by player and time.

    `player` are those who played, in that order, `starts` where the sides of each begin, and the end; `group` is that of
    each match.
    """

    order: Ints
    starts: Ints
    player: Ints
    group: Ints

    @classmethod
    def of(cls, matches: MatchColumns) -> SideColumns:
        """Return the sides of matches."""
        # One sort of the player with the number of the side is faster than a stable sort of numbers.
        keys = interleaved(matches.winner, matches.loser)
        keys <<= 32
        keys |= np.arange(len(keys), dtype=np.int64)
        keys.sort()
        starts = group_bounds(keys >> 32)
        player = keys[starts[:-1]] >> 32
        keys &= 0xFFFFFFFF
        return cls(keys, starts, player, matches.group)

    def before(self, start: Ints, amounts: tuple[Ints, Ints], *, by_group: bool = False) -> Ints:
        """Return what each side has before its match, or before the group of it.

        A player begins with `start` and earns the amount of each match, given for its winner and its loser.
        """
        values = np.empty(len(self.order), dtype=np.int64)
        values[self.order] = self.before_in_order(start, self.in_order(amounts), by_group=by_group)
        return values

    def in_order(self, amounts: tuple[Ints, Ints]) -> Ints:
        """Return the amounts of winners and losers as one column in the order of the sides."""
        return interleaved(*amounts)[self.order]

    def before_in_order(self, start: Ints, amounts: Ints, *, by_group: bool = False) -> Ints:
        """Return what `before` returns, in the order of the sides, from amounts in that order."""
        before = np.cumsum(amounts)
        before -= amounts
        first = self.starts[:-1]
        before += np.repeat(start[self.player] - before[first], np.diff(self.starts))
        if by_group and len(before):
            before = before[self._first_of_group()]
        return before

    def _first_of_group(self) -> NDArray[np.intp]:
        is_first = np.diff(self.group[self.order >> 1], prepend=-1) != 0
        is_first[self.starts[:-1]] = True
        return np.maximum.accumulate(np.where(is_first, np.arange(len(is_first)), 0))


def interleaved(of_winner: Ints, of_loser: Ints) -> Ints:
    """Return a column of sides from one of winners and one of losers."""
    values = np.empty(2 * len(of_winner), dtype=np.int64)
    values[0::2], values[1::2] = of_winner, of_loser
    return values


def split(of_sides: Ints) -> tuple[Ints, Ints]:
    """Return a column of winners and one of losers from one of sides."""
    return of_sides[0::2], of_sides[1::2]
