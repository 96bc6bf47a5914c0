"""The position text of Snowie: a position and the moment around it in one line of forty fields.

Matches that Snowie exports are `.mat` texts without tags, and those are read as such. The grammar of both
is in `docs/notations/snowie.md`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..cube import Cube, is_cube_value
from ..errors import InvalidNotation
from ..match import Side
from ..position import BAR, MOST_CHECKERS, OFF, Position
from ..state import State
from ..transcript import Transcript
from ..variant import BACKGAMMON, Variant
from ._lone_positions import LonePositions
from ._moments import completed, readable, whole_number
from ._reader import Likeness, Reader

_FIELDS = 40
_NAMES, _SCORES, _BOARD, _DICE = slice(5, 7), slice(8, 10), slice(12, 38), slice(38, 40)
_HIGHEST_SCORE, _HIGHEST_CUBE = 99_999, 1 << 15
_SIDES = (Side.ONE, Side.TWO)
# Length, four switches, two names and the mark of the Crawford game.
_HEAD = re.compile(r"\s*+\d{1,5}+;(?:[01];){4}[^;\n]{0,200}+;[^;\n]{0,200}+;[01];")


def _likeness(text: str) -> Likeness:
    head = _HEAD.match(text)
    is_line = head is not None and text.count(";", 0, head.end() + 300) >= _FIELDS - 1
    return Likeness.SIGNATURE if is_line else Likeness.NONE


def _read(text: str) -> Transcript:
    positions = LonePositions()
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            state, players = decode(line)
        except InvalidNotation:
            goes_on = positions.refuse(line, number)
        else:
            goes_on = positions.add(state, players, number)
        if not goes_on:
            break
    return positions.transcript(tells_beavers=False)


READER = Reader("snowie", _likeness, _read)


def decode(text: str, *, variant: Variant = BACKGAMMON) -> tuple[State, tuple[str, str]]:
    """The moment of a line, and the names of both sides, side one first.

    Names, score and cube stand in the line as the side on roll sees them, the first player is side one.
    What is missing of `variant` is borne off. An offered double is not told. Raises `InvalidNotation` for
    any other number of fields, numbers out of range, and what contradicts itself.
    """
    fields = text.strip().removesuffix(";").split(";")
    if len(fields) != _FIELDS:
        raise InvalidNotation("wrong_number_of_fields", found=len(fields), expected=_FIELDS)
    on_roll = _SIDES[whole_number(fields[4], "turn", most=1)]
    length = whole_number(fields[0], "length", most=_HIGHEST_SCORE) or None
    scores = [whole_number(field, "score", most=_HIGHEST_SCORE) for field in fields[_SCORES]]
    owner = whole_number(fields[11], "owner", least=-1, most=1)
    value = whole_number(fields[10], "cube", most=_HIGHEST_CUBE)
    if not is_cube_value(value):
        raise InvalidNotation("cube_not_power_of_two", cube=value)
    state = State(
        _position(fields[_BOARD], variant),
        on_roll,
        dice=_dice(fields[_DICE]),
        cube=Cube(value, (None, on_roll, on_roll.other)[owner]),
        length=length,
        score=(scores[0], scores[1]) if on_roll is Side.ONE else (scores[1], scores[0]),
        is_crawford=bool(whole_number(fields[7], "crawford", most=1)),
        jacoby=bool(whole_number(fields[1], "jacoby", most=1)),
    )
    mine, theirs = fields[_NAMES]
    return readable(state), (mine, theirs) if on_roll is Side.ONE else (theirs, mine)


def _position(fields: Sequence[str], variant: Variant) -> Position:
    """The position of 26 counts seen by the side on roll, the other's below zero and its bar first."""
    counts = [
        whole_number(
            field,
            "checkers",
            least=-MOST_CHECKERS if place < BAR else 0,
            most=MOST_CHECKERS if place > OFF else 0,
        )
        for place, field in enumerate(fields)
    ]
    own = [max(count, 0) for count in counts]
    opp = [max(-count, 0) for count in reversed(counts)]
    return completed(own, opp, variant)


def _dice(fields: Sequence[str]) -> tuple[int, int] | None:
    first, second = (whole_number(field, "dice", most=6) for field in fields)
    return (first, second) if first or second else None
