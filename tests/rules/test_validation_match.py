"""What a check finds in results, in the running score and at the end of the match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules import (
    CODES,
    Ended,
    GameScore,
    Problem,
    Result,
    Severity,
    Side,
    Transcript,
    Verdict,
    check,
    problems,
    replay,
    write,
)
from tests.rules.records import (
    DROPPED,
    HYPERGAMMON_1,
    RACE,
    codes,
    codes_in,
    game,
    mat,
    row,
    set_position,
    wins,
)

OPENED = ("31: 8/5 6/5", "52: 13/8 24/22")
LAST_ROW = RACE[2]

# The result of a game


@pytest.mark.parametrize(
    ("right", "points"),
    [({6: 14}, 1), ({13: 2, 6: 13}, 2), ({25: 1, 6: 14}, 3), ({20: 1, 6: 14}, 3)],
    ids=["D1", "D2", "D3-bar", "D3-home"],
)
def test_the_board_decides_what_a_game_was_worth(right: dict[int, int], points: int) -> None:
    position = set_position({1: 1}, right)
    assert codes_in(game(position, ("21: 1/0", ""), wins(points))) == []
    assert codes_in(game(position, ("21: 1/0", ""), wins(points + 1))) == ["wrong_result"]


def test_d4_a_drop_pays_the_cube_before_the_double() -> None:
    report = check(mat(game(*DROPPED, wins(2))))
    assert (report.problems[0].code, report.problems[0].expected) == ("wrong_result", "1")
    assert report.games[0].score == GameScore(Side.ONE, Result.SINGLE, 1, Ended.DROP)


def test_d5_a_side_may_resign_instead_of_answering_a_double() -> None:
    report = check(mat(game(OPENED, ("Doubles => 2", ""), wins(2))))
    assert codes(report) == ["match_not_finished"]
    assert report.games[0].score == GameScore(Side.ONE, Result.GAMMON, 1, Ended.RESIGNED)


@pytest.mark.parametrize("word", ["Concedes", "Resigned Game", "Forfeits", "Lost on time", "Losses 1 point"])
def test_d5_words_for_a_resignation(word: str) -> None:
    report = check(mat(game(OPENED, (word, wins(1, right=True).strip())), length=1))
    assert (report.verdict, report.winner) == (Verdict.CLEAN, Side.TWO)
    assert report.games[0].ended is Ended.RESIGNED


def test_d5_a_loss_in_the_losers_column_is_a_result_by_itself() -> None:
    report = check(mat(game(OPENED, ("Losses 2 points", ""))))
    assert codes(report) == ["match_not_finished"]
    assert report.score == (0, 2)


def test_a_loss_beside_the_result_says_nothing_new() -> None:
    rows = (*RACE[:2], (LAST_ROW[0], "Losses 2 points"), wins(2))
    assert codes_in(game(*rows), header=HYPERGAMMON_1) == []
    wrong = (*RACE, ("Losses 2 points", ""), wins(2))
    assert codes_in(game(*wrong), header=HYPERGAMMON_1) == ["played_after_game_end"]


def test_a_game_without_a_result_line_is_incomplete() -> None:
    report = check(mat(game(*RACE), length=1, header=HYPERGAMMON_1))
    assert codes(report) == ["missing_result"]
    assert (report.verdict, report.problems[0].expected) == (Verdict.INCOMPLETE, "2")
    report = check(mat(game(OPENED, ("Concedes", "")), length=3))
    assert codes(report) == ["missing_result", "match_not_finished"]
    assert report.score == (0, 1)


def test_a_game_without_an_end_is_incomplete() -> None:
    report = check(mat(game(OPENED), length=1))
    assert codes(report) == ["game_not_finished", "match_not_finished"]
    assert (report.verdict, report.winner, report.games[0].score) == (Verdict.INCOMPLETE, None, None)
    assert codes(check(mat(game(), length=1))) == ["game_not_finished", "match_not_finished"]


def test_a_second_result_is_a_problem_and_does_not_count() -> None:
    assert codes_in(game(*DROPPED, wins(1), wins(3))) == ["second_result"]
    assert check(mat(game(*DROPPED, wins(1), wins(3)))).score == (1, 0)


@pytest.mark.parametrize(
    "row",
    [
        ("41: 24/23 13/9", ""),
        ("Doubles => 2", ""),
        ("Takes", ""),
        ("Drops", ""),
        ("Beavers => 4", ""),
    ],
)
def test_what_follows_the_end_of_a_game_is_a_problem_told_once(row: tuple[str, str]) -> None:
    assert codes_in(game(*DROPPED, row, row, wins(1))) == ["played_after_game_end"]


@pytest.mark.parametrize(
    ("tag", "points", "codes"),
    [
        ("", 1, ["undeclared_rule"]),
        ("", 2, []),
        ("On", 1, []),
        ("On", 2, ["wrong_result"]),
        ("Off", 2, []),
        ("Off", 1, ["wrong_result"]),
    ],
)
def test_v4_jacoby_makes_a_gammon_single_without_a_double(tag: str, points: int, codes: list[str]) -> None:
    record = game(set_position({1: 1}, {13: 2, 6: 13}), ("21: 1/0", ""), wins(points))
    header = f'; [Jacoby "{tag}"]' if tag else ""
    assert codes_in(record, length=0, header=header) == ["unlimited_length", *codes]


def test_v4_jacoby_pays_gammons_after_a_double() -> None:
    first = game(set_position({1: 1}, {13: 2, 6: 13}, cube=2), ("21: 1/0", ""), wins(4))
    assert codes_in(first, length=0, header='; [Jacoby "On"]') == ["unlimited_length"]


# The score and the match


def test_m1_the_first_to_reach_the_length_has_won() -> None:
    report = check(mat(game(*RACE, wins(2, end=" and the match")), length=1, header=HYPERGAMMON_1))
    assert (report.verdict, report.winner) == (Verdict.CLEAN, Side.ONE)
    assert (report.score, report.counted) == ((2, 0), (1, 0))


def test_m1_a_match_that_nobody_won_is_not_won_by_words() -> None:
    report = check(mat(game(*DROPPED, wins(1, end=" and the match"))))
    assert codes(report) == ["match_not_won", "match_not_finished"]
    assert codes_in(game(*DROPPED, wins(1, end=" and the match")), length=0) == ["unlimited_length"]


def test_m1_what_follows_the_end_of_the_match_is_a_problem_and_does_not_count() -> None:
    games = (game(*RACE, wins(2)), game(*RACE, wins(2), number=2, score=(2, 0)))
    report = check(mat(*games, length=1, header=HYPERGAMMON_1))
    assert codes(report) == ["played_after_match_end"]
    assert (report.score, report.winner) == ((2, 0), Side.ONE)
    after = report.games[1]
    assert (after.points, after.counted, after.score_after) == (2, 0, (2, 0))


def test_one_slip_in_a_score_line_is_one_problem() -> None:
    games = (
        game(*DROPPED, wins(1)),
        game(*DROPPED, wins(1), number=2, score=(1, 3)),
        game(*DROPPED, wins(1), number=3, score=(2, 0)),
    )
    assert codes_in(*games) == ["wrong_score"]
    assert check(mat(*games)).score == (3, 0)


def test_a_score_line_that_others_build_on_counts() -> None:
    games = (
        game(*DROPPED, wins(1)),
        game(*DROPPED, wins(1), number=2, score=(1, 3)),
        game(*DROPPED, wins(1), number=3, score=(2, 3)),
    )
    assert codes_in(*games) == ["wrong_score"]
    assert check(mat(*games)).score == (3, 3)


def test_a_second_slip_is_a_second_problem() -> None:
    games = (
        game(*DROPPED, wins(1)),
        game(*DROPPED, wins(1), number=2, score=(1, 3)),
        game(*DROPPED, wins(1), number=3, score=(0, 0)),
    )
    assert codes_in(*games) == ["wrong_score", "wrong_score"]


def test_a_match_won_by_the_games_is_won_where_only_a_score_line_says_otherwise() -> None:
    first = game(*RACE, wins(2))
    second = game(*RACE, wins(2, end=" and the match"), number=2, score=(0, 0))
    report = check(mat(first, second, length=3, header=HYPERGAMMON_1))
    assert (codes(report), report.score, report.winner) == (["wrong_score"], (4, 0), Side.ONE)
    last = report.games[-1]
    assert (last.score_before, last.points, last.counted, last.score_after) == ((2, 0), 2, 1, (4, 0))
    without_claim = game(*RACE, wins(2), number=2, score=(0, 0))
    report = check(mat(first, without_claim, length=3, header=HYPERGAMMON_1))
    assert (codes(report), report.score) == (["wrong_score", "match_not_finished"], (2, 0))
    third = game(*RACE, wins(2), number=3, score=(4, 0))
    codes_of_three = codes_in(first, second, third, length=3, header=HYPERGAMMON_1)
    assert codes_of_three == ["wrong_score", "played_after_match_end"]


def test_a_score_line_beyond_the_length_does_not_count() -> None:
    games = (game(*DROPPED, wins(1)), game(*DROPPED, wins(1), number=2, score=(1, 7)))
    assert codes_in(*games) == ["wrong_score"]
    assert check(mat(*games)).score == (2, 0)


def test_a_missing_score_line_is_no_wrong_score() -> None:
    text = mat(game(*DROPPED, wins(1))).decode() + "\n Game 2\n  1) 31: 8/5 6/5\n"
    assert codes(check(text.encode()), severity=Severity.PROBLEM) == ["missing_score_line"]


def test_the_score_line_tells_what_an_unfinished_game_came_to() -> None:
    report = check(mat(game(OPENED), game(*DROPPED, wins(1), number=2, score=(0, 2))))
    assert codes(report) == ["game_not_finished", "match_not_finished"]
    assert report.score == (1, 2)


def test_m3_an_unfinished_crawford_game_was_the_crawford_game() -> None:
    games = (
        game(*DROPPED, wins(1)),
        game(OPENED, number=2, score=(1, 0)),
        game(*DROPPED, wins(1), number=3, score=(1, 0)),
    )
    assert codes_in(*games, length=2) == ["even_length", "dead_cube"]


def test_names_and_columns_exchanged_are_a_problem_and_the_sides_stay() -> None:
    position = set_position({6: 15}, {6: 14, 13: 1})
    rows = ("31: 6/3 6/5", "Doubles => 2"), ("Drops", wins(1, right=True).strip())
    exchange = game(position, *rows, number=2, score=(0, 1), names=("Bob", "Ann"))
    report = check(mat(game(*DROPPED, wins(1)), exchange))
    assert codes(report, severity=Severity.PROBLEM) == ["swapped_names"]
    assert report.score == (2, 0)
    assert report.transcript is not None
    assert replay(report.transcript)[-4].before.opp[13] == 1
    plain = game(*DROPPED, wins(1), number=2, score=(0, 1), names=("Bob", "Ann"))
    assert check(mat(game(*DROPPED, wins(1)), plain)).score == (1, 1)


def test_names_alone_exchanged_are_a_problem_and_the_columns_stay() -> None:
    games = (
        game(*DROPPED, wins(1)),
        game(*DROPPED, wins(1), number=2, score=(1, 0), names=("Bob", "Ann")),
    )
    assert codes_in(*games) == ["swapped_names"]
    assert check(mat(*games)).score == (2, 0)


def test_other_names_are_a_problem() -> None:
    games = (
        game(*DROPPED, wins(1)),
        game(*DROPPED, wins(1), number=2, score=(1, 0), names=("Ann", "Eve")),
    )
    problem = check(mat(*games)).problems[0]
    assert (problem.code, problem.found, problem.expected) == ("other_names", "Ann / Eve", "Ann / Bob")


# The outcome


def test_problems_are_those_of_a_check() -> None:
    report = check(mat(game(("31: 8/5", "52: 13/8 24/22"), ("41:", ""), wins(5))))
    assert report.transcript is not None
    assert problems(report.transcript) == report.problems


def test_problems_stand_in_the_order_of_their_lines() -> None:
    games = (game(*DROPPED, wins(3), number=2, score=(0, 1)), game(*DROPPED, wins(2), number=3))
    lines = [problem.line or 0 for problem in check(mat(*games)).problems]
    assert lines == sorted(lines)
    assert len(lines) > 3


def test_a_record_of_nothing_but_problems_is_left_at_a_limit() -> None:
    report = check(mat(game(*[("31: 8/5 6/5", "52: 9/8 9/7")] * 1000)))
    assert len(report.problems) == 502
    assert "too_many_problems" in codes(report)
    assert "too_many_problems" in codes(check(mat(*[game(number=number) for number in range(1, 800)])))


def test_a_transcript_without_games_has_nothing_to_find() -> None:
    assert problems(Transcript(("", ""), 7, ())) == ()
    assert replay(Transcript(("", ""), 7, ())) == ()


def test_every_code_has_one_severity() -> None:
    severities = {code: Problem(code).severity for code in CODES}
    assert set(severities.values()) == set(Severity)
    assert len(severities) == len(CODES)


def test_rows_in_another_order_are_a_problem_even_where_every_play_is_legal() -> None:
    rows = [row(1, "31: 8/5 6/5", "52: 13/8 24/22"), row(3, "41: 24/23 13/9", "21: 13/11 6/5")]
    rows += [row(2, "42: 8/4 6/4", "61: 13/7 8/7")]
    report = check(mat(game(*rows)))
    assert [problem.code for problem in report.problems if problem.severity is Severity.PROBLEM] == [
        "number_out_of_order"
    ]


def test_who_numbers_in_another_way_is_told_once() -> None:
    games = [game(*DROPPED, wins(1), number=1, score=(won, 0)) for won in range(4)]
    assert codes(check(mat(*games))).count("number_out_of_order") == 1
    rows = [row(1, "31: 8/5 6/5", "52: 13/8 24/22"), row(3, "42: 8/4 6/4", "61: 13/7 8/7")]
    rows += [row(5, "41: 24/23 13/9", "21: 13/11 6/5")]
    report = check(mat(game(*rows)))
    assert codes(report).count("number_skipped") == 1
    assert report.verdict is Verdict.INCOMPLETE


def test_a_result_may_stand_in_a_row_with_any_number() -> None:
    report = check(mat(game(*DROPPED, row(40, " Wins 1 point"))))
    assert codes(report) == ["match_not_finished"]


def test_two_games_of_one_number_are_told_in_every_notation() -> None:
    report = check(mat(game(*DROPPED, wins(1)), game(*DROPPED, wins(1), number=2, score=(1, 0)), length=3))
    assert report.transcript is not None
    first, second = report.transcript.games
    repeated = replace(report.transcript, games=(first, replace(second, number=1)))
    for notation in ("mat", "sgf"):
        assert "number_out_of_order" in codes(check(write(repeated, notation))), notation
