"""The doubling cube: its value, its owner and an offer that waits for an answer (E1 to E3)."""

from __future__ import annotations

from dataclasses import dataclass

from .errors import IllegalAction
from .match import Side


@dataclass(frozen=True, slots=True)
class Cube:
    """The cube of one game: in the middle at 1 until the first take (E1).

    `offered_by` is the side whose double waits for a take or a drop. `cap` is the highest value the
    profile allows, `None` for no limit (E3).
    """

    value: int = 1
    owner: Side | None = None
    offered_by: Side | None = None
    cap: int | None = None

    def __post_init__(self) -> None:
        if not is_cube_value(self.value):
            raise IllegalAction("cube_not_power_of_two", cube=self.value)

    def can_double(self, side: Side) -> bool:
        """Whether the cube allows `side` to double: in the middle or owned, not capped (E2, E3)."""
        is_capped = self.cap is not None and self.value * 2 > self.cap
        return self.offered_by is None and self.owner in (None, side) and not is_capped

    def double(self, *, by: Side) -> Cube:
        """The cube offered at twice its value; raises `IllegalAction` where E2 or E3 forbid it."""
        if self.offered_by is not None:
            raise IllegalAction("answer_awaited", by=by)
        if self.owner is by.other:
            raise IllegalAction("cube_not_owned", by=by)
        if not self.can_double(by):
            raise IllegalAction("cube_capped", cube=self.value)
        return Cube(self.value, self.owner, offered_by=by, cap=self.cap)

    def take(self) -> Cube:
        """The cube after a take: doubled, and the taker owns it (E2)."""
        return Cube(self.value * 2, self._offerer().other, cap=self.cap)

    def drop(self) -> Cube:
        """The cube after a drop: its value, not doubled, is what the doubler wins (D4)."""
        self._offerer()
        return Cube(self.value, self.owner, cap=self.cap)

    def _offerer(self) -> Side:
        if self.offered_by is None:
            raise IllegalAction("no_double_offered")
        return self.offered_by


def is_cube_value(value: int) -> bool:
    """Whether a cube can show this value: 1, 2, 4, 8 and so on."""
    return value >= 1 and value & (value - 1) == 0
