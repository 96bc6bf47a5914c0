"""A position drawn as SVG, without style attributes or scripts, so that any content policy allows it.

Colours are presentation attributes, which a page may override by the classes: `board`, `frame`,
`field`, `points-a`, `points-b`, `checkers`, `die`, `cube`, `side-one`, `side-two`, `number`, `label`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from .cube import Cube
from .match import Side
from .position import BAR, OFF, Position, pip_count

_STEP = 40  # The width of a point, and of a checker with its gap.
_RADIUS = 18
_GUTTER = 54  # Left for the cube, right for the checkers borne off.
_STRIP = 24  # Above and below, for the numbers.
_POINT = 5 * _STEP - 10  # The height of a triangle.
_HALF = 6 * _STEP
_WIDTH = 2 * _GUTTER + 2 * _HALF + _STEP
_HEIGHT = 2 * _STRIP + 2 * 5 * _STEP + 46
_TOP, _BOTTOM = _STRIP, _HEIGHT - _STRIP
_MIDDLE = _HEIGHT // 2
_BAR_X = _GUTTER + _HALF + _STEP // 2
_SHOWN = 5  # More checkers on a point are told by a number on the last one shown.
_SHOWN_ON_BAR = 4
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class _Palette:
    fill: str
    edge: str
    mark: str


# Light against dark, so that the sides differ in print and for every eye.
_SIDES = {
    Side.ONE: _Palette("#fbf6e9", "#5d5343", "#2b2620"),
    Side.TWO: _Palette("#2d3e54", "#101a26", "#f4f1e8"),
}


def svg(
    position: Position,
    *,
    title: str,
    description: str = "",
    bottom: Side = Side.ONE,
    turn: Side | None = None,
    dice: tuple[int, int] | None = None,
    cube: Cube | None = None,
    labels: tuple[str, str] = ("", ""),
    ident: str = "board",
) -> str:
    """The board as one `<svg>` element of at most 10 kB, side `bottom` moving towards its lower right.

    `position` is seen by `bottom`, whose numbers the points carry. `dice` lie with the side whose
    `turn` it is. The cube lies in the middle, with 64 on top as usual, or with its owner; while offered
    it lies before the side that must answer, at the value offered; `None` draws no cube. `labels` are
    short texts for the bottom and the top side, such as `3/7`. `title` and `description` are what a
    screen reader says; `ident` makes their ids unique on a page.
    """
    top = bottom.other
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-labelledby="{escape(ident)}-title {escape(ident)}-description" '
        'font-family="system-ui,sans-serif" text-anchor="middle">'
    )
    parts = [
        opening,
        f'<title id="{escape(ident)}-title">{escape(title)}</title>',
        f'<desc id="{escape(ident)}-description">{escape(description)}</desc>',
        _ground(),
        _numbers(),
        _checkers(position.own, bottom, is_bottom=True),
        _checkers(position.opp, top, is_bottom=False),
        _captions(position, labels),
    ]
    if dice is not None and turn is not None:
        parts.append(_dice(dice, turn, is_bottom=turn is bottom))
    if cube is not None:
        parts.append(_cube(cube, bottom))
    return "".join([*parts, "</svg>"])


def _ground() -> str:
    field_x, field_y, height = _GUTTER, _TOP, _BOTTOM - _TOP
    fields = "".join(
        f'<rect x="{x}" y="{field_y}" width="{_HALF}" height="{height}"/>'
        for x in (field_x, field_x + _HALF + _STEP)
    )
    paths: dict[int, list[str]] = {0: [], 1: []}
    for point in range(1, 25):
        x = _x(point) - _STEP // 2
        base, tip = (_BOTTOM, -_POINT) if point <= 12 else (_TOP, _POINT)
        paths[point % 2].append(f"M{x} {base}l{_STEP // 2} {tip}l{_STEP // 2} {-tip}z")
    return (
        f'<rect class="frame" width="{_WIDTH}" height="{_HEIGHT}" rx="10" fill="#4a3b30"/>'
        f'<g class="field" fill="#e6dcc6">{fields}</g>'
        f'<path class="points-a" fill="#bf8a63" d="{"".join(paths[0])}"/>'
        f'<path class="points-b" fill="#8fa08f" d="{"".join(paths[1])}"/>'
        f'<g class="tray" fill="#7b6553">{_tray(_TOP)}{_tray(_BOTTOM - _POINT)}</g>'
    )


def _tray(y: int) -> str:
    x = _WIDTH - _GUTTER + 9
    return f'<rect x="{x}" y="{y}" width="{_GUTTER - 18}" height="{_POINT}" rx="4"/>'


def _numbers() -> str:
    texts = "".join(
        f'<text x="{_x(point)}" y="{_HEIGHT - 8 if point <= 12 else 16}">{point}</text>'
        for point in range(1, 25)
    )
    return f'<g class="number" font-size="12" fill="#eadfc9">{texts}</g>'


def _captions(position: Position, labels: tuple[str, str]) -> str:
    """The label of each side on the left and its pip count on the right."""
    rows = ((position.own, labels[0], _HEIGHT - 8), (position.opp, labels[1], 16))
    texts = "".join(
        f'<text x="{_GUTTER // 2}" y="{y}">{escape(label)}</text>'
        f'<text x="{_WIDTH - _GUTTER // 2}" y="{y}">{pip_count(counts)}</text>'
        for counts, label, y in rows
    )
    return f'<g class="label" font-size="13" font-weight="600" fill="#fff">{texts}</g>'


def _checkers(counts: Sequence[int], side: Side, *, is_bottom: bool) -> str:
    circles: list[tuple[int, int]] = []
    numbers: list[str] = []
    for place in range(1, BAR + 1):
        shown = min(counts[place], _SHOWN_ON_BAR if place == BAR else _SHOWN)
        stack = [_spot(place, height, is_bottom=is_bottom) for height in range(shown)]
        circles += stack
        if counts[place] > shown:
            x, y = stack[-1]
            numbers.append(f'<text x="{x}" y="{y + 6}">{counts[place]}</text>')
    palette = _SIDES[side]
    return (
        f'<g class="checkers side-{side}" fill="{palette.fill}" stroke="{palette.edge}" stroke-width="1.5">'
        + "".join(f'<circle cx="{x}" cy="{y}" r="{_RADIUS}"/>' for x, y in circles)
        + f"{_borne_off(counts[OFF], is_bottom=is_bottom)}</g>"
        + f'<g class="rings" fill="none" stroke="{palette.mark}" stroke-opacity=".28">'
        + "".join(f'<circle cx="{x}" cy="{y}" r="{_RADIUS - 5}"/>' for x, y in circles)
        + f'</g><g class="count" font-size="17" font-weight="700" fill="{palette.mark}">{"".join(numbers)}</g>'
    )


def _borne_off(count: int, *, is_bottom: bool) -> str:
    x, thickness = _WIDTH - _GUTTER + 12, (_POINT - 6) // 15
    return "".join(
        f'<rect x="{x}" y="{y}" width="{_GUTTER - 24}" height="{thickness - 2}" rx="2"/>'
        for index in range(count)
        for y in [_BOTTOM - 3 - (index + 1) * thickness if is_bottom else _TOP + 5 + index * thickness]
    )


def _spot(place: int, height: int, *, is_bottom: bool) -> tuple[int, int]:
    """The centre of the checker at this height of a stack, the place in its own side's numbers."""
    if place == BAR:
        # Beside the home board that it enters: the opponent's.
        offset = 34 + height * _STEP
        return _BAR_X, _MIDDLE - offset if is_bottom else _MIDDLE + offset
    point = place if is_bottom else 25 - place
    offset = _STEP // 2 - 1 + height * (_STEP - 2)
    return _x(point), _BOTTOM - offset if point <= 12 else _TOP + offset


