"""The cube of an SGF game, from its cube actions: the standard name of each action, and the value."""

from __future__ import annotations

from ..match import Side
from ..transcript import EntryKind

# Beyond this only a hostile file goes on doubling.
_LAST_FACE = 1 << 15


class CubeWatch:
    """Tracks the cube of one game, without checking who may double.

    SGF knows one word, `double`. An answer to a double by another one is a beaver, and an answer to
    that a raccoon (V4); the other side then accepts with a `take` that other notations do not write.
    """

    def __init__(self, value: int = 1, owner: Side | None = None) -> None:
        self.value = value
        self.owner = owner
        self._offered_by: Side | None = None
        # Who turned the cube last for a beaver or a raccoon, until the other side answers.
        self._turned_by: Side | None = None

    def double(self, side: Side) -> tuple[EntryKind, int]:
        """The meaning of the word `double` of a side at this moment, and the value offered."""
        if self._offered_by is side.other:
            self._take()
            return EntryKind.BEAVER, self._turn_once_more(side)
        if self._turned_by is side.other:
            return EntryKind.RACCOON, self._turn_once_more(side)
        self.go_on()
        value = self.value * 2
        if value <= _LAST_FACE:
            self._offered_by = side
        return EntryKind.DOUBLE, value

    def is_acceptance(self, side: Side) -> bool:
        """Whether a `take` of a side only accepts a beaver or a raccoon."""
        return self._turned_by is side.other

    def take(self) -> None:
        """Record that the double, if there is one, is taken."""
        self._turned_by = None
        self._take()

    def drop(self) -> None:
        """Record that the double is dropped."""
        self._offered_by = self._turned_by = None

    def go_on(self) -> None:
        """Record that play continues: an unanswered double has been taken."""
        self.take()

    def _take(self) -> None:
        if self._offered_by:
            self.value *= 2
            self.owner, self._offered_by = self._offered_by.other, None

    def _turn_once_more(self, side: Side) -> int:
        self.value = min(self.value * 2, _LAST_FACE)
        self._turned_by = side
        return self.value
