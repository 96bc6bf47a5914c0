"""Match texts for tests, and short ways to ask what a check said of them."""

from __future__ import annotations

import os
from pathlib import Path

from rules import Checked, Finding, Severity, check

DATA = Path(__file__).parent.parent / "data" / "records"
CLEAN = sorted([*(DATA / "gnubg").glob("*.mat"), *(DATA / "scripted").glob("*.mat")])
PUBLIC = Path(os.environ.get("VIDEAU_RECORDS", Path(__file__).parents[3] / "shared" / "records")) / "public"

# A game in which side one doubles and side two drops.
DROPPED = ("31: 8/5 6/5", "52: 13/8 24/22"), ("Doubles => 2", "Drops")
# One checker each: side two starts, side one wins a gammon by bearing off.
RACE = (
    ("", "61: 24/18 18/17"),
    ("62: 24/18 18/16", "54: 17/12 12/8"),
    ("55: 16/11 11/6 6/1 1/0", ""),
)
HYPERGAMMON_1 = '; [Variation "HyperGammon (1)"]'


def row(number: int, left_cell: str, right_cell: str = "") -> str:
    """A row in the columns that gnubg writes."""
    left_cell, right_cell = (f" {cell}" if cell[:1].isalpha() else cell for cell in (left_cell, right_cell))
    return f"{number:3d}) {left_cell:<27} {right_cell}"


def wins(points: int, *, right: bool = False, end: str = "") -> str:
    """A result on a line of its own, in the winner's column."""
    return " " * (34 if right else 6) + f"Wins {points} point{'' if points == 1 else 's'}{end}"


def set_position(own: dict[int, int], other: dict[int, int], *, cube: int = 1) -> str:
    """The line that sets a position: checkers by point, each side in its own numbers, 25 the bar.

    A cube of more than 1 is the right side's.
    """
    letters = ["-"] * 26
    for place, count in own.items():
        letters[place] = chr(ord("A") + count - 1)
    for place, count in other.items():
        letters[25 - place] = chr(ord("a") + count - 1)
    return f"; Set Pos={''.join(letters)}/{cube.bit_length() - 1}"


def game(
    *rows: tuple[str, str] | str,
    number: int = 1,
    score: tuple[int, int] = (0, 0),
    names: tuple[str, str] = ("Ann", "Bob"),
) -> str:
    """A game: pairs of cells become numbered rows, other lines stay as they are."""
    one = f"{names[0]} : {score[0]}"
    lines = [f" Game {number}", f" {one:<30} {names[1]} : {score[1]}"]
    turn = 0
    for line in rows:
        if isinstance(line, tuple):
            turn += 1
            lines.append(row(turn, *line))
        else:
            lines.append(line)
    return "\n".join(lines)


def mat(*games: str, length: int | None = 7, header: str = "") -> bytes:
    """A match text of games."""
    lines = [header] if header else []
    if length is not None:
        lines.append(f" {length} point match")
    return ("\n\n".join([*lines, *games]) + "\n").encode()


def codes(report: Checked, *, severity: Severity | None = None) -> list[str]:
    """The codes of the problems found, in order; of one severity if wanted."""
    return [problem.code for problem in report.problems if severity in (None, problem.severity)]


def codes_in(*games: str, length: int | None = 7, header: str = "") -> list[str]:
    """The codes of what a check finds in a match of these games, gaps and the set positions left out."""
    report = check(mat(*games, length=length, header=header))
    return [
        problem.code
        for problem in report.problems
        if problem.severity is not Severity.GAP and problem.code is not Finding.SET_POSITION
    ]