def _x(point: int) -> int:
    """The middle of a point of the bottom side, whose home board is on the right."""
    column = 12 - point if point <= 12 else point - 13
    return _GUTTER + column * _STEP + _STEP // 2 + (_STEP if column > 5 else 0)


def _dice(dice: tuple[int, int], side: Side, *, is_bottom: bool) -> str:
    """Two dice on the right of the side that rolled them."""
    palette = _SIDES[side]
    middle = _GUTTER + _HALF // 2 + (_HALF + _STEP if is_bottom else 0)
    drawn = []
    for die, x in zip(dice, (middle - 21, middle + 21), strict=True):
        pips = "".join(
            f'<circle cx="{x + 9 * across}" cy="{_MIDDLE + 9 * down}" r="3.4"/>'
            for across, down in _PIPS[die]
        )
        drawn.append(
            f'<rect x="{x - 17}" y="{_MIDDLE - 17}" width="34" height="34" rx="7" '
            f'stroke="{palette.edge}" stroke-width="1.5"/><g fill="{palette.mark}">{pips}</g>'
        )
    return f'<g class="die side-{side}" fill="{palette.fill}">{"".join(drawn)}</g>'


def _cube(cube: Cube, bottom: Side) -> str:
    x, y, value = _GUTTER // 2, _MIDDLE, cube.value
    if cube.offered_by is not None:
        # Pushed across the board to the side that must answer.
        value *= 2
        x = _GUTTER + _HALF // 2 + (_HALF + _STEP if cube.offered_by is bottom.other else 0)
    elif cube.owner is not None:
        y = _BOTTOM - 24 if cube.owner is bottom else _TOP + 24
    size = 17 if value < 100 else 13
    return (
        f'<g class="cube"><rect x="{x - 19}" y="{y - 19}" width="38" height="38" rx="6" fill="#fffdf7" '
        f'stroke="#2b2620" stroke-width="1.5"/><text x="{x}" y="{y + 6}" font-size="{size}" '
        f'font-weight="700" fill="#2b2620">{64 if value == 1 else value}</text></g>'
    )
