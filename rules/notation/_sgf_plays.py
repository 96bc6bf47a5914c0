"""Plays and boards as SGF values: two dice and a letter for each place a checker leaves or reaches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..errors import InvalidPosition
from ..match import Side
from ..move import Move
from ..position import BAR, OFF, Position
from ..problem import Finding
from ..transcript import EntryKind, Note

SIDES = {"W": Side.ONE, "B": Side.TWO}
LETTERS = {side: letter for letter, side in SIDES.items()}
DICE = {f"{first}{second}": (first, second) for first in range(1, 7) for second in range(1, 7)}
# One letter for each place on the board, from White's home: both sides write the same letter for the
# same place. Behind them the bar and the checkers borne off.
_POINTS = "abcdefghijklmnopqrstuvwx"
_BOARD = _POINTS + "y"
_PLACES = {
    Side.ONE: {letter: point for point, letter in enumerate(_POINTS, 1)} | {"y": BAR, "z": OFF},
    Side.TWO: {letter: 25 - point for point, letter in enumerate(_POINTS, 1)} | {"y": BAR, "z": OFF},
}
_PLACE_LETTERS = {side: {place: letter for letter, place in _PLACES[side].items()} for side in Side}
_CALLS = {"double": EntryKind.DOUBLE, "take": EntryKind.TAKE, "drop": EntryKind.DROP}
# No roll has more than four moves. A few more show that there are too many; a million would only cost.
_MOST_MOVES = 8
_LONGEST = len("W[31]") + 2 * _MOST_MOVES
NO_DICE = "00"
"""Written where the dice of a roll are unknown; programs pass over such a node."""
UNTOLD, UNPLAYED = "?", "??"
"""Written behind the dice of a roll of which no play is told, or of one that was not played."""


class Call(NamedTuple):
    """The meaning of a value of `B` or `W`, and its problem if there is one.

    A double may still turn out to be a beaver or a raccoon.
    """

    side: Side
    kind: EntryKind
    dice: tuple[int, int] | None = None
    moves: tuple[Move, ...] = ()
    note: Note | None = None
    fault: Finding | None = None


def called(text: str) -> Call:
    """Parse a property such as `W[31hefe]`."""
    return _known_call(text) if len(text) <= _LONGEST else _call(text)


def _call(text: str) -> Call:
    side, value = SIDES[text[0]], text[2:-1]
    kind = _CALLS.get(value)
    if kind:
        return Call(side, kind)
    dice, rest = DICE.get(value[:2]), value[2:]
    if rest in (UNTOLD, UNPLAYED):
        note = Note.NOT_PLAYED if rest == UNPLAYED else None
        return Call(side, EntryKind.ROLL, dice, note=note, fault=_fault(dice))
    is_roll = len(value) > 1 and value[:2].isdigit()
    moves = tuple(_moves(_PLACES[side], rest[: 2 * _MOST_MOVES])) if is_roll else ()
    if not is_roll or 2 * len(moves) < min(len(rest), 2 * _MOST_MOVES):
        return Call(side, EntryKind.ROLL, dice, moves, Note.UNREADABLE, Finding.UNREADABLE_PLAY)
    # Dice without moves are a dance.
    note = Note.CANNOT_MOVE if dice and not moves else None
    return Call(side, EntryKind.ROLL, dice, moves, note, _fault(dice))


_known_call = lru_cache(maxsize=4096)(_call)


def _moves(places: Mapping[str, int], letters: str) -> Iterator[Move]:
    """The moves of pairs of letters, up to the first invalid pair."""
    for src, dst in zip(letters[::2], letters[1::2], strict=False):
        if src not in places or dst not in places:
            return
        yield Move(places[src], places[dst])


def _fault(dice: tuple[int, int] | None) -> Finding | None:
    return Finding.INVALID_DICE if dice is None else None


def moves_text(side: Side, moves: Iterable[Move]) -> str:
    """The letters of moves; a place that has none, off the board, is a `?`."""
    letters = _PLACE_LETTERS[side]
    return "".join(letters.get(place, "?") for move in moves for place in move)


def places_text(side: Side, counts: Sequence[int]) -> str:
    """The values that set the checkers of one side on points and bar, one value for each checker."""
    letters = _PLACE_LETTERS[side]
    return "".join(f"[{letters[place]}]" * counts[place] for place in range(1, BAR + 1))


class Board:
    """A board being set by hand: emptied first, then given the checkers of either side."""

    def __init__(self, position: Position | None) -> None:
        """Start from a position seen by White; without one the board is unknown until everything is emptied."""
        self._is_known = position is not None
        self._is_readable = True
        self._counts = {
            Side.ONE: list(position.own) if position else [0] * 26,
            Side.TWO: list(position.opp) if position else [0] * 26,
        }

    def empty(self, values: Iterable[str]) -> None:
        """Remove the checkers from the places listed; the bar `y` is that of both sides."""
        letters = set(self._letters(values))
        for side, counts in self._counts.items():
            for letter in letters:
                counts[_PLACES[side][letter]] = 0
        self._is_known = self._is_known or len(letters) == BAR

    def add(self, side: Side, values: Iterable[str]) -> None:
        """Put one checker of a side on each place listed."""
        for letter in self._letters(values):
            self._counts[side][_PLACES[side][letter]] += 1

    def position(self, checkers: int) -> Position | None:
        """The board seen by White, missing checkers borne off; `None` if it is impossible."""
        if not (self._is_known and self._is_readable):
            return None
        one, two = self._counts[Side.ONE], self._counts[Side.TWO]
        one[OFF], two[OFF] = checkers - sum(one[1:]), checkers - sum(two[1:])
        try:
            return Position.checked(one, two)
        except InvalidPosition:
            return None

    def _letters(self, values: Iterable[str]) -> Iterator[str]:
        """The letters of points and bar in a list of places: `a`, or `a:y` for a whole range."""
        for value in values:
            first, _, last = value.partition(":")
            start, end = _BOARD.find(first), _BOARD.find(last or first)
            if len(first) == 1 and len(last) <= 1 and 0 <= start <= end:
                yield from _BOARD[start : end + 1]
            else:
                self._is_readable = False
