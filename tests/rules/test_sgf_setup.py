"""What .sgf texts set by hand: positions, dice, the cube and the side on roll."""

from __future__ import annotations

import pytest

from rules import EntryKind, Note, Position, Severity, Side, Verdict, check, replay
from tests.rules.boards import counts
from tests.rules.sgf_texts import check_problems, reader_problems, transcript_of, tree

# White has two checkers on point 24 and thirteen on 6, Black the same.
WHITE, BLACK = "AW[x][x]" + "[f]" * 13, "AB[a][a]" + "[s]" * 13
BOARD = f"AE[a:y]{WHITE}{BLACK}"
SET = Position(counts(p24=2, p6=13), counts(p24=2, p6=13))


def test_a_game_may_begin_from_a_set_position() -> None:
    text = tree(f"PL[W]{BOARD}", "W[31xufe]")
    game = transcript_of(text).games[0]
    assert (game.start, game.start_cube, game.start_owner) == (SET, 1, None)
    assert reader_problems(text) == [("set_position", 2, 7, "AE[a:y]")]
    assert [step.before for step in replay(transcript_of(text))] == [SET]


def test_bar_and_borne_off_checkers_are_set_too() -> None:
    board = "AE[a:y]AW[y][y][a]AB[y][x][w]"
    start = transcript_of(tree(board, "W[31yuyw]")).games[0].start
    assert start == Position(counts(bar=2, p1=1, off=12), counts(bar=1, p1=1, p2=1, off=12))


def test_points_may_be_listed_as_a_range() -> None:
    start = transcript_of(tree("AE[a:y]AW[a:c][b]AB[v:x][y:y]", "W[31cz]")).games[0].start
    assert start == Position(counts(p1=1, p2=2, p3=1, off=11), counts(p1=1, p2=1, p3=1, bar=1, off=11))


def test_a_part_of_the_first_board_may_be_changed() -> None:
    start = transcript_of(tree("AE[x]AW[w][w]", "W[31wtfe]")).games[0].start
    assert start == Position(counts(p23=2, p13=5, p8=3, p6=5), Position.start().opp)
    # One change after the other.
    start = transcript_of(tree("AE[x]AW[w]", "AW[v]", "W[31wtfe]")).games[0].start
    assert start == Position(counts(p23=1, p22=1, p13=5, p8=3, p6=5), Position.start().opp)


def test_a_position_set_twice_is_the_last_one() -> None:
    text = tree("AE[a:y]AW[a]AB[x]", "PL[W]DI[31]", f"AE[a:y]{WHITE}{BLACK}", "W[31xufe]")
    assert transcript_of(text).games[0].start == Position(counts(p1=1, off=14), counts(p1=1, off=14))
    text = tree("AE[a:y]AW[a]AB[x]", f"AE[a:y]{WHITE}{BLACK}", "W[31xufe]")
    assert transcript_of(text).games[0].start == SET


def test_a_set_position_of_a_variant_has_its_checkers() -> None:
    text = tree("AE[a:y]AW[a]AB[x]", "W[31az]", rules="RU[Hypergammon3]")
    assert transcript_of(text).games[0].start == Position(counts(p1=1, off=2), counts(p1=1, off=2))


@pytest.mark.parametrize(
    "board",
    [
        "AE[a:y]",
        "AE[a:y]" + WHITE,
        f"AE[a:y]{WHITE}{BLACK}[a]",
        f"AE[a:y]{WHITE}AB[f][f]",
        "AE[a:y]AW[q5][a]AB[x]",
        "AE[a:y]AW[][a]AB[x]",
        "AE[a:y]AW[c:a]AB[x]",
        "AE[a:y]AW[a:bc]AB[x]",
        "AE[a:y]AW" + "[a]" * 100_000 + "AB[x]",
        "AE[a:y]AB[x]",
    ],
)
def test_a_set_position_that_is_none_is_a_problem(board: str) -> None:
    text = tree(board, "W[31hefe]")
    assert [(code, line, column) for code, line, column, _ in reader_problems(text)] == [
        ("unreadable_position", 2, 2)
    ]
    assert transcript_of(text).games[0].start is None


def test_a_position_alone_is_an_unfinished_game() -> None:
    report = check(tree(BOARD, "PL[W]").encode())
    assert report.verdict is Verdict.INCOMPLETE
    assert report.transcript is not None
    assert report.transcript.games[0].start == SET


def test_b1_the_first_roll_after_a_set_position_is_no_opening_roll() -> None:
    weighty = [
        problem.code
        for problem in check(tree(BOARD, "W[11fefefefe]").encode()).problems
        if problem.severity is Severity.PROBLEM
    ]
    assert weighty == []


