"""The board: how many checkers each side has on every point, on the bar, off and outside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .errors import InvalidPosition
from .variant import BACKGAMMON, Variant

BAR = 25
OFF = 0
HOME = 6
OUTSIDE = 26
"""The place of checkers that have not entered yet (V3): as far away as the bar, but without its haste."""
MAY_HIT = 27
"""Where the lists of `Position.lists` say whether their side may hit (V3); no place for checkers."""
MOST_CHECKERS = 15


class Position(NamedTuple):
    """A board seen by the side to move (A1).

    `own` and `opp` hold 26 counts each: index 25 the bar, 24 to 1 the points, 0 the checkers borne
    off. Each side is numbered from its own view, so the opponent's point p is my point 25 - p. Only
    some variants need the rest, again mine first: `outside` counts the checkers not entered yet, and
    `may_hit` tells whether blots may be hit already (V3). The constructor trusts its caller;
    `Position.checked` does not. A tuple and no dataclass, because lists of plays hold thousands.

    >>> start = Position.start()
    >>> start.own[24], start.pips, start.has_contact
    (2, 167, True)
    """

    own: tuple[int, ...]
    opp: tuple[int, ...]
    outside: tuple[int, int] = (0, 0)
    may_hit: tuple[bool, bool] = (True, True)

    @classmethod
    def start(cls, variant: Variant = BACKGAMMON) -> Position:
        """The position in which a variant begins (A2, V1 to V3).

        >>> Position.start().own[24], Position.start(NACKGAMMON).own[23]
        (2, 2)
        """
        may_hit = not variant.hits_after_home or any(variant.start[: HOME + 1])
        return cls(variant.start, variant.start, (variant.outside,) * 2, (may_hit,) * 2)

    @classmethod
    def checked(
        cls,
        own: Sequence[int],
        opp: Sequence[int],
        outside: Sequence[int] = (0, 0),
        may_hit: Sequence[bool] = (True, True),
    ) -> Position:
        """A position from values of unknown origin; raises `InvalidPosition` for an impossible board.

        >>> Position.checked([0] * 24 + [2, 0], [13] + [0] * 23 + [2, 0]).own[24]
        2
        """
        if len(outside) != 2 or len(may_hit) != 2:
            raise InvalidPosition("not_two_sides")
        sides = (("own", own, outside[0], may_hit[0]), ("opp", opp, outside[1], may_hit[1]))
        for side, counts, waiting, may in sides:
            if len(counts) != 26:
                raise InvalidPosition("not_26_counts", side=side, found=len(counts))
            if any(type(count) is not int or count < 0 for count in (*counts, waiting)):
                raise InvalidPosition("count_not_natural", side=side)
            if not 1 <= sum(counts) + waiting <= MOST_CHECKERS:
                raise InvalidPosition("wrong_number_of_checkers", side=side, found=sum(counts) + waiting)
            if any(counts[: HOME + 1]) and not may:
                raise InvalidPosition("at_home_and_may_not_hit", side=side)
        for point in range(1, 25):
            if own[point] and opp[25 - point]:
                raise InvalidPosition("point_held_by_both", point=point)
        position = cls(tuple(own), tuple(opp), (outside[0], outside[1]), (bool(may_hit[0]), bool(may_hit[1])))
        if position.has_won and position.has_lost:
            raise InvalidPosition("both_borne_off")
        return position

    def swapped(self) -> Position:
        """The same board seen by the other side.

        >>> Position.start().swapped() == Position.start()
        True
        """
        return Position(self.opp, self.own, self.outside[::-1], self.may_hit[::-1])

    def lists(self) -> tuple[list[int], list[int]]:
        """The counts of both sides as lists on which moves can be made: 26 each, own first.

        While a checker is outside or a side may not hit, both have two entries more: the checkers at
        `OUTSIDE`, and at `MAY_HIT` a 1 for a side that may hit, else a 0.

        >>> own, opp = Position.start().lists()
        >>> own[13], opp[24]
        (5, 2)
        """
        if self.outside == (0, 0) and self.may_hit == (True, True):
            return list(self.own), list(self.opp)
        own, opp = ([waiting, int(may)] for waiting, may in zip(self.outside, self.may_hit, strict=True))
        return [*self.own, *own], [*self.opp, *opp]

    @classmethod
    def from_lists(cls, own: Sequence[int], opp: Sequence[int]) -> Position:
        """The position of two lists made by `lists`.

        >>> Position.from_lists(*Position.start().lists()) == Position.start()
        True
        """
        if len(own) == OUTSIDE:
            return cls(tuple(own), tuple(opp))
        return cls(
            tuple(own[:OUTSIDE]),
            tuple(opp[:OUTSIDE]),
            (own[OUTSIDE], opp[OUTSIDE]),
            (bool(own[MAY_HIT]), bool(opp[MAY_HIT])),
        )

    @property
    def pips(self) -> int:
        """The pip count of the side to move; a checker on the bar or outside counts 25.

        >>> Position.start().pips
        167
        """
        return pip_count(self.own) + BAR * self.outside[0]

    @property
    def opp_pips(self) -> int:
        """The pip count of the opponent.

        >>> Position.start(NACKGAMMON).opp_pips
        194
        """
        return pip_count(self.opp) + BAR * self.outside[1]

    @property
    def has_contact(self) -> bool:
        """Whether a checker of one side still has to pass one of the other.

        >>> Position.start().has_contact
        True
        """
        mine, theirs = self.outside
        return _rearmost(self.own, mine) + _rearmost(self.opp, theirs) > 25

    @property
    def has_won(self) -> bool:
        """Whether the side to move has borne off its last checker.

        >>> Position.start().has_won
        False
        """
        return not any(self.own[1:]) and not self.outside[0]

    @property
    def has_lost(self) -> bool:
        """Whether the opponent has borne off its last checker.

        >>> Position.start().has_lost
        False
        """
        return not any(self.opp[1:]) and not self.outside[1]

    @property
    def longest_prime(self) -> int:
        """The largest number of consecutive points held by the side to move.

        >>> Position.start().longest_prime
        1
        """
        longest = run = 0
        for count in self.own[1:BAR]:
            run = run + 1 if count > 1 else 0
            longest = max(longest, run)
        return longest

    @property
    def has_closed_board(self) -> bool:
        """Whether the side to move holds all six points of its home board: nobody enters there.

        >>> Position.start().has_closed_board
        False
        """
        return min(self.own[1 : HOME + 1]) > 1


def pip_count(counts: Sequence[int]) -> int:
    """The pips a side needs to bear off all its checkers on the board, from its 26 counts."""
    return sum(place * count for place, count in enumerate(counts))


def _rearmost(counts: Sequence[int], outside: int) -> int:
    if outside:
        return BAR
    return max((place for place, count in enumerate(counts) if count), default=OFF)
