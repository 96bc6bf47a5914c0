"""The parts of a drawn board as SVG: ground, checkers, dice, cube and texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from ..cube import Cube
from ..match import Side
from ..position import BAR, OFF, OUTSIDE, Position
from ._layout import (
    BOTTOM,
    GUTTER,
    HALF,
    HEIGHT,
    MIDDLE,
    OUTSIDE_TRAY,
    POINT,
    RADIUS,
    SHOWN,
    SHOWN_ON_BAR,
    SLICES,
    STEP,
    TOP,
    WIDTH,
    Layout,
    Spot,
)
from .palette import Paint, Palette

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_DIE = 36
_CUBE = 40
# The lowest line of a text in the strips, and the highest.
_LOWEST, _HIGHEST = HEIGHT - 9, 21


def ground(layout: Layout, palette: Palette, *, has_outside: bool) -> str:
    """The frame, the two fields, the points and the trays, also those for checkers not entered yet."""
    fields = "".join(
        _rect(layout.half_x(is_right=is_right), MIDDLE, HALF, BOTTOM - TOP) for is_right in (False, True)
    )
    paths: dict[int, list[str]] = {0: [], 1: []}
    for point in range(1, 25):
        x = layout.point_x(point) - STEP / 2
        base, tip = (BOTTOM, -POINT) if point <= 12 else (TOP, POINT)
        paths[point % 2].append(f"M{x:g} {base}l{STEP // 2} {tip}l{STEP // 2} {-tip}z")
    trays = _tray(layout.off_x, 0, POINT)
    if has_outside:
        trays += _tray(layout.outside_x, *OUTSIDE_TRAY)
    edge = f'stroke="{palette.point_edge}"'
    return (
        f'<rect class="frame" x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="10" '
        f'fill="{palette.frame}" stroke="{palette.frame_edge}" stroke-width="2"/>'
        f'<g class="field" fill="{palette.field}" {edge}>{fields}</g>'
        f'<path class="points-a" fill="{palette.point}" {edge} d="{"".join(paths[1])}"/>'
        f'<path class="points-b" fill="{palette.other_point}" {edge} d="{"".join(paths[0])}"/>'
        f'<g class="tray" fill="{palette.tray}" {edge}>{trays}</g>'
    )


def numbers(layout: Layout, palette: Palette, *, is_bottoms: bool) -> str:
    """The numbers of the points, as one side counts them."""
    texts = "".join(
        _text(
            layout.point_x(point), _LOWEST if point <= 12 else _HIGHEST, point if is_bottoms else 25 - point
        )
        for point in range(1, 25)
    )
    return f'<g class="number" font-size="16" fill="{palette.number}">{texts}</g>'


def captions(layout: Layout, palette: Palette, position: Position, labels: tuple[str, str]) -> str:
    """The lines of each side's label, and its pip count on the other side of the board."""
    texts = []
    for pips, label, is_bottom in ((position.pips, labels[0], True), (position.opp_pips, labels[1], False)):
        lines = [line for line in label.split("\n") if line]
        for number, line in enumerate(lines):
            y = _LOWEST - 20 * number if is_bottom else _HIGHEST + 20 * number
            texts.append(_text(layout.outside_x, y, escape(line)))
        texts.append(_text(layout.off_x, _LOWEST if is_bottom else _HIGHEST, pips))
    return f'<g class="label" font-size="16" font-weight="600" fill="{palette.text}">{"".join(texts)}</g>'


def cube_note(layout: Layout, palette: Palette, text: str) -> str:
    """A short text in the place of the cube, read upwards."""
    x = layout.outside_x
    return (
        f'<text class="note" x="{x:g}" y="{MIDDLE}" font-size="17" font-weight="600" fill="{palette.text}" '
        f'dominant-baseline="central" transform="rotate(-90 {x:g} {MIDDLE})">{escape(text)}</text>'
    )


def checkers(layout: Layout, palette: Palette, position: Position, side: Side, *, is_bottom: bool) -> str:
    """The checkers of a side on the points and the bar, its stacks counted, and those off the board."""
    counts, waiting = (
        (position.own, position.outside[0]) if is_bottom else (position.opp, position.outside[1])
    )
    spots: list[Spot] = []
    labels: list[tuple[Spot, int]] = []
    for place in range(1, BAR + 1):
        number = min(counts[place], SHOWN_ON_BAR if place == BAR else SHOWN)
        stack = [layout.spot(place, height, is_bottom=is_bottom) for height in range(number)]
        if counts[place] > number:
            labels.append((stack[-1], counts[place]))
        spots += stack
    paint = palette.of(side)
    plain = [spot for spot in spots if spot not in {spot for spot, _ in labels}]
    return (
        f'<g class="checkers side-{side}" fill="{paint.face}" stroke="{paint.edge}" stroke-width="1.5">'
        f"{_circles(spots, RADIUS)}"
        f"{_slices(layout, OFF, counts[OFF], is_bottom=is_bottom)}"
        f"{_slices(layout, OUTSIDE, waiting, is_bottom=is_bottom)}</g>"
        f"{_marks(paint, plain, side)}"
        f'<g class="count" font-size="20" font-weight="700" fill="{paint.mark}">'
        f"{''.join(_text(x, y + 7, count) for (x, y), count in labels)}</g>"
        f"{_tray_counts(layout, palette, counts[OFF], waiting, is_bottom=is_bottom)}"
    )


