"""The colours of a drawn board: for a light page, for a dark one, and for print in black and white."""

from __future__ import annotations

from dataclasses import dataclass

from ..match import Side


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours of one side's checkers and dice: the face, its edge, and rings, pips and numbers on it.

    >>> Paint("#ffffff", "#000000", "#333333").face
    '#ffffff'
    """

    face: str
    edge: str
    mark: str


@dataclass(frozen=True, slots=True)
class Palette:
    """Every colour of a drawing, as SVG writes it.

    Side one is light and side two dark in all palettes here, and light fields lie between them, so
    that the sides differ in print and for every eye; whoever makes a palette keeps to that.

    >>> LIGHT.one.face, LIGHT.of(Side.TWO).face
    ('#fffaf0', '#22344b')
    """

    frame: str
    frame_edge: str
    field: str
    point: str
    other_point: str
    point_edge: str
    tray: str
    text: str
    number: str
    one: Paint
    two: Paint
    cube: Paint
    arrow: str
    arrow_edge: str

    def of(self, side: Side) -> Paint:
        """The colours of a side."""
        return self.one if side is Side.ONE else self.two


LIGHT = Palette(
    frame="#5a4334",
    frame_edge="#3d2c21",
    field="#efe5d0",
    point="#c58a5e",
    other_point="#9aa98f",
    point_edge="#6f5a48",
    tray="#a58c72",
    text="#ffffff",
    number="#f3e8d3",
    one=Paint("#fffaf0", "#43382b", "#2b2620"),
    two=Paint("#22344b", "#a9b6c6", "#f7f3ea"),
    cube=Paint("#fffdf7", "#2b2620", "#2b2620"),
    arrow="#c81e1e",
    arrow_edge="#ffffff",
)
"""For a page with a light ground."""

DARK = Palette(
    frame="#12161b",
    frame_edge="#39424d",
    field="#28303a",
    point="#55606e",
    other_point="#3d4651",
    point_edge="#748294",
    tray="#0b0e12",
    text="#e8ecf1",
    number="#c3ccd6",
    one=Paint("#f4eddc", "#0c1014", "#2b2620"),
    two=Paint("#2262a0", "#9cc9f5", "#f2f7fd"),
    cube=Paint("#f4eddc", "#0c1014", "#2b2620"),
    arrow="#ffb020",
    arrow_edge="#12161b",
)
"""For a page with a dark ground."""

PRINT = Palette(
    frame="#ffffff",
    frame_edge="#000000",
    field="#ffffff",
    point="#c4c4c4",
    other_point="#ffffff",
    point_edge="#000000",
    tray="#ffffff",
    text="#000000",
    number="#000000",
    one=Paint("#ffffff", "#000000", "#000000"),
    two=Paint("#262626", "#000000", "#ffffff"),
    cube=Paint("#ffffff", "#000000", "#000000"),
    arrow="#000000",
    arrow_edge="#ffffff",
)
"""For paper: black, white and one grey, as a copying machine keeps them apart."""

PALETTES = {"light": LIGHT, "dark": DARK, "print": PRINT}
"""The palettes by name."""
