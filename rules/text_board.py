"""A position drawn with letters and lines, for terminals and plain mails."""

from __future__ import annotations

from collections.abc import Sequence

from .cube import Cube
from .match import Side
from .position import BAR, OFF, Position
from .state import State

_LETTERS = {Side.ONE: "X", Side.TWO: "O"}
_ROWS = 5
_ON_BAR = 4
# The width of a half of the board: six points.
_HALF = 18


def text_board(
    position: Position,
    *,
    bottom: Side = Side.ONE,
    turn: Side | None = None,
    dice: tuple[int, int] | None = None,
    cube: Cube | None = None,
    note: str = "",
    labels: tuple[str, str] = ("", ""),
    numbering: Side | None = None,
    is_mirrored: bool = False,
) -> str:
    """The board in 13 lines of ASCII, `X` for side one and `O` for side two, without a last line break.

    What is drawn where is as in `rules.diagram.svg`: seen by `bottom`, whose home is on the lower right
    or, mirrored, left (A5). A point with more than five checkers shows their number in the row next to
    the middle, a bar with more than four likewise. Beside the board stand for each side its pips, marked with `>` for the side on
    `turn`, its label, its checkers `off` and `out` (not entered yet, V3), and the cube in brackets: in
    the middle, with its owner, or with `?` where it waits for an answer. The lines have at most 80
    columns as long as `note` and `labels` have at most 30.

    >>> text_board(Position.start()).splitlines()[0]
    '+-13-14-15-16-17-18-+---+-19-20-21-22-23-24-+'
    """
    own, opp = _LETTERS[bottom], _LETTERS[bottom.other]
    above, below = range(13, 25), range(12, 0, -1)
    if is_mirrored:
        above, below = above[::-1], below[::-1]
    is_bottoms = numbering in {None, bottom}
    # On the bar a side stands beside the home board that it enters: the opponent's.
    upper = [
        _row(position, above, row, own, opp, _on_bar(position.own[BAR], row, own)) for row in range(_ROWS)
    ]
    lower = [
        _row(position, below, row, own, opp, _on_bar(position.opp[BAR], row, opp)) for row in range(_ROWS)
    ]
    thrown = f"{'':6}({dice[0]}) ({dice[1]})" if dice and turn else ""
    middle = ("", thrown) if is_mirrored != (turn is bottom) else (thrown, "")
    lines = [
        _numbers(above, is_bottoms=is_bottoms),
        *upper,
        _framed(middle[0], "bar", middle[1]),
        *reversed(lower),
        _numbers(below, is_bottoms=is_bottoms),
    ]
    beside = _beside(position, bottom, turn, cube, note, labels)
    return "\n".join(f"{line} {text}".rstrip() for line, text in zip(lines, beside, strict=True))


def state_text_board(
    state: State, *, bottom: Side | None = None, numbering: Side | None = None, is_mirrored: bool = False
) -> str:
    """A moment of a match as `text_board` draws it; `bottom` is the side on roll if it is `None`.

    Each side's label is its score of the length and, with a minus, how many points it is away.

    >>> len(state_text_board(State(Position.start())).splitlines())
    13
    """
    bottom = bottom or state.on_roll
    return text_board(
        state.seen_by(bottom),
        bottom=bottom,
        turn=state.on_roll,
        dice=state.dice,
        cube=state.cube_in_use,
        note="Crawford" if state.is_crawford else "",
        labels=(_label(state, bottom), _label(state, bottom.other)),
        numbering=numbering,
        is_mirrored=is_mirrored,
    )


def _label(state: State, side: Side) -> str:
    points = state.score[side is Side.TWO]
    if state.length is None:
        return str(points) if any(state.score) else ""
    return f"{points}/{state.length} -{state.away(side)}"


def _framed(left: str, bar: str, right: str) -> str:
    return f"|{left:{_HALF}} |{bar:^3}|{right:{_HALF}} |"


def _numbers(points: Sequence[int], *, is_bottoms: bool) -> str:
    cells = [f"{point if is_bottoms else 25 - point:->3}" for point in points]
    return f"+{''.join(cells[:6])}-+---+{''.join(cells[6:])}-+"


def _row(position: Position, points: Sequence[int], row: int, own: str, opp: str, bar: str) -> str:
    """One row of checkers, the row at the end of the board being 0."""
    cells = []
    for point in points:
        mine, theirs = position.own[point], position.opp[BAR - point]
        count, letter = (mine, own) if mine else (theirs, opp)
        is_number = row == _ROWS - 1 and count > _ROWS
        cells.append(f"{count if is_number else letter * (row < count):>3}")
    return _framed("".join(cells[:6]), bar, "".join(cells[6:]))


def _on_bar(count: int, row: int, letter: str) -> str:
    """The text of a row on the bar, whose checkers stand from the middle outwards."""
    height = _ROWS - 1 - row
    if height >= min(count, _ON_BAR):
        return ""
    return str(count) if height == _ON_BAR - 1 and count > _ON_BAR else letter


def _beside(
    position: Position, bottom: Side, turn: Side | None, cube: Cube | None, note: str, labels: tuple[str, str]
) -> list[str]:
    notes = []
    for side, counts, pips, waiting, label in (
        (bottom.other, position.opp, position.opp_pips, position.outside[1], labels[1]),
        (bottom, position.own, position.pips, position.outside[0], labels[0]),
    ):
        off = " ".join(f"{word} {count}" for word, count in (("off", counts[OFF]), ("out", waiting)) if count)
        notes.append(
            ["", f"{'>' if side is turn else ' '}{_LETTERS[side]} {pips}", f" {label}", f" {off}", "", ""]
        )
    lines = [*notes[0], "", *reversed(notes[1])]
    place, text = _cube(cube, bottom) if cube else (_ROWS + 1, note)
    lines[place] = f" {text}"
    return lines


def _cube(cube: Cube, bottom: Side) -> tuple[int, str]:
    """The row next to which the cube lies, and its face."""
    by_side = {bottom: 2 * _ROWS - 2, bottom.other: 4}
    if cube.offered_by:
        return by_side[cube.offered_by.other], f"[{cube.value * 2}]?"
    face = f"[{64 if cube.value == 1 else cube.value}]"
    return by_side[cube.owner] if cube.owner else _ROWS + 1, face
