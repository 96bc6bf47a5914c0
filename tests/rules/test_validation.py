"""What a check finds: turns, plays, the cube, results, scores and the end of the match."""

from __future__ import annotations

import pytest

from rules import (
    Cube,
    Ended,
    GameScore,
    PlayFault,
    Result,
    Severity,
    Side,
    Step,
    Verdict,
    check,
    replay,
)
from tests.rules.records import (
    DROPPED,
    HYPERGAMMON_1,
    RACE,
    codes,
    codes_in,
    game,
    mat,
    set_position,
    wins,
)

OPENED = ("31: 8/5 6/5", "52: 13/8 24/22")
BEHIND = {13: 2, 6: 13}


def steps_of(*games: str, length: int = 7, header: str = "") -> tuple[Step, ...]:
    transcript = check(mat(*games, length=length, header=header)).transcript
    assert transcript is not None
    return replay(transcript)


# Rolls and turns


def test_b1_the_opening_roll_has_two_different_dice() -> None:
    assert codes_in(game(("11: 8/7(2) 6/5(2)", ""))) == ["opening_roll_equal"]


def test_b1_either_side_may_begin() -> None:
    assert codes_in(game(("", "31: 8/5 6/5"))) == []


def test_b2_nobody_rolls_twice_in_a_row() -> None:
    report = check(mat(game(OPENED, ("", "41: 24/23 13/9"))))
    problem = report.problems[0]
    assert (problem.code, problem.player, problem.turn) == ("out_of_turn", Side.TWO, 2)


def test_p1_an_illegal_play_is_named_and_the_game_goes_on_from_where_the_checkers_stood() -> None:
    rows = (("31: 13/8", "52: 13/8 24/22"), ("41: 8/4 8/7", ""))
    assert codes_in(game(*rows)) == ["wrong_distance"]
    assert steps_of(game(*rows))[1].before.opp[13] == 4


@pytest.mark.parametrize(
    ("cell", "fault"),
    [
        ("31: 8/5", PlayFault.UNDER_PLAY),
        ("31: 8/5 6/5 5/4", PlayFault.TOO_MANY_MOVES),
        ("31: 8/5 8/5", PlayFault.WRONG_DIE),
        ("31: 13/7", PlayFault.WRONG_DISTANCE),
        ("31: 5/8 6/5", PlayFault.WRONG_DIRECTION),
        ("61: 7/1 6/5", PlayFault.NO_CHECKER),
        ("51: 13/8 24/19", PlayFault.BLOCKED),
    ],
)
def test_each_fault_of_a_play_is_reported_under_its_own_name(cell: str, fault: PlayFault) -> None:
    report = check(mat(game((cell, ""))))
    problem = next(problem for problem in report.problems if problem.code is fault)
    assert (problem.line, problem.column, problem.game, problem.turn) == (5, 6, 1, 1)
    assert (problem.player, problem.found) == (Side.ONE, cell)
    assert problem.severity is Severity.PROBLEM


def test_a_play_with_dice_that_are_none_is_made_as_far_as_it_fits() -> None:
    (step,) = steps_of(game(("70: 13/6 24/1 7/1 4/0 26/1 24/19", "")))
    assert step.after.own[6] == 6
    assert step.after.own[13] == 4


def test_a_play_that_cannot_be_read_is_not_judged_beyond_that() -> None:
    assert codes_in(game(("31: 8/5 6x5", "52: 13/8 24/22"))) == ["unreadable_play"]


def test_a_play_the_record_calls_illegal_is_a_problem_and_its_position_stands() -> None:
    start = "-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2"
    cell = f"31: Illegal play (7;0;1;0;1;Bob;Ann;0;0;0;1;0;0;{start};0;4;1;)"
    assert codes_in(game((cell, "41: 24/23 13/9"))) == ["declared_illegal"]
    first, second = steps_of(game((cell, "41: 24/23 13/9")))
    assert (first.after, second.before) == (first.before, second.before)
    assert first.notation == "#"


def test_a_play_the_record_calls_illegal_may_have_no_position() -> None:
    assert codes_in(game(("31: Illegal play ()", ""))) == ["unreadable_position", "declared_illegal"]


# The cube


def test_e1_the_opener_cannot_double() -> None:
    assert codes_in(game(("Doubles => 2", "Drops"), wins(1))) == ["double_before_opening_roll"]


def test_e1_only_the_side_on_roll_doubles() -> None:
    assert codes_in(game(("31: 8/5 6/5", ""), ("Doubles => 2", "Drops"), wins(1))) == ["double_out_of_turn"]


def test_e2_only_the_owner_redoubles() -> None:
    rows = OPENED, ("Doubles => 2", "Takes"), ("41: 24/23 13/9", "42: 8/4 6/4"), ("Doubles => 4", "Takes")
    assert codes_in(game(*rows)) == ["cube_not_owned"]


def test_e2_the_owner_may_redouble() -> None:
    rows = OPENED, ("Doubles => 2", "Takes"), ("41: 24/23 13/9", "Doubles => 4"), ("Takes", "42: 8/4 6/4")
    assert codes_in(game(*rows)) == []
    last = steps_of(game(*rows))[-1]
    assert last.cube == Cube(4, Side.ONE)


@pytest.mark.parametrize("value", ["1", "3", "4", "64"])
def test_e2_a_double_doubles(value: str) -> None:
    report = check(mat(game(OPENED, (f"Doubles => {value}", "Takes"), ("41: 24/23 13/9", ""))))
    problem = report.problems[0]
    assert (problem.code, problem.found, problem.expected) == ("wrong_cube_value", value, "2")
    assert report.games[0].cube == 2


