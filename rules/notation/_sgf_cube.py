"""The cube as the cube actions of an SGF game move it: what each is called elsewhere, and its value."""

from __future__ import annotations

from ..match import Side
from ..transcript import EntryKind

# Beyond this only a hostile file goes on doubling.
_LAST_FACE = 1 << 15


class CubeWatch:
    """Follows the cube of one game, whoever may or may not turn it.

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
        """What the word `double` of a side means now, and the value it says."""
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
        """The double is taken, if there is one."""
        self._turned_by = None
        self._take()

    def drop(self) -> None:
        """The double is dropped."""
        self._offered_by = self._turned_by = None

    def go_on(self) -> None:
        """The game goes on: a double that nobody answered has been taken."""
        self.take()

    def _take(self) -> None:
        if self._offered_by:
            self.value *= 2
            self.owner, self._offered_by = self._offered_by.other, None

    def _turn_once_more(self, side: Side) -> int:
        self.value = min(self.value * 2, _LAST_FACE)
        self._turned_by = side
        return self.value
