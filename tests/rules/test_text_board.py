"""The board in text: reading it back gives the same position."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cube import Cube
from rules.match import Side
from rules.position import Position
from rules.state import State
from rules.text_board import state_text_board, text_board
from rules.variant import DUTCH

from .boards import counts, positions
from .states import plays, sides

ONE, TWO = Side.ONE, Side.TWO
START = Position.start()

OPENING = """\
+-13-14-15-16-17-18-+---+-19-20-21-22-23-24-+
|  X           O    |   |  O              X |  O 167
|  X           O    |   |  O              X |  0/7 -7
|  X           O    |   |  O                |
|  X                |   |  O                |
|  X                |   |  O                |
|                   |bar|      (3) (1)      |  [64]
|  O                |   |  X                |
|  O                |   |  X                |
|  O           X    |   |  X                |
|  O           X    |   |  X              O |  0/7 -7
|  O           X    |   |  X              O | >X 167
+-12-11-10--9--8--7-+---+--6--5--4--3--2--1-+"""

MIRRORED = """\
+--1--2--3--4--5--6-+---+--7--8--9-10-11-12-+
|  X  O             |   |                   |  X 5
|  X  O             | 6 |                   |
|  X  O             | O |                   |  off 10
|  X  O             | O |                   |  [4]?
|  X  9             | O |                   |
|                   |bar|                   |
|                   |   |                   |
|                   |   |                   |
|                   |   |                   |
|                   |   |                   |
|                   |   |                   | >O 357
+-24-23-22-21-20-19-+---+-18-17-16-15-14-13-+"""


def test_the_opening() -> None:
    assert state_text_board(State(START, ONE, (3, 1), length=7)) == OPENING


def counts_and_margin(board: str) -> tuple[dict[str, list[int]], list[str]]:
    """The counts of X and O by point and bar, and the words in the margin."""
    lines = board.split("\n")
    counts_of = {"X": [0] * 26, "O": [0] * 26}
    for numbers, rows in ((lines[0], lines[1:6]), (lines[12], lines[11:6:-1])):
        columns = [
            (at, int(numbers[at : at + 3].strip("-"))) for half in (1, 25) for at in range(half, half + 18, 3)
        ]
        for at, point in columns:
            cells = [row[at : at + 3].strip() for row in rows]
            letter = cells[0]
            if letter:
                count = int(cells[4]) if cells[4].isdigit() else cells.count(letter)
                counts_of[letter][point] = count
        cells = [row[21:24].strip() for row in reversed(rows)]
        if letter := cells[0]:
            counts_of[letter][25] = int(cells[3]) if cells[3].isdigit() else cells.count(letter)
    return counts_of, [line[46:] for line in lines]


@given(positions(), sides, st.booleans())
def test_every_checker_can_be_read_off(position: Position, bottom: Side, is_mirrored: bool) -> None:
    counts_of, beside = counts_and_margin(text_board(position, bottom=bottom, is_mirrored=is_mirrored))
    own, opp = ("X", "O") if bottom is ONE else ("O", "X")
    assert counts_of[own][1:] == list(position.own[1:])
    assert [counts_of[opp][25 - point] for point in range(1, 25)] == list(position.opp[1:25])
    assert counts_of[opp][25] == position.opp[25]
    assert beside[1] == f" {opp} {position.opp_pips}"
    assert beside[11] == f" {own} {position.pips}"
    assert beside[3] == (f" off {position.opp[0]}" if position.opp[0] else "")
    assert beside[9] == (f" off {position.own[0]}" if position.own[0] else "")


@given(plays(), sides, st.booleans())
def test_no_line_is_wider_than_a_terminal(state: State, bottom: Side, is_mirrored: bool) -> None:
    lines = state_text_board(state, bottom=bottom, is_mirrored=is_mirrored).split("\n")
    assert len(lines) == 13
    assert max(map(len, lines)) <= 80
    assert all(line == line.rstrip() and line.isascii() for line in lines)
    assert len({line[:46].rstrip()[-1] for line in lines}) == 2


def test_a5_a_mirrored_board_and_the_numbers_of_the_other_side() -> None:
    position = Position(counts(bar=6, p23=9), counts(off=10, p1=5))
    state = State(position, TWO, cube=Cube(2, TWO, offered_by=TWO))
    assert state_text_board(state, is_mirrored=True, numbering=ONE) == MIRRORED


def test_v3_checkers_that_have_not_entered_are_counted() -> None:
    lines = text_board(Position.start(DUTCH), turn=TWO).split("\n")
    assert lines[1].endswith("| >O 375")
    assert lines[3].endswith("|  out 15")
    assert lines[9].endswith("|  out 15")
    both = Position(counts(off=1, p1=1), counts(p1=1), (2, 0))
    assert text_board(both).split("\n")[9].endswith("|  off 1 out 2")


@pytest.mark.parametrize(
    ("cube", "line", "cube_text"),
    [
        (Cube(), 6, "[64]"),
        (Cube(2, ONE), 8, "[2]"),
        (Cube(2, TWO), 4, "[2]"),
        (Cube(2, ONE, offered_by=ONE), 4, "[4]?"),
        (Cube(offered_by=TWO), 8, "[2]?"),
    ],
)
def test_the_cube_lies_beside_its_owner_or_before_who_must_answer(
    cube: Cube, line: int, cube_text: str
) -> None:
    lines = text_board(START, cube=cube).split("\n")
    assert [number for number, text in enumerate(lines) if "[" in text] == [line]
    assert lines[line].endswith(f"|  {cube_text}")


def test_m2_in_the_crawford_game_the_word_stands_in_its_place() -> None:
    board = state_text_board(State(START, ONE, length=7, score=(6, 0), is_crawford=True))
    assert board.split("\n")[6].endswith("|  Crawford")


@pytest.mark.parametrize("is_mirrored", [False, True])
@pytest.mark.parametrize("turn", Side)
def test_dice_lie_on_the_right_of_who_rolled(turn: Side, is_mirrored: bool) -> None:
    line = text_board(START, turn=turn, dice=(6, 5), is_mirrored=is_mirrored).split("\n")[6]
    outer, _, right = line.partition("bar")
    assert ("(6) (5)" in right) is ((turn is ONE) != is_mirrored)
    assert ("(6) (5)" in outer) is ((turn is TWO) != is_mirrored)
    assert "(" not in text_board(START, dice=(6, 5))


def test_labels_and_a_note_are_the_callers() -> None:
    lines = text_board(START, labels=("below", "above"), note="word").split("\n")
    assert [lines[at][47:] for at in (2, 6, 10)] == ["above", "word", "below"]


def test_in_money_play_a_score_is_told_once_there_is_one() -> None:
    assert "0" not in state_text_board(State(START)).split("\n")[2][46:]
    assert state_text_board(State(START, score=(3, 0))).split("\n")[10].endswith("|  3")
