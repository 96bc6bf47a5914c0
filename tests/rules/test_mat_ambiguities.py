"""What real .mat files leave open, one test or more for each (the numbers are those of docs/records.md)."""

from __future__ import annotations

import pytest

from rules import Ended, Result, Severity, Side, Verdict, check, replay
from rules.words import language
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

HOME = {1: 5, 2: 5, 3: 5}


def sides(*lines: tuple[str, str] | str) -> list[Side]:
    transcript = check(mat(game(*lines))).transcript
    assert transcript is not None
    return [entry.side for entry in transcript.games[0].entries]


def boards(*lines: tuple[str, str] | str) -> list[tuple[int, ...]]:
    """The mover's checkers after each roll."""
    transcript = check(mat(game(*lines))).transcript
    assert transcript is not None
    return [step.after.own for step in replay(transcript)]


# 1. The column of a lone cell


@pytest.mark.parametrize("blanks", [1, 3, 6])
def test_1_a_lone_cell_near_the_number_is_left(blanks: int) -> None:
    assert sides(("31: 8/5 6/5", "52: 13/8 24/22"), "  2)" + " " * blanks + "41: 24/23 13/9")[2] is Side.ONE


@pytest.mark.parametrize("blanks", [19, 29, 39, 60])
def test_1_a_lone_cell_far_from_the_number_is_right(blanks: int) -> None:
    assert sides("  1)" + " " * blanks + "31: 8/5 6/5") == [Side.TWO]


@pytest.mark.parametrize("blanks", [7, 12, 18])
def test_1_a_lone_cell_between_the_columns_belongs_to_whose_turn_it_is(blanks: int) -> None:
    lone = " " * blanks + "41: 24/23 13/9"
    assert sides("  1)" + lone) == [Side.TWO]
    assert sides(("31: 8/5 6/5", "52: 13/8 24/22"), "  2)" + lone)[2] is Side.ONE
    assert sides(("31: 8/5 6/5", ""), "  2)" + lone)[1] is Side.TWO


def test_1_a_long_left_cell_leaves_one_blank_before_the_right_one() -> None:
    line = "  1) 22: 24/22 24/22 13/11 13/11 52: 13/8 24/22"
    assert sides(line) == [Side.ONE, Side.TWO]


def test_1_lost_blanks_are_made_good_by_the_order_of_turns() -> None:
    rows = ("1) 31: 8/5 6/5", "2) 52: 13/8 24/22 41: 24/23 13/9")
    assert sides(*rows) == [Side.TWO, Side.ONE, Side.TWO]
    assert codes_in(game("1) 31: 8/5 6/5", "2) Doubles => 2 Drops", wins(1))) == []


def test_1_a_cell_in_its_column_stays_there_even_out_of_turn() -> None:
    assert sides(("31: 8/5 6/5", ""), ("52: 13/8 24/22", "41: 24/23 13/9"))[:2] == [Side.ONE, Side.ONE]


def test_1_a_game_of_one_row_has_nothing_to_prove_its_column() -> None:
    assert sides("1) 31: 8/5 6/5") == [Side.ONE]


def test_1_a_result_without_its_blanks_goes_to_whoever_won() -> None:
    assert codes_in(game(*DROPPED, "Wins 1 point")) == []
    assert codes_in(game(*RACE, "Wins 2 points"), header=HYPERGAMMON_1) == []
    assert sides("Wins 1 point") == [Side.ONE]


def test_1_the_last_play_once_more_in_the_other_column_is_no_play() -> None:
    # The loser resigned; the program filled the loser's cell with the play before.
    position = set_position({6: 15}, HOME)
    rows = ("31: 6/3 6/5", "65: 3/0 3/0"), ("65: 3/0 3/0", "")
    assert codes_in(game(position, *rows, wins(1, right=True))) == ["last_play_repeated"]
    assert check(mat(game(position, *rows, wins(1, right=True)))).games[0].ended is Ended.RESIGNED


def test_1_the_winning_play_once_more_in_the_other_column_is_no_play() -> None:
    rows = (*RACE[:2], ("55: 16/11 11/6 6/1 1/0", "55: 16/11 11/6 6/1 1/0"))
    assert codes_in(game(*rows, wins(2)), header=HYPERGAMMON_1) == ["last_play_repeated"]


def test_1_a_result_in_the_wrong_column_is_a_slip_where_the_next_score_line_shows_it() -> None:
    games = (game(*DROPPED, wins(1, right=True)), game(*DROPPED, wins(1), number=2, score=(1, 0)))
    assert codes_in(*games) == ["result_in_wrong_column"]


def test_1_a_result_in_the_wrong_column_is_a_problem_otherwise() -> None:
    assert codes_in(game(*DROPPED, wins(1, right=True))) == ["wrong_winner"]
    assert check(mat(game(*DROPPED, wins(1, right=True)))).score == (1, 0)


