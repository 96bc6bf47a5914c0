"""The conventions of programs that write `.mat` texts, each as a value."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MatStyle:
    """The conventions of one program for `.mat` texts."""

    format: str
    length_line: str
    score_width: int
    """The places from the left name to the right one, the blank before it not counted."""
    has_players: bool
    """Whether the header names the players, and the variant also where it is backgammon."""
    has_stars: bool
    """Whether a hit has its star."""
    unplayed: str
    """What stands behind dice that were rolled and not played."""
    right_width: int | None
    """The places a right cell is filled up to; `None` where the blanks at the end of a row are cut."""
    after_drop: str
    """A result in the right column that shares the row of a drop."""
    after_roll: str
    """A result in the right column that shares the row of a roll."""
    has_plural: bool
    """`Wins 2 points` and not `Wins 2 point`."""
    tells_match: bool
    """Whether the last result says `and the match`."""
    tells_loss: bool
    """Whether who resigned has a cell `Losses 2 point`."""
    caps_result: bool
    """Whether a result counts no more points than the match still needed (M6)."""
    blank_lines: int
    """How many blank lines stand between two games."""


GNUBG = MatStyle(
    format="mat",
    length_line=" {} point match",
    score_width=31,
    has_players=False,
    has_stars=True,
    unplayed="",
    right_width=0,
    after_drop=" {} ",
    after_roll="{}",
    has_plural=True,
    tells_match=False,
    tells_loss=False,
    caps_result=False,
    blank_lines=1,
)
XG = MatStyle(
    format="mat-xg",
    length_line="{} point match",
    score_width=32,
    has_players=True,
    has_stars=False,
    unplayed="???",
    right_width=28,
    after_drop=" {}",
    after_roll=" {}",
    has_plural=False,
    tells_match=True,
    tells_loss=False,
    caps_result=False,
    blank_lines=3,
)
GALAXY = MatStyle(
    format="mat-galaxy",
    length_line="{} point match",
    score_width=32,
    has_players=True,
    has_stars=False,
    unplayed="",
    right_width=None,
    after_drop=" {}",
    after_roll=" {}",
    has_plural=False,
    tells_match=True,
    tells_loss=True,
    caps_result=True,
    blank_lines=1,
)

STYLES = (GNUBG, XG, GALAXY)
"""Every style: of gnubg, of Jellyfish and XG, and of Backgammon Galaxy."""
