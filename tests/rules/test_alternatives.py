"""Legal alternatives after a fault: which, at what cost, and how the game continues (P1)."""

from __future__ import annotations

from time import process_time

import pytest

from rules import Entry, EntryKind, Move, PlayVerdict, Position, Problem, Side, Step, check, replay
from rules.alternatives import Alternatives
from rules.variant import BACKGAMMON
from tests.rules.boards import oracle_positions
from tests.rules.records import game, mat, set_position, wins

OPENED = ("31: 8/5 6/5", "52: 13/8 24/22")
# Fifteen checkers on points of their own, and nobody in their way.
SPREAD = set_position(dict.fromkeys(range(10, 25), 1), {24: 15})


def steps_of(*rows: tuple[str, str] | str) -> tuple[Step, ...]:
    transcript = check(mat(game(*rows))).transcript
    assert transcript is not None
    return replay(transcript)


def first_problem(*rows: tuple[str, str] | str) -> Problem:
    return next(problem for problem in check(mat(game(*rows))).problems if problem.code != "set_position")


def test_the_number_of_legal_plays_is_that_on_which_three_programs_agreed() -> None:
    for case in oracle_positions()[::7]:
        outcome = Alternatives(BACKGAMMON).outcome(case.position, case.dice, case.position, side=Side.ONE)
        is_counted_apart = "win_one_die" not in case.tags
        assert not is_counted_apart or outcome.alternatives == len(case.results)
        assert outcome.is_legal is (case.position in case.results)


def test_the_example_is_a_legal_play_and_the_most_similar_one() -> None:
    problem = first_problem(("42: 8/4 6/3", ""))
    assert (problem.code, problem.expected) == ("wrong_distance", "8/4 6/4")


def test_p1_an_illegal_play_stands_when_nothing_that_follows_speaks_against_it() -> None:
    _, second, *_ = steps_of(("31: 13/8", "52: 13/8 24/22"), ("41: 8/4 8/7", ""))
    assert second.before.opp[8] == 4


def test_p1_an_illegal_play_stands_when_its_checkers_move_on() -> None:
    # The checker that went five pips is the one that moves again.
    rows = (("41: 13/8 8/7", "52: 13/8 24/22"), ("61: 8/2 8/7", "31: 8/5 6/5"))
    first, second, third, _ = steps_of(*rows)
    assert first.after.own == third.before.own
    assert second.problems == third.problems == ()


def test_a_slip_of_the_pen_is_passed_over_when_a_legal_play_explains_all_that_follows() -> None:
    # 8/3 is written and 8/4 was played: the next play shows the 4 point held.
    rows = (("42: 8/3 6/4", "52: 13/8 24/22"), ("22: 4/2(2) 6/4(2)", "31: 8/5 6/5"))
    first, _, third, _ = steps_of(*rows)
    assert first.after.own[4] == 2
    assert (first.moves, first.notation, third.problems) == ((), "", ())
    assert [problem.code for problem in first.problems] == ["wrong_distance"]


def test_a_play_that_no_board_can_show_is_replaced_by_the_legal_one_that_lasts_longest() -> None:
    rows = (("31: 9/6 6/5", "52: 13/8 24/22"), ("44: 5/1(2) 24/20(2)", "31: 8/5 6/5"))
    problem = first_problem(*rows)
    assert (problem.code, problem.verdict, problem.expected) == (
        "no_checker",
        PlayVerdict.IMPOSSIBLE,
        "8/5 6/5",
    )
    assert steps_of(*rows)[2].problems == ()


def test_a_play_that_is_missing_is_found_out_from_the_ones_that_follow() -> None:
    rows = (("31:", "52: 13/8 24/22"), ("44: 5/1(2) 24/20(2)", "31: 8/5 6/5"))
    assert first_problem(*rows).code == "play_missing"
    first, _, third, _ = steps_of(*rows)
    assert (first.after.own[5], third.problems) == (2, ())


def test_a_forced_play_and_a_dance_that_follow_need_no_words() -> None:
    # Side two is shut out but for one point, and enters there without a word.
    prime = {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 8: 5}
    rows = (
        set_position(prime, {25: 1, 6: 14}),
        ("42: 8/3 8/6", "32:"),
        ("42: 8/4 8/6", "61:"),
        ("21: 8/6 6/5", "21: 18/15"),
    )
    assert first_problem(*rows).code == "wrong_distance"
    codes = [problem.code for step in steps_of(*rows) for problem in step.problems]
    assert codes == ["wrong_distance", "forced_play_omitted"]