def test_e2_a_game_that_goes_on_was_taken() -> None:
    assert codes_in(game(OPENED, ("Doubles => 2", ""), ("41: 24/23 13/9", ""))) == ["missing_take"]
    rows = OPENED, ("Doubles => 2", "Doubles => 4"), ("Takes", "")
    assert codes_in(game(*rows)) == ["missing_take", "double_out_of_turn"]


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ("Takes", "take_without_double"),
        ("Drops", "drop_without_double"),
        ("Beavers => 4", "take_without_double"),
    ],
)
def test_e2_nothing_is_answered_without_a_double(cell: str, code: str) -> None:
    assert codes_in(game(OPENED, (cell, ""))) == [code]


def test_d5_a_drop_without_a_double_is_a_resignation() -> None:
    report = check(mat(game(OPENED, ("Drops", wins(1, right=True).strip()))))
    assert codes(report)[0] == "drop_without_double"
    assert report.games[0].score == GameScore(Side.TWO, Result.SINGLE, 1, Ended.RESIGNED)


def test_e2_the_doubler_does_not_answer() -> None:
    assert codes_in(game(OPENED, ("Doubles => 2", ""), ("Takes", ""))) == ["answer_out_of_turn"]
    assert codes_in(game(OPENED, ("Doubles => 2", ""), ("Drops", ""), wins(1))) == ["answer_out_of_turn"]


def test_e3_a_cube_beyond_every_scale_stays_where_it_is() -> None:
    position = set_position({24: 8, 13: 7}, {24: 8, 13: 7}, cube=1024)
    rows = [("31: 13/10 13/12", "31: 13/10 13/12")]
    rows += [("Doubles", "Takes"), ("21: 24/22 24/23", "Doubles"), ("Takes", "21: 24/22 24/23")] * 3
    report = check(mat(game(position, *rows), length=0))
    assert codes(report)[-3:-1] == ["cube_off_scale", "take_without_double"]
    assert report.games[0].cube == 1 << 15


def test_e4_a_closed_out_side_may_double() -> None:
    position = set_position({25: 1, 6: 14}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 7: 3})
    assert codes_in(game(position, ("31:", "21: 7/5 7/6"), ("Doubles => 2", "Drops"), wins(1))) == []


BEAVERS_ON, BEAVERS_OFF = '; [Beaver "On"]', '; [Beaver "Off"]'
BEAVERED = OPENED, ("Doubles => 2", "Beavers => 4")
GOES_ON = ("41: 24/23 13/9", "")


def test_e5_a_beaver_is_for_unlimited_play() -> None:
    assert codes_in(game(*BEAVERED, GOES_ON)) == ["beaver_in_match"]
    assert steps_of(game(*BEAVERED, GOES_ON), length=0)[-1].cube == Cube(4, Side.TWO)


@pytest.mark.parametrize(
    ("header", "code"),
    [(BEAVERS_ON, None), (BEAVERS_OFF, "rule_not_in_use"), ("", "undeclared_rule")],
)
def test_v4_beavers_are_in_use_where_the_record_says_so(header: str, code: str | None) -> None:
    codes = ["unlimited_length", *([code] if code else [])]
    assert codes_in(game(*BEAVERED, GOES_ON), length=0, header=header) == codes


def test_e5_a_beaver_doubles_what_was_offered() -> None:
    rows = OPENED, ("Doubles => 2", "Beavers => 8"), GOES_ON
    assert codes_in(game(*rows), length=0, header=BEAVERS_ON) == ["unlimited_length", "wrong_cube_value"]


def test_e6_a_cube_that_suffices_already_is_dead_and_only_remarked() -> None:
    games = (
        game(*DROPPED, wins(1)),
        game(OPENED, ("41:", ""), wins(1, right=True), number=2, score=(1, 0)),
        game(*DROPPED, wins(1), number=3, score=(1, 1)),
    )
    report = check(mat(*games, length=2))
    assert codes(report) == ["even_length", "dead_cube"]
    assert report.verdict is Verdict.CLEAN


def test_m2_a_double_in_the_crawford_game_is_a_problem_and_the_game_goes_on_as_played() -> None:
    rows = OPENED, ("Doubles => 2", "Takes"), ("41:", ""), wins(2, right=True)
    report = check(mat(game(*DROPPED, wins(1)), game(*rows, number=2, score=(1, 0)), length=2))
    problem = next(problem for problem in report.problems if problem.severity is Severity.PROBLEM)
    assert (problem.code, problem.game, problem.player) == ("double_in_crawford", 2, Side.ONE)
    assert [game_result.is_crawford for game_result in report.games] == [False, True]
    assert (report.score, report.winner) == ((1, 2), Side.TWO)


def test_m3_after_the_crawford_game_the_cube_is_in_use_again() -> None:
    games = (
        game(*RACE, wins(2)),
        game(*RACE[:2], ("41:", ""), wins(1, right=True), number=2, score=(2, 0)),
        game(
            *RACE[:1],
            ("62: 24/18 18/16", "Doubles => 2"),
            ("Drops", ""),
            wins(1, right=True),
            number=3,
            score=(2, 1),
        ),
    )
    assert codes_in(*games, length=3, header=HYPERGAMMON_1) == []


def test_m3_a_score_nobody_can_explain_accuses_nobody_of_doubling_in_the_crawford_game() -> None:
    # By the score line it is 2-0 in a match to 3, by the games before it is 1-0.
    games = (game(*DROPPED, wins(1)), game(*DROPPED, wins(1), number=2, score=(2, 0)))
    assert codes_in(*games, length=3) == ["wrong_score", "dead_cube"]
