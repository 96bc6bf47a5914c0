"""The doubling cube: its value, its owner and an offer that waits for an answer (E1 to E3, V4)."""

from __future__ import annotations

from dataclasses import dataclass

from .errors import IllegalAction
from .match import Side


@dataclass(frozen=True, slots=True)
class Cube:
    """The cube of one game: in the middle at 1 until the first take (E1).

    `offered_by` is the side whose double waits for a take or a drop. `cap` is the highest value the
    profile allows, `None` for no limit (E3). `beavered_by` is the side that answered a double with a
    beaver and keeps the cube, while that beaver or the raccoon after it waits (V4).

    >>> cube = Cube().double(by=Side.ONE).take()
    >>> cube.value, cube.owner.value, cube.can_double(Side.ONE)
    (2, 'two', False)
    """

    value: int = 1
    owner: Side | None = None
    offered_by: Side | None = None
    cap: int | None = None
    beavered_by: Side | None = None

    def __post_init__(self) -> None:
        if not is_cube_value(self.value):
            raise IllegalAction("cube_not_power_of_two", cube=self.value)

    def can_double(self, side: Side) -> bool:
        """Whether the cube allows `side` to double: in the middle or owned, not capped (E2, E3).

        >>> Cube(2, Side.ONE).can_double(Side.TWO)
        False
        """
        return self.offered_by is None and self.owner in (None, side) and not self._is_capped

    def double(self, *, by: Side) -> Cube:
        """The cube offered at twice its value; raises `IllegalAction` where E2 or E3 forbid it.

        >>> Cube().double(by=Side.ONE).offered_by.value
        'one'
        """
        if self.offered_by is not None:
            raise IllegalAction("answer_awaited", by=by)
        if self.owner is by.other:
            raise IllegalAction("cube_not_owned", by=by)
        if self._is_capped:
            raise IllegalAction("cube_capped", cube=self.value)
        return Cube(self.value, self.owner, offered_by=by, cap=self.cap)

    def take(self) -> Cube:
        """The cube after a take: doubled and owned by the taker (E2), or by the side that beavered (V4).

        >>> Cube().double(by=Side.ONE).take().owner.value
        'two'
        """
        return Cube(self.value * 2, self.beavered_by or self._offerer().other, cap=self.cap)

    def drop(self) -> Cube:
        """The cube after a drop: the doubler wins its value before the double (D4).

        >>> Cube(2, Side.ONE).double(by=Side.ONE).drop().value
        2
        """
        self._offerer()
        return Cube(self.value, self.owner, cap=self.cap)

    def beaver(self) -> Cube:
        """The cube taken and doubled again by the taker, who owns it whatever the answer (V4).

        >>> Cube().double(by=Side.ONE).beaver().beavered_by.value
        'two'
        """
        if self.beavered_by is not None:
            raise IllegalAction("already_beavered")
        taker = self._offerer().other
        return self._turned_once_more(taker, keeper=taker)

    def raccoon(self) -> Cube:
        """A beaver taken, and the cube doubled again by the first doubler (V4).

        >>> Cube().double(by=Side.ONE).beaver().raccoon().take().value
        8
        """
        keeper = self.beavered_by
        if keeper is None or keeper is not self.offered_by:
            raise IllegalAction("no_beaver")
        return self._turned_once_more(keeper.other, keeper=keeper)

    def doubled_automatically(self) -> Cube:
        """The cube of a new game after equal opening dice: doubled and still in the middle (V4).

        At the cap it stays as it is (E3).

        >>> Cube().doubled_automatically().value
        2
        """
        return self if self._is_capped else Cube(self.value * 2, cap=self.cap)

    @property
    def _is_capped(self) -> bool:
        return self.cap is not None and self.value * 2 > self.cap

    def _turned_once_more(self, by: Side, *, keeper: Side) -> Cube:
        if self.cap is not None and self.value * 4 > self.cap:
            raise IllegalAction("cube_capped", cube=self.value * 2)
        return Cube(self.value * 2, keeper, offered_by=by, cap=self.cap, beavered_by=keeper)

    def _offerer(self) -> Side:
        if self.offered_by is None:
            raise IllegalAction("no_double_offered")
        return self.offered_by


def is_cube_value(value: int) -> bool:
    """Whether a cube can show this value: 1, 2, 4, 8 and so on."""
    return value >= 1 and value & (value - 1) == 0