# 2. Who is who


def test_2_the_score_line_says_who_is_in_which_column_and_not_the_header() -> None:
    header = '; [Player 1 "Bob"]\n; [Player 2 "Ann"]'
    report = check(mat(game(*DROPPED, wins(1)), header=header))
    assert report.transcript is not None
    assert report.transcript.players == ("Ann", "Bob")
    assert codes(report) == ["match_not_finished"]


# 3. Stars


def test_3_stars_say_nothing_certain_about_hits() -> None:
    with_star, without = (
        boards(("31: 8/5 6/5", f"64: 24/14{star}"), ("41: 24/23 6/2*", ""))[-1] for star in ("", "*")
    )
    assert with_star == without
    assert codes_in(game(("31: 8/5 6/5", "43: 24/21 13/9*"))) == []


def test_3_a_joined_move_passes_without_a_hit_where_it_can() -> None:
    # From 24 a 6-4 passes 18, where a blot stands, or 20, which is empty.
    position = set_position({24: 2, 6: 13}, {7: 1, 6: 14})
    assert codes_in(game(position, ("64: 24/14", ""))) == []
    assert boards(position, ("64: 24/14", "61: 7/1 6/5"))[1][1] == 1


def test_3_a_written_stop_is_the_way_it_went() -> None:
    position = set_position({24: 2, 6: 13}, {7: 1, 6: 14})
    transcript = check(mat(game(position, ("64: 24/18*/14", "")))).transcript
    assert transcript is not None
    assert replay(transcript)[0].after.opp[25] == 1


# 4. Bearing off with two dice


@pytest.mark.parametrize("dice", ["41", "14"])
def test_4_one_checker_may_be_borne_off_by_both_dice(dice: str) -> None:
    position = set_position({4: 1, 1: 1}, HOME)
    transcript = check(mat(game(position, (f"{dice}: 4/off 1/off", "")))).transcript
    assert transcript is not None
    assert codes_in(game(position, (f"{dice}: 4/off 1/off", ""), wins(1))) == ["wrong_result"]
    alone = set_position({5: 1}, HOME)
    assert check(mat(game(alone, (f"{dice}: 5/off", "")))).games[0].ended is Ended.BORNE_OFF


def test_4_one_word_for_two_dice_is_read_so_that_it_is_legal() -> None:
    position = set_position({4: 1, 3: 1, 2: 1}, HOME)
    # With the 4 alone the 1 would be left; by way of 3 the checker uses both dice.
    assert codes_in(game(position, ("41: 4/off", ""))) == []
    # Where 3 is blocked only the 4 can have been used, and the 1 could have been played.
    block = set_position({4: 1, 2: 2}, {6: 11, 22: 4})
    assert codes_in(game(block, ("41: 4/off", ""))) == ["under_play"]


# 5. Rolls without a play


def test_5_a_roll_without_a_play_is_a_dance_where_nothing_can_move() -> None:
    position = set_position({25: 1, 6: 14}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 7: 3})
    assert codes_in(game(position, ("31:", "21: 7/5 7/6"))) == []
    assert codes_in(game(position, ("31: Cannot Move", "21: 7/5 7/6"))) == []


def test_5_a_forced_play_left_out_is_made() -> None:
    # The 6 enters, and no 5 can be played.
    position = set_position({25: 1, 6: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 7: 1, 11: 2, 24: 2})
    rows = ("65:", "21: 24/22 24/23")
    assert codes_in(game(position, rows)) == ["forced_play_omitted"]
    report = check(mat(game(position, rows)))
    assert report.transcript is not None
    steps = replay(report.transcript)
    assert steps[0].notation == "bar/19"
    assert steps[1].before.opp[19] == 1


def test_5_a_play_left_out_is_a_problem_where_there_was_a_choice() -> None:
    assert codes_in(game(("31:", "52: 13/8 24/22"))) == ["play_missing"]
    assert codes_in(game(("31: ????", "52: 13/8 24/22"))) == ["play_missing"]
    assert codes_in(game(("31:", "Doubles => 2"), ("Drops", wins(1, right=True).strip()))) == ["play_missing"]


def test_5_a_roll_left_lying_before_the_result_is_a_resignation() -> None:
    for cell in ("52:", "52: ???", "52: ????", "00: ????"):
        report = check(mat(game(("31: 8/5 6/5", cell), wins(1)), length=1))
        assert report.verdict is Verdict.CLEAN
        assert report.games[0].ended is Ended.RESIGNED


def test_5_a_false_dance_is_a_problem() -> None:
    assert codes_in(game(("31: Cannot Move", "52: 13/8 24/22"))) == ["false_dance"]