def test_a_roll_left_lying_at_the_end_speaks_against_nothing() -> None:
    rows = (("42: 8/3 6/4", "52: 13/8 24/22"), ("61:", ""))
    assert steps_of(*rows)[0].after.own[3] == 1


def test_a_game_that_goes_on_was_not_over() -> None:
    # Three checkers off would have ended the game, and it went on.
    position = set_position({3: 1, 2: 2}, {6: 15})
    rows = (position, ("31: 3/off 2/off 2/off", "41: 6/2 6/5"), ("21: 2/off 1/off", ""))
    first, _, last = steps_of(*rows)
    assert [problem.code for problem in first.problems] == ["too_many_moves"]
    assert first.after.own[:3] == (13, 1, 1)
    assert last.problems == ()


def test_an_unknown_roll_ends_the_search() -> None:
    rows = (("42: 8/3 6/4", "70: 13/8"), ("22: 4/2(2) 6/4(2)", ""))
    assert steps_of(*rows)[0].after.own[3] == 1


def test_the_faults_of_a_record_share_one_budget() -> None:
    start = process_time()
    report = check(mat(game(SPREAD, *[("11: Cannot Move", "11: Cannot Move")] * 240)))
    seconds = process_time() - start
    dances = [problem for problem in report.problems if problem.code == "false_dance"]
    alternatives = [problem.alternatives for problem in dances if problem.alternatives is not None]
    assert len(dances) > 400
    # A crafted 1-1 has over a thousand plays, so a record may ask for few of them.
    assert max(alternatives) > 1000
    assert len(alternatives) < 20
    assert (dances[-1].alternatives, dances[-1].expected, dances[-1].verdict) == (
        None,
        "",
        PlayVerdict.ILLEGAL,
    )
    # Some hundredths of a second on an ordinary machine; to count them all would take minutes.
    assert seconds < 5


def test_without_dice_nothing_is_counted() -> None:
    position = Position.start()
    assert Alternatives(BACKGAMMON).outcome(position, None, position, side=Side.ONE) == (
        position,
        None,
        "",
        False,
    )


def test_p1_a_play_that_the_record_wrongly_calls_illegal_is_legal() -> None:
    # The board after 8/5 6/5 in Snowie's order, own checkers negative.
    points = {1: -2, 6: 5, 8: 3, 12: -5, 13: 5, 17: -2, 19: -4, 20: -2, 24: 2}
    board = ";".join(str(points.get(place, 0)) for place in range(26))
    problem = first_problem((f"31: Illegal play (7;0;1;0;1;Bob;Ann;0;0;0;1;0;{board};4;1;)", ""))
    assert (problem.code, problem.verdict, problem.alternatives) == (
        "declared_illegal",
        PlayVerdict.LEGAL,
        16,
    )


def test_what_an_entry_says_is_told_where_there_is_no_text() -> None:
    roll = Entry(EntryKind.ROLL, Side.ONE, None, 1, 1, "", (3, 1), (Move(24, 21), Move(21, 20)))
    assert roll.said == "31: 24/20"
    assert roll._replace(text="31: 24/21 21/20").said == "31: 24/21 21/20"
    assert Entry(EntryKind.TAKE, Side.ONE, None, 1, 1, "").said == "take"


@pytest.mark.parametrize("cell", ["31: 8/5 6x5", "31: 8/5 x"])
def test_an_unreadable_play_is_one_problem_with_what_was_legal(cell: str) -> None:
    report = check(mat(game((cell, "52: 13/8 24/22"), ("44: 5/1(2) 24/20(2)", ""), wins(1))))
    (problem,) = (problem for problem in report.problems if problem.code == "unreadable_play")
    assert (problem.alternatives, problem.expected) == (16, "8/5 6/5")


def test_an_unreadable_play_after_the_end_is_still_told() -> None:
    rows = (OPENED, ("Doubles => 2", "Drops"), ("31: 8/5 6x5", ""), wins(1))
    codes = [problem.code for problem in check(mat(game(*rows))).problems]
    assert codes[:2] == ["played_after_game_end", "unreadable_play"]
