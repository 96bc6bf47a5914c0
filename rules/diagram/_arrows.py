"""The arrows that show a play on the board before it."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from ..position import OUTSIDE, Position
from ._layout import MIDDLE, Layout, Spot
from .palette import Palette

_WIDTH = 5
_HEAD = 15
_RING = 13
# How far an arrow bends towards the middle of the board, for each unit of its length.
_BEND = 0.16


def arrows(
    layout: Layout, palette: Palette, position: Position, moves: Sequence[tuple[int, int]], *, is_bottom: bool
) -> str:
    """One arrow for each move, from the moving checker to its destination."""
    ends = _ends(layout, position, moves, is_bottom=is_bottom)
    shapes = "".join(_arrow(start, end, palette) for start, end in ends)
    return f'<g class="arrows" stroke-linecap="round">{shapes}</g>'


def _ends(
    layout: Layout, position: Position, moves: Sequence[tuple[int, int]], *, is_bottom: bool
) -> list[tuple[Spot, Spot]]:
    counts, waiting = (
        (position.own, position.outside[0]) if is_bottom else (position.opp, position.outside[1])
    )
    standing = {**dict(enumerate(counts)), OUTSIDE: waiting}
    ends = []
    for src, dst in moves:
        # An illegal play may move a missing checker: its arrow starts where that checker would stand.
        standing[src] = max(standing[src] - 1, 0)
        if src != dst:
            start = layout.spot(src, standing[src], is_bottom=is_bottom)
            ends.append((start, layout.spot(dst, standing[dst], is_bottom=is_bottom)))
        standing[dst] += 1
    return ends


def _arrow(start: Spot, end: Spot, palette: Palette) -> str:
    (x, y), (to_x, to_y) = start, end
    length = hypot(to_x - x, to_y - y)
    # The bend stands square on the way, on the side where the middle of the board is.
    across, up = (to_y - y) / length, (x - to_x) / length
    towards = 1 if ((y + to_y) / 2 + up - MIDDLE) ** 2 < ((y + to_y) / 2 - up - MIDDLE) ** 2 else -1
    bend = towards * _BEND * length
    via_x, via_y = (x + to_x) / 2 + across * bend, (y + to_y) / 2 + up * bend
    # The head looks along the last part of the curve.
    last = hypot(to_x - via_x, to_y - via_y)
    along, beside = (to_x - via_x) / last, (to_y - via_y) / last
    neck_x, neck_y = to_x - along * _HEAD, to_y - beside * _HEAD
    # It starts at the ring of the checker, so that a number on it stays to be read.
    first = hypot(via_x - x, via_y - y)
    x, y = x + (via_x - x) / first * _RING, y + (via_y - y) / first * _RING
    line = f"M{x:.0f} {y:.0f}Q{via_x:.0f} {via_y:.0f} {neck_x:.0f} {neck_y:.0f}"
    left = f"{neck_x - beside * 8:.0f} {neck_y + along * 8:.0f}"
    right = f"{neck_x + beside * 8:.0f} {neck_y - along * 8:.0f}"
    head = f"M{to_x:.0f} {to_y:.0f}L{left}L{right}z"
    return (
        f'<g fill="{palette.arrow_edge}" stroke="{palette.arrow_edge}" stroke-width="{_WIDTH + 4}">'
        f'<path fill="none" d="{line}"/><path stroke-width="4" stroke-linejoin="round" d="{head}"/></g>'
        f'<path class="arrow" fill="none" stroke="{palette.arrow}" stroke-width="{_WIDTH}" d="{line}"/>'
        f'<path fill="{palette.arrow}" d="{head}"/>'
    )