def test_5_a_resignation_before_the_roll_followed_by_a_play_is_a_problem() -> None:
    assert codes_in(game(("31: 8/5 6/5", "00: ????"), ("41: 24/23 13/9", ""))) == ["play_missing"]


# 6. Order inside a play


def test_6_moves_may_be_written_in_any_order() -> None:
    assert boards(("31: 6/5 8/5", "")) == boards(("31: 8/5 6/5", ""))
    position = set_position({25: 1, 13: 2, 6: 12}, {6: 15})
    assert codes_in(game(position, ("65: 13/7 bar/20", ""))) == []


# 7. The last checker


def test_7_a_play_that_bears_off_the_last_checker_ends_the_game_whatever_die_is_left() -> None:
    position = set_position({6: 1}, {20: 1, 6: 14})
    assert check(mat(game(position, ("61: 6/0", ""), wins(3)), length=1)).verdict is Verdict.CLEAN


# 8. Resigned values


@pytest.mark.parametrize(
    ("points", "result"), [(2, Result.SINGLE), (4, Result.GAMMON), (6, Result.BACKGAMMON)]
)
def test_8_a_resignation_is_worth_one_to_three_cubes(points: int, result: Result) -> None:
    rows = ("31: 8/5 6/5", "Doubles => 2"), ("Takes", "52: 13/8 24/22"), ("41:", "")
    report = check(mat(game(*rows, wins(points, right=True)), length=11))
    assert codes(report) == ["match_not_finished"]
    (game_result,) = report.games
    assert (game_result.result, game_result.cube, game_result.points, game_result.ended) == (
        result,
        2,
        points,
        Ended.RESIGNED,
    )


@pytest.mark.parametrize("points", [5, 1004, 2008])
def test_8_a_resigned_match_is_worth_what_it_still_needed(points: int) -> None:
    report = check(mat(game(("31: 8/5 6/5", "52:"), wins(points, end=" and the match")), length=5))
    assert codes(report) == ["match_resigned"]
    assert (report.score, report.games[0].result) == ((5, 0), Result.BACKGAMMON)


def test_8_a_length_above_the_worth_of_the_game_is_no_cut() -> None:
    games = (
        game(*DROPPED, wins(1)),
        game(*DROPPED, wins(1), number=2, score=(1, 0)),
        game(("31: 8/5 6/5", "52:"), wins(5), number=3, score=(2, 0)),
    )
    report = check(mat(*games, length=5))
    (problem,) = report.problems
    assert (report.score, report.games[2].points) == ((5, 0), 3)
    assert (problem.code, problem.severity) == ("match_resigned", Severity.REMARK)
    assert "cut" not in language("en").problem(problem, ("Ann", "Bob"))


def test_8_a_resigned_match_may_be_written_with_its_length() -> None:
    games = (
        game(*DROPPED, wins(1)),
        game(("31: 8/5 6/5", "52:"), wins(5, end=" and the match"), number=2, score=(1, 0)),
    )
    report = check(mat(*games, length=5))
    assert codes(report) == ["match_resigned"]
    assert report.score == (5, 0)


@pytest.mark.parametrize(("length", "points"), [(11, 4), (11, 5), (None, 1004), (11, 0)])
def test_8_any_other_resigned_value_is_wrong(length: int | None, points: int) -> None:
    report = check(mat(game(("31: 8/5 6/5", "52:"), wins(points)), length=length or 0))
    problem = next(problem for problem in report.problems if problem.code == "wrong_result")
    assert problem.expected == "1 2 3"
    assert report.score == (1, 0)


def test_8_a_resignation_for_more_than_could_be_lost_is_remarked() -> None:
    position = set_position({6: 15}, {6: 14})
    assert codes_in(game(position, ("31: 6/3 6/5", "52:"), wins(2))) == ["resigned_too_high"]


# 9. More points than were needed


def test_9_the_true_value_and_the_capped_one_are_both_right() -> None:
    rows = (("31: 8/5 6/5", "Doubles => 2"), ("Takes", "52: 13/8 24/22"))
    position = set_position({1: 1}, {13: 2, 6: 13})
    true, capped, other = (
        check(mat(game(position, ("21: 1/0", ""), wins(points)), length=1)) for points in (2, 1, 3)
    )
    assert codes(true) == ["set_position"]
    assert codes(capped) == ["set_position", "capped_result"]
    assert codes(other) == ["set_position", "wrong_result"]
    for report in (true, capped):
        assert (report.verdict, report.score, report.counted) == (Verdict.CLEAN, (2, 0), (1, 0))
        assert (report.games[0].points, report.games[0].counted) == (2, 1)
    assert codes_in(game(*rows, ("41:", ""), wins(4, right=True)), length=3) == []