def test_e1_who_is_on_roll_in_a_set_position_may_double() -> None:
    weighty = [
        problem.code
        for problem in check(tree(BOARD, "W[double]", "B[drop]", more="RE[W+1]").encode()).problems
        if problem.severity is Severity.PROBLEM
    ]
    assert weighty == []


# The cube


def test_the_cube_may_be_set_before_the_game() -> None:
    game = transcript_of(tree(BOARD, "CV[4]", "CP[b]", "B[double]", "W[take]")).games[0]
    assert (game.start_cube, game.start_owner) == (4, Side.TWO)
    assert game.entries[0].value == 8
    game = transcript_of(tree("CP[w]CV[2]", "CP[c]", "W[31hefe]")).games[0]
    assert (game.start_cube, game.start_owner) == (2, None)


def test_e2_nobody_doubles_with_a_set_cube_of_the_other() -> None:
    text = tree(BOARD, "CV[2]CP[b]", "W[double]", "B[take]")
    assert "cube_not_owned" in check_problems(text)


def test_the_cube_may_be_told_again_where_it_is() -> None:
    nodes = ["W[31hefe]", "B[52lqac]", "CV[1]CP[c]", "W[double]", "B[take]", "CV[2]", "CP[b]", "W[21mkfe]"]
    assert reader_problems(tree(*nodes)) == []


@pytest.mark.parametrize("setup", ["CV[4]", "CV[3]", "CV[]", "CP[w]", "CP[B]", "CP[bar]"])
def test_a_cube_set_in_mid_game_cannot_be_followed(setup: str) -> None:
    text = tree("W[31hefe]", setup, "B[52lqac]")
    assert reader_problems(text) == [("unreadable_cell", 3, 2, setup)]


def test_a_cube_that_is_none_is_a_problem_before_the_game_too() -> None:
    text = tree("CV[3]", "CP[x]", "W[31hefe]")
    assert [problem[0] for problem in reader_problems(text)] == ["unreadable_cell"] * 2
    assert transcript_of(text).games[0].start_cube == 1


# Dice


def test_dice_without_a_play_are_a_roll_left_unplayed() -> None:
    text = tree("W[31hefe]", "PL[B]DI[52]", more="RE[W+2R]")
    roll = transcript_of(text).games[0].entries[1]
    assert (roll.kind, roll.side, roll.dice, roll.moves) == (EntryKind.ROLL, Side.TWO, (5, 2), ())
    assert (roll.note, roll.line, roll.column, roll.text) == (Note.NOT_PLAYED, 3, 7, "DI[52]")
    report = check(text.encode())
    assert [problem.code for problem in report.problems] == ["match_not_finished"]
    assert (report.games[0].winner, report.games[0].points) == (Side.ONE, 2)


@pytest.mark.parametrize(
    ("before", "side"),
    [
        ((), Side.ONE),
        (("PL[B]",), Side.TWO),
        (("PL[black]",), Side.TWO),
        (("PL[B]", "PL[]"), Side.ONE),
        (("W[31hefe]",), Side.TWO),
        (("PL[B]", "W[31hefe]"), Side.TWO),
        (("W[31hefe]", "PL[W]"), Side.ONE),
        (("B[31qtst]",), Side.ONE),
        (("W[31hefe]", "B[double]"), Side.TWO),
        (("W[31hefe]", "B[double]", "W[take]"), Side.TWO),
    ],
)
def test_dice_are_those_of_the_side_on_roll(before: tuple[str, ...], side: Side) -> None:
    roll = transcript_of(tree(*before, "DI[52]")).games[0].entries[-1]
    assert (roll.side, roll.dice) == (side, (5, 2))


def test_dice_set_by_hand_and_then_played_are_one_roll() -> None:
    entries = transcript_of(tree("W[31hefe]", "PL[B]DI[52]", "B[52lqac]")).games[0].entries
    assert [(entry.side, entry.dice, len(entry.moves)) for entry in entries] == [
        (Side.ONE, (3, 1), 2),
        (Side.TWO, (5, 2), 2),
    ]


def test_a_program_stopped_before_the_play_has_told_no_play() -> None:
    # gnubg writes both nodes, and nobody has said that nothing could be moved.
    (_, roll) = transcript_of(tree("W[31hefe]", "PL[B]DI[52]", "B[52]")).games[0].entries
    assert (roll.dice, roll.moves, roll.note) == ((5, 2), (), None)
    assert check_problems(tree("W[31hefe]", "PL[B]DI[52]", "B[52]")) == [
        "game_not_finished",
        "match_not_finished",
    ]


def test_dice_of_one_side_before_a_play_of_the_other_are_a_play_left_out() -> None:
    text = tree("W[31hefe]", "PL[B]DI[52]", "W[21mkfe]")
    assert transcript_of(text).games[0].entries[1].note is None
    assert "play_missing" in check_problems(text)


