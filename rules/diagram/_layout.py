"""The coordinates of a drawn board, in the units of its view box."""

from __future__ import annotations

from dataclasses import dataclass

from ..position import BAR, OFF, OUTSIDE

STEP = 40
"""The width of a point, and of a checker with the gap beside it."""
RADIUS = 18.5
STACK = 38
"""From the middle of a checker to the next one on it."""
GUTTER = 60
"""Beside the board: for the cube and the scores, and for the checkers borne off."""
BAR_WIDTH = 44
STRIP = 28
"""Above and below the board, for the numbers."""
POINT = 198
"""The height of a triangle."""
HALF = 6 * STEP
WIDTH = 2 * (GUTTER + HALF) + BAR_WIDTH
TOP = STRIP
BOTTOM = STRIP + 2 * POINT + 48
HEIGHT = BOTTOM + STRIP
MIDDLE = HEIGHT // 2
SHOWN = 5
"""More checkers on a point than these are told by a number on the last one shown."""
SHOWN_ON_BAR = 4
SLICES = {OFF: (9, 12.5), OUTSIDE: (34, 10.8)}
"""Checkers lying on their edge, borne off or not entered yet: the first from the board's end, and the next."""
OUTSIDE_TRAY = (SLICES[OUTSIDE][0] - 8, POINT)
"""Where the tray of checkers not entered yet begins and ends, from the board's end: past the label."""

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Layout:
    """The places on the board, its bottom side bearing off to the right or, mirrored, to the left (A5)."""

    is_mirrored: bool = False

    def across(self, x: float) -> float:
        """A horizontal coordinate, given for a board with its home on the right."""
        return WIDTH - x if self.is_mirrored else x

    def point_x(self, point: int) -> float:
        """The middle of a point, in the numbers of the bottom side."""
        column = 12 - point if point <= 12 else point - 13
        x = GUTTER + column * STEP + STEP // 2 + (BAR_WIDTH if column > 5 else 0)
        return self.across(x)

    def spot(self, place: int, height: int, *, is_bottom: bool) -> Spot:
        """The middle of the checker at this height of a place in its own side's numbers."""
        if place in SLICES:
            first, step = SLICES[place]
            offset = first + height * step
            x = self.off_x if place == OFF else self.outside_x
            return x, BOTTOM - offset if is_bottom else TOP + offset
        if place == BAR:
            # Beside the home board that it enters: the opponent's.
            offset = 40 + min(height, SHOWN_ON_BAR - 1) * STACK
            return self.bar_x, MIDDLE - offset if is_bottom else MIDDLE + offset
        point = place if is_bottom else 25 - place
        offset = 20 + min(height, SHOWN - 1) * STACK
        return self.point_x(point), BOTTOM - offset if point <= 12 else TOP + offset

    @property
    def bar_x(self) -> float:
        """The middle of the bar."""
        return WIDTH / 2

    @property
    def off_x(self) -> float:
        """The middle of the trays of the checkers borne off, beside the home boards."""
        return self.across(WIDTH - GUTTER / 2)

    @property
    def outside_x(self) -> float:
        """The middle of the other gutter: for cube, scores, and checkers that have not entered."""
        return self.across(GUTTER / 2)

    def half_x(self, *, is_right: bool) -> float:
        """The middle of a half of the board, seen by the bottom side with its home on the right."""
        x = WIDTH - GUTTER - HALF / 2 if is_right else GUTTER + HALF / 2
        return self.across(x)
