"""Bearing off without contact: the expected rolls and the pips that are wasted."""

from __future__ import annotations

from functools import cache

from .errors import InvalidPosition
from .perft import ROLLS
from .position import HOME, Position

PIPS_A_ROLL = 49 / 6
"""The pips of an average roll, doubles counted fourfold: 8 1/6."""

# The checkers on the six points of a home board, the ace point first.
_Home = tuple[int, ...]


def expected_rolls(position: Position) -> float:
    """The rolls that the side to move needs on average to bear off, played for the fewest.

    Exact but for rounding: every play of every roll is weighed. The first question about fifteen
    checkers takes some seconds, about seven a tenth of one. Raises `InvalidPosition` while a checker
    stands outside the home board or there is contact.

    >>> on_the_six = Position((14, *[0] * 5, 1, *[0] * 19), (14, 1, *[0] * 24))
    >>> expected_rolls(on_the_six)
    1.25
    """
    if any(position.own[HOME + 1 :]) or any(position.outside) or position.has_contact:
        raise InvalidPosition("not_bearing_off")
    return _expected(position.own[1 : HOME + 1])


def effective_pips(position: Position) -> float:
    """The effective pip count: the expected rolls times the 8 1/6 pips of an average roll.

    The unit is Walter Trice's, in "Backgammon Boot Camp" (2004).

    >>> round(effective_pips(Position((14, 1, *[0] * 24), (14, 1, *[0] * 24))), 3)
    8.167
    """
    return expected_rolls(position) * PIPS_A_ROLL


def wastage(position: Position) -> float:
    """The pips that the side to move will waste: its effective pips beyond its pip count.

    >>> round(wastage(Position((8, 7, *[0] * 24), (14, 1, *[0] * 24))), 1)
    22.0
    """
    return effective_pips(position) - position.pips


@cache
def _expected(home: _Home) -> float:
    if not any(home):
        return 0.0
    # A roll of two different numbers comes twice as often.
    total = sum(min(map(_expected, _after(home, roll))) * (1 + (roll[0] != roll[1])) for roll in ROLLS)
    return 1 + total / 36


def _after(home: _Home, roll: tuple[int, int]) -> set[_Home]:
    """Return the boards to which a roll can lead; every die can be played until all are off."""
    high, low = roll
    if high != low:
        return {
            last
            for die, other in (roll, (low, high))
            for first in _moved(home, die)
            for last in _moved(first, other)
        }
    boards = {home}
    for _ in range(4):
        boards = {after for board in boards for after in _moved(board, high)}
    return boards


@cache
def _moved(home: _Home, die: int) -> tuple[_Home, ...]:
    """Return the boards after one die (C2 to C4)."""
    boards = []
    for point in range(HOME, 0, -1):
        if not home[point - 1]:
            continue
        # A higher die takes a checker from the highest point alone (C3).
        if point >= die or not any(home[point:]):
            after = list(home)
            after[point - 1] -= 1
            if point > die:
                after[point - die - 1] += 1
            boards.append(tuple(after))
    return tuple(boards) or (home,)
