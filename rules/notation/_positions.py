"""Positions embedded in match texts: Snowie's text of an illegal play and XG's `Set Pos`."""

from __future__ import annotations

from ..position import BAR, OFF, Position


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


def set_position(text: str, checkers: int) -> tuple[Position, int] | None:
    """The position of `; Set Pos=<26 letters>/<cube>` seen by the left column, and the cube.

    Letters as in an XGID: `A` to `O` count the left column's checkers on its points 1 to 24 and its
    bar at the end, `a` to `o` the right column's, whose bar comes first.
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
    cube = _cube(cube_text.strip())
    return (position, cube) if position and cube else None


def _cube(text: str) -> int:
    faces = {str(1 << power): 1 << power for power in range(11)}
    return faces.get(text, 0) if text else 1


def _completed(own: list[int], opp: list[int], checkers: int) -> Position | None:
    """The position with what is not on the board borne off; `None` where no game goes on from it."""
    if not (any(own) and any(opp)):
        return None
    own[OFF], opp[OFF] = checkers - sum(own[1:]), checkers - sum(opp[1:])
    if min(own) < 0 or min(opp) < 0:
        return None
    return Position(tuple(own), tuple(opp))
