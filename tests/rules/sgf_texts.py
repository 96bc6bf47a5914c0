"""SGF texts for tests."""

from __future__ import annotations

from rules import Problem, Transcript, check
from rules.notation import read

# A game that White wins by a drop, and one that Black wins so.
WHITE_WINS = ("W[31hefe]", "B[52lqac]", "W[double]", "B[drop]")
BLACK_WINS = ("B[31qtst]", "W[52mhxv]", "B[double]", "W[drop]")


def tree(
    *nodes: str,
    length: int | None = 7,
    number: int = 0,
    score: tuple[int, int] | None = (0, 0),
    names: tuple[str, str] = ("Ann", "Bob"),
    rules: str = "RU[Crawford]",
    more: str = "",
) -> str:
    """A game as gnubg writes it: its root node and one line for each node."""
    info = "" if length is None else f"[length:{length}]"
    info += f"[game:{number}]"
    info += "" if score is None else f"[ws:{score[0]}][bs:{score[1]}]"
    root = f"FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI{info}PW[{names[0]}]PB[{names[1]}]{rules}{more}"
    return "(;" + "\n;".join([root, *nodes]) + ")\n"


def transcript_of(text: str) -> Transcript:
    """The transcript of a text that can be read."""
    reading = read(text.encode())
    assert reading.format == "sgf"
    assert reading.transcript is not None
    return reading.transcript


def reader_problems(text: str) -> list[tuple[str, int | None, int | None, str]]:
    """What the reader could not read: code, line, column and what was found."""
    return [_place_of(problem) for problem in transcript_of(text).problems]


def check_problems(*games: str) -> list[str]:
    """The codes of everything that a check finds."""
    return [problem.code.value for problem in check("".join(games).encode()).problems]


def _place_of(problem: Problem) -> tuple[str, int | None, int | None, str]:
    return problem.code.value, problem.line, problem.column, problem.found