def thrown_dice(layout: Layout, paint: Paint, dice: tuple[int, int], side: Side, *, is_bottom: bool) -> str:
    """Two dice on the right of the side that rolled them."""
    middle = layout.half_x(is_right=is_bottom)
    shapes = []
    for die, x in zip(dice, (middle - 23, middle + 23), strict=True):
        pips = _circles(((x + 10 * across, MIDDLE + 10 * down) for across, down in _PIPS[die]), 3.7)
        shapes.append(
            _rect(x, MIDDLE, _DIE, _DIE, rx=7, more=f'stroke="{paint.edge}" stroke-width="1.5"')
            + f'<g fill="{paint.mark}">{pips}</g>'
        )
    return f'<g class="die side-{side}" fill="{paint.face}">{"".join(shapes)}</g>'


def turn_mark(layout: Layout, palette: Palette, *, is_bottom: bool) -> str:
    """A triangle beside the pip count of the side on roll, pointing at the board."""
    x = layout.across(WIDTH - GUTTER + 4)
    y, back = (_LOWEST - 6 if is_bottom else _HIGHEST - 6), layout.across(8) - layout.across(0)
    return f'<path class="turn" fill="{palette.text}" d="M{x - back / 2:g} {y}l{back:g} -6v12z"/>'


def cube_face(layout: Layout, paint: Paint, cube: Cube, bottom: Side) -> str:
    """The cube: in the middle with 64 on top, with its owner, or offered before who must answer."""
    x, y, value = layout.outside_x, float(MIDDLE), cube.value
    if cube.offered_by is not None:
        # Pushed across the board to the side that must answer.
        value *= 2
        x = layout.half_x(is_right=cube.offered_by is bottom.other)
    elif cube.owner is not None:
        y = BOTTOM - 44 if cube.owner is bottom else TOP + 44
    number = 64 if value == 1 else value
    size = {1: 24, 2: 22, 3: 18}.get(len(str(number)), 13)
    return (
        '<g class="cube">'
        + _rect(x, y, _CUBE, _CUBE, rx=7, more=f'fill="{paint.face}" stroke="{paint.edge}" stroke-width="2"')
        + f'<text x="{x:g}" y="{y + size * 0.36:g}" font-size="{size}" font-weight="700" '
        f'fill="{paint.mark}">{number}</text></g>'
    )


def _marks(paint: Paint, spots: Sequence[Spot], side: Side) -> str:
    """A ring on every checker, with a dot inside it for side two, so that the sides differ without colour."""
    dots = _circles(spots, 4) if side is Side.TWO else ""
    return (
        f'<g class="rings" fill="none" stroke="{paint.mark}" stroke-opacity=".35" stroke-width="1.5">'
        f"{_circles(spots, 12.5)}{dots}</g>"
    )


def _tray(x: float, begin: float, end: float) -> str:
    """The trays of both sides in a gutter, from their ends of the board inwards."""
    offset, height = (begin + end) / 2, end - begin
    return "".join(_rect(x, y, GUTTER - 16, height, rx=4) for y in (TOP + offset, BOTTOM - offset))


def _slices(layout: Layout, place: int, count: int, *, is_bottom: bool) -> str:
    """Checkers seen from their edge."""
    spots = (layout.spot(place, height, is_bottom=is_bottom) for height in range(count))
    thickness = SLICES[place][1] - 1.5
    return "".join(_rect(x, y, GUTTER - 22, thickness, rx=2.5) for x, y in spots)


def _tray_counts(layout: Layout, palette: Palette, off: int, waiting: int, *, is_bottom: bool) -> str:
    """The numbers of checkers in the trays, in the middle of the gutter, where no arrow ends."""
    y = MIDDLE + (20 if is_bottom else -8)
    texts = [_text(x, y, count) for x, count in ((layout.off_x, off), (layout.outside_x, waiting)) if count]
    return f'<g class="off" font-size="16" font-weight="600" fill="{palette.text}">{"".join(texts)}</g>'


def _circles(spots: Iterable[Spot], radius: float) -> str:
    return "".join(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}"/>' for x, y in spots)


def _rect(x: float, y: float, width: float, height: float, *, rx: float = 0, more: str = "") -> str:
    """A rectangle around its middle."""
    rounded = f' rx="{rx:g}"' if rx else ""
    return (
        f'<rect x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width:g}" height="{height:g}"{rounded}'
        f"{' ' * bool(more)}{more}/>"
    )


def _text(x: float, y: float, text: object) -> str:
    return f'<text x="{x:g}" y="{y:g}">{text}</text>'