def test_dice_that_are_none_are_a_problem() -> None:
    text = tree("W[31hefe]", "PL[B]DI[5]", "W[21mkfe]")
    assert reader_problems(text) == [("invalid_dice", 3, 7, "DI[5]")]


def test_a_side_may_resign_before_it_rolls() -> None:
    text = tree("W[31hefe]", "PL[B]DI[00]", more="RE[W+1R]")
    assert reader_problems(text) == []
    assert check_problems(text) == ["match_not_finished"]


# Boards set in mid-game


def test_p1_dice_and_then_a_board_are_an_illegal_play() -> None:
    text = tree("W[31hefe]", "PL[B]DI[66]", f"PL[W]{BOARD}", "W[31xufe]")
    play = transcript_of(text).games[0].entries[1]
    assert (play.side, play.dice, play.moves, play.note) == (Side.TWO, (6, 6), (), Note.ILLEGAL)
    assert play.stood == SET.swapped()
    assert reader_problems(text) == []
    assert [code for code in check_problems(text) if "finished" not in code] == ["declared_illegal"]
    assert replay(transcript_of(text))[-1].before == SET


def test_a_board_after_a_play_is_where_the_game_goes_on() -> None:
    text = tree("W[31hefe]", f"PL[B]{BOARD}", "B[31sped]")
    play = transcript_of(text).games[0].entries[0]
    assert (play.dice, len(play.moves), play.note, play.stood) == ((3, 1), 2, Note.EDITED, SET)
    assert reader_problems(text) == [("position_differs", 2, 2, "W[31hefe]")]


def test_a_board_without_a_play_stands_for_a_turn() -> None:
    text = tree("W[31hefe]", f"PL[W]{BOARD}", "W[21xvfe]")
    entries = transcript_of(text).games[0].entries
    assert [(entry.side, entry.dice, entry.note) for entry in entries] == [
        (Side.ONE, (3, 1), None),
        (Side.TWO, None, Note.EDITED),
        (Side.ONE, (2, 1), None),
    ]
    assert entries[1].stood == SET.swapped()
    assert reader_problems(text) == [("position_differs", 3, 7, "AE[a:y]")]


def test_without_a_word_the_side_that_acts_next_is_on_roll() -> None:
    entries = transcript_of(tree("W[31hefe]", BOARD, "B[31sped]")).games[0].entries
    assert [(entry.side, entry.note) for entry in entries] == [(Side.ONE, Note.EDITED), (Side.TWO, None)]
    entries = transcript_of(tree("W[31hefe]", BOARD, "PL[W]DI[31]")).games[0].entries
    assert [(entry.side, entry.note) for entry in entries] == [
        (Side.ONE, None),
        (Side.TWO, Note.EDITED),
        (Side.ONE, Note.NOT_PLAYED),
    ]
    entries = transcript_of(tree("W[31hefe]", BOARD)).games[0].entries
    assert [(entry.side, entry.note) for entry in entries] == [(Side.ONE, Note.EDITED)]


@pytest.mark.parametrize("turn", ["PL[W]", "PL[B]", ""])
def test_after_dice_and_a_board_nobody_needs_to_say_whose_turn_it_is(turn: str) -> None:
    # With a board gnubg always writes `PL[W]`.
    text = tree("W[31hefe]", "PL[B]DI[66]", f"{turn}{BOARD}", "W[31xufe]")
    entries = transcript_of(text).games[0].entries
    assert [(entry.side, entry.note) for entry in entries[:2]] == [
        (Side.ONE, None),
        (Side.TWO, Note.ILLEGAL),
    ]
    text = tree("B[31qtst]", "PL[W]DI[66]", f"{turn}{BOARD}", "B[31sped]")
    entries = transcript_of(text).games[0].entries
    assert [(entry.side, entry.note) for entry in entries[:2]] == [
        (Side.TWO, None),
        (Side.ONE, Note.ILLEGAL),
    ]


def test_who_moves_again_after_a_board_is_believed_where_the_text_says_so() -> None:
    entries = transcript_of(tree("W[31hefe]", f"PL[B]{BOARD}", "W[21xvfe]")).games[0].entries
    assert [(entry.side, entry.note) for entry in entries] == [(Side.ONE, Note.EDITED), (Side.ONE, None)]
    entries = transcript_of(tree("W[31hefe]", "B[double]", BOARD)).games[0].entries
    assert [(entry.side, entry.note) for entry in entries[1:]] == [
        (Side.TWO, None),
        (Side.ONE, Note.EDITED),
    ]


def test_a_board_in_mid_game_that_is_none_leaves_the_play_as_it_was() -> None:
    text = tree("W[31hefe]", f"AE[a:x]{WHITE}{BLACK}", "B[52lqac]")
    assert [problem[0] for problem in reader_problems(text)] == ["unreadable_position"]
    assert [entry.note for entry in transcript_of(text).games[0].entries] == [None, None]
