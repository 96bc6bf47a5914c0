"""The XGID of eXtreme Gammon: a position and the moment around it in one line of text.

Its grammar is in `docs/notations/xgid.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..cube import Cube
from ..errors import InvalidNotation, Unwritable
from ..match import Side
from ..position import BAR, Position
from ..state import State
from ..variant import BACKGAMMON, Variant
from ._moments import completed, readable, whole_number, writable, writable_position

_PREFIX = "XGID="
_HIGHEST_POWER = 15
_HIGHEST_SCORE = 99_999
# The default of XG; it means no limit.
_USUAL_CAP = 10
_LONGEST = 120
_MOST_LINES = 8
_WHOLE = re.compile(
    r"[-A-Pa-p]{26}(?::-?\d{1,5}){3}:(?:[0-6]{2}|[DBR])(?::\d{1,5}){4}:\d{1,2}(?!\d)", re.ASCII
)
# A line break in the middle of an ID, with the marks of a quoting mail and a broken line.
_BREAK = re.compile(r"=?[ \t]*\n[ \t>|]*")


def encode(state: State, *, x: Side = Side.ONE) -> str:
    """The XGID of a moment of play, with `XGID=` in front and side `x` as X.

    Side one is X by default, as XG's first player is. gnubg draws its player 1 as X: who wants the IDs
    of both programs to mean the same says which side that is, here and in `match_id`. It does not tell
    how many checkers are borne off, nor whether the game has begun. Raises `Unwritable` for a moment
    that contradicts itself, a game that is over, a resignation, a beaver that waits (the notation's `B` and `R` leave open what the cube shows)
    and checkers that have not entered (V3).

    >>> encode(State(Position.start(), dice=(3, 1), length=7))
    'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10'
    """
    writable(state)
    if state.resignation or not state.is_to_play:
        raise Unwritable("only_in_play", phase=state.phase)
    if state.cube.beavered_by:
        raise Unwritable("beaver")
    cube = state.cube
    if cube.value > 1 << _HIGHEST_POWER:
        raise Unwritable("cube_too_high", cube=cube.value, most=1 << _HIGHEST_POWER)
    if max(state.length or 0, *state.score) > _HIGHEST_SCORE:
        raise Unwritable("score_too_high", most=_HIGHEST_SCORE)
    score = state.score if x is Side.ONE else state.score[::-1]
    fields = (
        _letters(writable_position(state.seen_by(x))),
        _power(cube.value),
        _sign(cube.owner, x),
        _sign(state.on_roll, x),
        "D" if cube.offered_by else "".join(map(str, state.dice or (0, 0))),
        *score,
        state.is_crawford if state.length else state.jacoby + 2 * state.beavers,
        state.length or 0,
        _USUAL_CAP if cube.cap is None else _power(cube.cap),
    )
    return _PREFIX + ":".join(str(int(field) if isinstance(field, bool) else field) for field in fields)


def decode(text: str, *, x: Side = Side.ONE, variant: Variant = BACKGAMMON) -> State:
    """The moment of an XGID with or without `XGID=` in front, X being side `x`.

    What is missing of `variant` is borne off. Raises `InvalidNotation` for any other number of
    fields, letters and numbers out of range, and what contradicts itself.

    >>> decode("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:4:0:7:10").score
    (2, 4)
    """
    fields = _with_prefix(text.strip()).removeprefix(_PREFIX).split(":")
    if len(fields) != 10:
        raise InvalidNotation("wrong_number_of_fields", found=len(fields), expected=10)
    letters, power, owner, turn, dice, score_x, score_o, rules, length_text, cap = fields
    length = whole_number(length_text, "length", most=_HIGHEST_SCORE) or None
    setting = whole_number(rules, "rules", most=1 if length else 3)
    score = (
        whole_number(score_x, "score_x", most=_HIGHEST_SCORE),
        whole_number(score_o, "score_o", most=_HIGHEST_SCORE),
    )
    on_roll = _side(turn, "turn", x)
    if on_roll is None:
        raise InvalidNotation("nobody_on_roll")
    highest = whole_number(cap, "cap", most=_HIGHEST_POWER)
    position = _position(letters, variant)
    return readable(
        State(
            position if on_roll is x else position.swapped(),
            on_roll,
            dice=_dice(dice),
            cube=Cube(
                1 << whole_number(power, "cube", most=_HIGHEST_POWER),
                _side(owner, "owner", x),
                on_roll if dice == "D" else None,
                cap=None if highest == _USUAL_CAP else 1 << highest,
            ),
            length=length,
            score=score if x is Side.ONE else score[::-1],
            is_crawford=length is not None and setting == 1,
            jacoby=length is None and bool(setting & 1),
            beavers=length is None and bool(setting & 2),
        )
    )


def find(text: str) -> tuple[str, ...]:
    """Every XGID in a text of analysis, in order and in one piece, whatever the text's language.

    An ID may be broken over lines and quoted, as mails and forums do. One broken inside its last
    number ends at the break.

    >>> find("Best? > XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10 (a mail)")
    ('XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10',)
    """
    return tuple(_found(_with_prefix(text.replace("\r\n", "\n").replace("\r", "\n"))))


def _with_prefix(text: str) -> str:
    """A text whose IDs have the usual prefix, where people wrote it in small letters."""
    return text.replace(_PREFIX.lower(), _PREFIX)


def _found(text: str) -> Iterator[str]:
    at = text.find(_PREFIX)
    while at >= 0:
        after = at + len(_PREFIX)
        pieces = _BREAK.split(text[after : after + _LONGEST], maxsplit=_MOST_LINES)
        for count in range(1, len(pieces) + 1):
            # As few lines as make an ID whole: what follows may begin with a digit too.
            if whole := _WHOLE.match("".join(pieces[:count])):
                yield _PREFIX + whole[0]
                break
        at = text.find(_PREFIX, after)


def _letters(position: Position) -> str:
    """The 26 places: O's bar, X's points 1 to 24, X's bar; capitals are X, who sees the position."""
    letters = ["-"] * 26
    for place in range(1, BAR + 1):
        if position.own[place]:
            letters[place] = chr(ord("A") + position.own[place] - 1)
        if position.opp[place]:
            letters[BAR - place] = chr(ord("a") + position.opp[place] - 1)
    return "".join(letters)


def _position(letters: str, variant: Variant) -> Position:
    if len(letters) != 26:
        raise InvalidNotation("wrong_length", found=len(letters), expected=26)
    own, opp = [0] * 26, [0] * 26
    for place, letter in enumerate(letters):
        if "A" <= letter <= "P" and place:
            own[place] = ord(letter) - ord("A") + 1
        elif "a" <= letter <= "p" and place < BAR:
            opp[BAR - place] = ord(letter) - ord("a") + 1
        elif letter != "-":
            raise InvalidNotation("unknown_letter", place=place, found=letter)
    return completed(own, opp, variant)


def _dice(text: str) -> tuple[int, int] | None:
    if text in {"00", "D"}:
        return None
    if text in {"B", "R"}:
        raise InvalidNotation("beaver", found=text)
    if len(text) != 2 or not set(text) <= set("123456"):
        raise InvalidNotation("not_dice", found=text[:10])
    return int(text[0]), int(text[1])


def _power(value: int) -> int:
    return value.bit_length() - 1


def _sign(side: Side | None, x: Side) -> int:
    if side is None:
        return 0
    return 1 if side is x else -1


def _side(text: str, field: str, x: Side) -> Side | None:
    sign = whole_number(text, field, least=-1, most=1)
    if sign == 0:
        return None
    return x if sign == 1 else x.other
