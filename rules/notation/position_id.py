"""The Position ID of GNU Backgammon: the checkers on the board in fourteen letters.

Its grammar is in `docs/notations/position_id.md`.
"""

from __future__ import annotations

from ..errors import InvalidNotation
from ..position import BAR, Position
from ..variant import BACKGAMMON, Variant
from ._base64 import letters_of, number_of
from ._moments import completed, writable_position

_LETTERS = 14
_BITS = 80


def encode(position: Position) -> str:
    """The ID of a position, whose viewer is the side on roll.

    It tells neither who that is nor how many checkers are borne off. Raises `Unwritable` for checkers
    that have not entered and for a side that may not hit yet (V3).

    >>> encode(Position.start())
    '4HPwATDgc/ABMA'
    """
    writable_position(position)
    number, bit = 0, 0
    for counts in (position.opp, position.own):
        for place in range(1, BAR + 1):
            number |= ((1 << counts[place]) - 1) << bit
            bit += counts[place] + 1
    return letters_of(number, letters=_LETTERS)


def decode(text: str, *, variant: Variant = BACKGAMMON) -> Position:
    """The position of an ID, seen by the side on roll; what is missing of `variant` is borne off.

    Raises `InvalidNotation` for anything that is not fourteen letters of base64, for bits behind the
    position, and for a position the variant cannot have.

    >>> decode("4HPwATDgc/ABMA") == Position.start()
    True
    """
    number = number_of(text, letters=_LETTERS, bits=_BITS)
    opp, own = [0] * 26, [0] * 26
    for counts in (opp, own):
        for place in range(1, BAR + 1):
            # As many checkers as there are ones in front of the next zero.
            counts[place] = (~number & (number + 1)).bit_length() - 1
            number >>= counts[place] + 1
    if number:
        raise InvalidNotation("stray_bits")
    return completed(own, opp, variant)
