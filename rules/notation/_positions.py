"""Positions embedded in match texts: Snowie's text of an illegal play and XG's `Set Pos`."""

from __future__ import annotations

import re

from ..match import Side
from ..position import BAR, OFF, Position

_CUBES = {"": 0, **{str(doubles): doubles for doubles in range(-10, 11)}}


def snowie_position(text: str, checkers: int) -> Position | None:
    """The position of an `Illegal play (...)`, seen by the side that made the play.

    The text lists the bar of that side, 24 points and the bar of the opponent, with the opponent's
    numbers and checkers positive, because the opponent is on roll next. `None` when it is no position.
    """
    fields = text.split(";")
    # Behind the position come two dice. A name never holds a semicolon.
    if len(fields) < 40 or any(len(field) > 3 for field in fields[12:38]):
        return None
    try:
        counts = [int(field) for field in fields[12:38]]
    except ValueError:
        return None
    own, opp = [0] * 26, [0] * 26
    own[BAR], opp[BAR] = -counts[0], counts[25]
    for point in range(1, 25):
        if counts[point] > 0:
            opp[point] = counts[point]
        else:
            own[25 - point] = -counts[point]
    return _completed(own, opp, checkers)


def snowie_text(
    position: Position, names: tuple[str, str], length: int | None, dice: tuple[int, int] | None
) -> str:
    """The text of an `Illegal play (...)` that led to this position, seen by the side that made it.

    `names` are that side's and the opponent's. Score and cube stand in the record and are not repeated.
    """
    mine, theirs = (re.sub("[;()]", " ", name) for name in names)
    match = [length or 0, 0, 0, int(length is None), 1, mine, theirs, 0, 0, 0, 1, 0]
    points = [position.opp[point] - position.own[25 - point] for point in range(1, 25)]
    fields = [*match, -position.own[BAR], *points, position.opp[BAR], *(dice or (0, 0))]
    return "".join(f"{field};" for field in fields)


def set_position(text: str, checkers: int) -> tuple[Position, int, Side | None] | None:
    """The position of `; Set Pos=<26 letters>/<cube>` seen by the left column, the cube and its owner.

    Letters as in an XGID: `A` to `O` count the left column's checkers on its points 1 to 24 and its
    bar at the end, `a` to `o` the right column's, whose bar comes first. The cube is the number of
    doubles behind it, negative where the left column owns it, as gnubg reads it; nought or nothing is
    the cube in the middle at 1.
    """
    letters, _, cube_text = text.strip().partition("/")
    if len(letters) != 26 or not letters.isascii():
        return None
    own, opp = [0] * 26, [0] * 26
    for place, letter in enumerate(letters):
        if "A" <= letter <= "O":
            own[place] += ord(letter) - ord("A") + 1
        elif "a" <= letter <= "o":
            opp[25 - place] += ord(letter) - ord("a") + 1
        elif letter != "-":
            return None
    if own[0] or opp[0]:
        return None
    position = _completed(own, opp, checkers)
    doubles = _CUBES.get(cube_text.strip())
    if position is None or doubles is None:
        return None
    owner = (Side.TWO if doubles > 0 else Side.ONE) if doubles else None
    return position, 1 << abs(doubles), owner


def set_position_text(position: Position, cube: int, owner: Side | None) -> str:
    """The text behind `; Set Pos=` for a position seen by the left column, with an owned cube or none."""
    letters = ["-"] * 26
    for place, count in enumerate(position.own[1:], 1):
        if count:
            letters[place] = chr(ord("A") + count - 1)
    for place, count in enumerate(position.opp[1:], 1):
        if count:
            letters[25 - place] = chr(ord("a") + count - 1)
    doubles = cube.bit_length() - 1 if owner else 0
    return f"{''.join(letters)}/{-doubles if owner is Side.ONE else doubles}"


def _completed(own: list[int], opp: list[int], checkers: int) -> Position | None:
    """The position with missing checkers borne off; `None` if no game can continue from it."""
    if not (any(own) and any(opp)):
        return None
    own[OFF], opp[OFF] = checkers - sum(own[1:]), checkers - sum(opp[1:])
    if min(own) < 0 or min(opp) < 0:
        return None
    return Position(tuple(own), tuple(opp))