@pytest.mark.parametrize("points", [2, 3])
def test_9_a_value_may_be_capped_at_what_was_needed_or_at_the_length(points: int) -> None:
    first = game(*DROPPED, wins(1))
    position = set_position({1: 1}, {13: 2, 6: 13}, cube=2)
    second = game(position, ("21: 1/0", ""), wins(points), number=2, score=(1, 0))
    assert codes_in(first, second, length=3) == ["capped_result"]


def test_9_a_resignation_may_be_capped_too() -> None:
    first = game(*DROPPED, wins(1))
    rows = ("31: 6/3 6/5", "52:"), wins(3)
    second = game(set_position({6: 15}, {6: 15}, cube=4), *rows, number=2, score=(1, 0))
    report = check(mat(first, second, length=4))
    assert codes_in(first, second, length=4) == ["even_length", "capped_result"]
    assert (report.score, report.counted) == ((5, 0), (4, 0))


def test_9_a_value_below_the_true_one_is_wrong_while_the_match_goes_on() -> None:
    position = set_position({1: 1}, {13: 2, 6: 13})
    assert codes_in(game(position, ("21: 1/0", ""), wins(1)), length=7) == ["wrong_result"]


# 10. Missing games


def test_10_a_score_line_ahead_of_its_game_number_shows_missing_games() -> None:
    games = (game(*DROPPED, wins(1)), game(*DROPPED, wins(1), number=3, score=(1, 2)))
    report = check(mat(*games))
    assert codes(report) == ["missing_games", "match_not_finished"]
    assert (report.problems[0].found, report.problems[0].expected) == ("1-2", "1-0")
    assert (report.verdict, report.score) == (Verdict.INCOMPLETE, (2, 2))


def test_10_a_record_may_begin_in_the_middle_of_a_match() -> None:
    report = check(mat(game(*DROPPED, wins(1), number=4, score=(6, 5))))
    assert codes(report) == ["missing_games", "dead_cube"]
    assert (report.verdict, report.score, report.winner) == (Verdict.INCOMPLETE, (7, 5), Side.ONE)


def test_10_a_score_line_that_does_not_follow_is_a_problem() -> None:
    games = (game(*DROPPED, wins(1)), game(*DROPPED, wins(1), number=2, score=(2, 0)))
    report = check(mat(*games))
    assert codes(report) == ["wrong_score", "match_not_finished"]
    assert (report.problems[0].found, report.problems[0].expected) == ("2-0", "1-0")


# 11. Encodings


@pytest.mark.parametrize(
    ("encoding", "name", "encoding_name"),
    [
        ("ascii", "Lovet", "ascii"),
        ("utf-8", "Løvet", "utf-8"),
        ("utf-8-sig", "Løvet", "utf-8-sig"),
        ("latin-1", "Løvet", "latin-1"),
        ("utf-8", "Løvet 望月", "utf-8"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_11_every_encoding_is_read(encoding: str, name: str, encoding_name: str, newline: str) -> None:
    text = mat(game(*DROPPED, wins(1), names=(name, "Bob")), length=1).decode()
    report = check(text.replace("\n", newline).encode(encoding))
    assert report.encoding == encoding_name
    assert report.transcript is not None
    assert report.transcript.players == (name, "Bob")
    assert codes(report) == (["not_utf8"] if encoding_name == "latin-1" else []) + ["cube_not_in_use"]
    assert report.problems[-1].line == 6


# 12. Lengths


def test_12_a_match_to_one_point_has_neither_cube_nor_crawford_game() -> None:
    report = check(mat(game(*DROPPED, wins(1)), length=1))
    assert codes(report) == ["cube_not_in_use"]
    assert not report.games[0].is_crawford


def test_12_even_and_unlimited_lengths_are_read_and_remarked() -> None:
    position = set_position({1: 1}, {13: 2, 6: 13})
    even = check(mat(game(position, ("21: 1/0", ""), wins(2)), length=2))
    assert (even.verdict, codes(even)) == (Verdict.CLEAN, ["even_length", "set_position"])
    unlimited = check(mat(game(*DROPPED, wins(1)), length=0))
    assert (unlimited.verdict, codes(unlimited)) == (Verdict.CLEAN, ["unlimited_length"])
    assert unlimited.winner is None


# 13. Other files called .mat


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!21 &2100000\nMaterial:\n", "not_a_record"),
        (b"MATLAB 5.0 MAT-file, Platform: GLNXA64".ljust(124, b" ") + b"\0\x01IM", "binary_data"),
    ],
)
def test_13_content_decides_and_not_the_name(data: bytes, code: str) -> None:
    report = check(data)
    assert (report.verdict, codes(report)) == (Verdict.UNREADABLE, [code])


def test_rows_in_the_helper_have_the_columns_of_gnubg() -> None:
    assert row(8, "Doubles => 2", "Takes") == "  8)  Doubles => 2                Takes"
