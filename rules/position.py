"""The board: how many checkers each side has on every point, on the bar and off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .errors import InvalidPosition
from .variant import BACKGAMMON, Variant

BAR = 25
OFF = 0
HOME = 6
MOST_CHECKERS = 15


@dataclass(frozen=True, slots=True)
class Position:
    """A board seen by the side to move (A1).

    `own` and `opp` hold 26 counts each: index 25 the bar, 24 to 1 the points, 0 the checkers borne
    off. Each side is numbered from its own view, so the opponent's point p is my point 25 - p. The
    constructor trusts its caller; `Position.checked` does not.
    """

    own: tuple[int, ...]
    opp: tuple[int, ...]

    @classmethod
    def start(cls, variant: Variant = BACKGAMMON) -> Position:
        """The position in which a variant begins (A2, V1, V2)."""
        return cls(variant.start, variant.start)

    @classmethod
    def checked(cls, own: Sequence[int], opp: Sequence[int]) -> Position:
        """A position from counts of unknown origin; raises `InvalidPosition` for an impossible board."""
        for side, counts in (("own", own), ("opp", opp)):
            if len(counts) != 26:
                raise InvalidPosition("not_26_counts", side=side, found=len(counts))
            if any(type(count) is not int or count < 0 for count in counts):
                raise InvalidPosition("count_not_natural", side=side)
            if not 1 <= sum(counts) <= MOST_CHECKERS:
                raise InvalidPosition("wrong_number_of_checkers", side=side, found=sum(counts))
        for point in range(1, 25):
            if own[point] and opp[25 - point]:
                raise InvalidPosition("point_held_by_both", point=point)
        if sum(own) == own[OFF] and sum(opp) == opp[OFF]:
            raise InvalidPosition("both_borne_off")
        return cls(tuple(own), tuple(opp))

    def swapped(self) -> Position:
        """The same board seen by the other side."""
        return Position(self.opp, self.own)

    @property
    def pips(self) -> int:
        """The pip count of the side to move; a checker on the bar counts 25."""
        return pip_count(self.own)

    @property
    def opp_pips(self) -> int:
        """The pip count of the opponent."""
        return pip_count(self.opp)

    @property
    def has_contact(self) -> bool:
        """Whether a checker of one side still has to pass one of the other."""
        return _rearmost(self.own) + _rearmost(self.opp) > 25

    @property
    def has_won(self) -> bool:
        """Whether the side to move has borne off its last checker."""
        return not any(self.own[1:])

    @property
    def has_lost(self) -> bool:
        """Whether the opponent has borne off its last checker."""
        return not any(self.opp[1:])


def pip_count(counts: Sequence[int]) -> int:
    """The pips a side needs to bear off all its checkers, from its 26 counts."""
    return sum(place * count for place, count in enumerate(counts))


def _rearmost(counts: Sequence[int]) -> int:
    return max((place for place, count in enumerate(counts) if count), default=OFF)
