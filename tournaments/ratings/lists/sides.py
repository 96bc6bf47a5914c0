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
    """Sides are numbered by match, the winner first; `order` sorts them by player and time, `starts` are the players'.

    `player` and `group` stand in that order.
    """

    order: Ints
    starts: Ints
    player: Ints
    group: Ints

    @classmethod
    def of(cls, matches: MatchColumns) -> SideColumns:
        """Return the sides of matches."""
        # One sort of the player with the number of the side is faster than a stable sort of numbers.
        keys = (interleaved(matches.winner, matches.loser) << 32) | np.arange(
            2 * len(matches), dtype=np.int64
        )
        keys.sort()
        order, player = keys & 0xFFFFFFFF, keys >> 32
        return cls(order, group_bounds(player), player, np.repeat(matches.group, 2)[order])

    def before(self, start: Ints, amounts: tuple[Ints, Ints], *, by_group: bool = False) -> Ints:
        """Return what each side has before its match, or before the group of it.

        A player begins with `start` and earns the amount of each match, given for its winner and its loser.
        """
        gains = interleaved(*amounts)[self.order]
        before = np.cumsum(gains) - gains
        before -= np.repeat(before[self.starts[:-1]], np.diff(self.starts))
        if by_group and len(before):
            before = before[self._first_of_group()]
        values = np.empty(len(before), dtype=np.int64)
        values[self.order] = before + start[self.player]
        return values

    def _first_of_group(self) -> NDArray[np.intp]:
        is_first = np.ones(len(self.player), dtype=bool)
        is_first[1:] = (np.diff(self.player) != 0) | (np.diff(self.group) != 0)
        return np.maximum.accumulate(np.where(is_first, np.arange(len(is_first)), 0))


def interleaved(of_winner: Ints, of_loser: Ints) -> Ints:
    """Return a column of sides from one of winners and one of losers."""
    values = np.empty(2 * len(of_winner), dtype=np.int64)
    values[0::2], values[1::2] = of_winner, of_loser
    return values


def split(of_sides: Ints) -> tuple[Ints, Ints]:
    """Return a column of winners and one of losers from one of sides."""
    return of_sides[0::2], of_sides[1::2]
