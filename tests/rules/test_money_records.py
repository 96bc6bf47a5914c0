"""Records of unlimited play: beavers, raccoons, automatic doubles and Jacoby's rule, as the header allows (V4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules import (
    Cube,
    Ended,
    Finding,
    GameScore,
    Position,
    Problem,
    Result,
    Side,
    Transcript,
    check,
    problems,
    replay,
)
from rules.results import Stake, judged_result
from tests.rules.boards import counts
from tests.rules.records import game, mat, set_position, wins

OPENED = ("31: 8/5 6/5", "52: 13/8 24/22")
DOUBLED = ("Doubles => 2", "Beavers => 4")
GOES_ON = ("41: 24/23 13/9", "")
BEAVERS = '; [Beaver "On"]'


def transcript_of(*rows: tuple[str, str] | str, header: str = BEAVERS, length: int = 0) -> Transcript:
    transcript = check(mat(game(*rows), length=length, header=header)).transcript
    assert transcript is not None
    return transcript


def codes_in(transcript: Transcript) -> list[str]:
    """The codes of what a check finds, apart from the length and what is missing at the end."""
    passed_over = {"unlimited_length", "game_not_finished", "match_not_finished", "set_position"}
    return [problem.code for problem in problems(transcript) if problem.code not in passed_over]


def cubes(transcript: Transcript) -> list[Cube]:
    return [step.cube for step in replay(transcript)]


def test_v4_a_beaver_turns_the_cube_and_keeps_it() -> None:
    transcript = transcript_of(OPENED, DOUBLED, GOES_ON)
    assert codes_in(transcript) == []
    assert cubes(transcript)[-1] == Cube(4, Side.TWO)


def test_v4_a_beaver_may_be_accepted_in_words() -> None:
    assert codes_in(transcript_of(OPENED, DOUBLED, ("Takes", ""), GOES_ON)) == []


def test_v4_a_beaver_that_is_dropped_costs_the_cube_before_it() -> None:
    report = check(mat(game(OPENED, DOUBLED, ("Drops", ""), wins(2, right=True)), length=0, header=BEAVERS))
    assert [problem.code for problem in report.problems] == ["unlimited_length"]
    assert report.games[0].score == GameScore(Side.TWO, Result.SINGLE, 2, Ended.DROP)


def test_v4_who_beavers_does_not_answer_the_own_beaver() -> None:
    assert codes_in(transcript_of(OPENED, DOUBLED, ("", "Takes"), GOES_ON)) == ["take_without_double"]
    assert codes_in(transcript_of(OPENED, DOUBLED, ("", "Drops"), wins(4))) == ["drop_without_double"]


def test_v4_a_raccoon_turns_the_cube_again_for_its_owner() -> None:
    transcript = transcript_of(OPENED, DOUBLED, ("Raccoons => 8", ""), GOES_ON)
    assert codes_in(transcript) == []
    assert cubes(transcript)[-1] == Cube(8, Side.TWO)


def test_v4_a_raccoon_that_is_dropped_costs_the_beaver() -> None:
    rows = (OPENED, DOUBLED, ("Raccoons => 8", "Drops"), wins(4))
    assert codes_in(transcript_of(*rows)) == []


def test_v4_a_raccoon_answers_a_beaver_of_the_other_side_at_once() -> None:
    assert codes_in(transcript_of(OPENED, DOUBLED, ("", "Raccoons => 8"), GOES_ON)) == [
        "raccoon_without_beaver"
    ]
    assert codes_in(transcript_of(OPENED, DOUBLED, GOES_ON, ("", "Raccoons => 8"))) == [
        "raccoon_without_beaver"
    ]


def test_v4_a_raccoon_of_the_wrong_value_is_one_problem() -> None:
    (problem,) = (
        problem
        for problem in problems(transcript_of(OPENED, DOUBLED, ("Raccoons => 6", ""), GOES_ON))
        if problem.code == "wrong_cube_value"
    )
    assert (problem.found, problem.expected) == ("6", "8")


def test_v4_what_follows_the_end_is_no_raccoon() -> None:
    rows = (OPENED, ("Doubles => 2", "Drops"), ("Raccoons => 8", ""), wins(1))
    assert codes_in(transcript_of(*rows)) == ["played_after_game_end"]


def test_e5_a_raccoon_has_no_place_in_a_match() -> None:
    codes = codes_in(transcript_of(OPENED, DOUBLED, ("Raccoons => 8", ""), GOES_ON, length=7))
    assert codes == ["beaver_in_match", "beaver_in_match"]


@pytest.mark.parametrize(
    ("header", "findings"),
    [
        ('; [AutoDouble "On"]', []),
        ('; [AutoDouble "Off"]', [Problem(Finding.RULE_NOT_IN_USE, 5, 1, 1, expected='AutoDouble "Off"')]),
        ("; no word", [Problem(Finding.UNDECLARED_RULE, 5, 1, 1, expected='AutoDouble "On"')]),
    ],
)
def test_v4_automatic_doubles_are_in_use_where_the_record_says_so(
    header: str, findings: list[Problem]
) -> None:
    transcript = transcript_of(OPENED, header=header)
    transcript = replace(transcript, games=(replace(transcript.games[0], start_cube=4),))
    assert [problem for problem in problems(transcript) if "AutoDouble" in problem.expected] == findings
    assert codes_in(transcript) == [problem.code for problem in findings]
    assert cubes(transcript)[-1] == Cube(4)


def test_e5_a_match_begins_with_the_cube_at_1() -> None:
    transcript = transcript_of(OPENED, length=7)
    with_cube = replace(transcript, games=(replace(transcript.games[0], start_cube=2),))
    assert codes_in(with_cube) == ["automatic_double_in_match"]
    # A position that was set up may have been doubled by its players.
    set_up = transcript_of(set_position({6: 15}, {6: 15}, cube=2), ("31: 6/3 6/5", ""), length=7)
    assert codes_in(set_up) == []


@pytest.mark.parametrize(
    ("jacoby", "is_doubled", "points", "result", "finding"),
    [
        (True, False, 2, Result.SINGLE, None),
        (True, False, 4, Result.SINGLE, "wrong_result"),
        (True, True, 4, Result.GAMMON, None),
        (False, False, 4, Result.GAMMON, None),
        (None, False, 2, Result.SINGLE, "undeclared_rule"),
        (None, False, 4, Result.GAMMON, None),
    ],
)
def test_v4_an_automatic_double_is_no_double_for_jacoby(
    jacoby: bool | None, is_doubled: bool, points: int, result: Result, finding: str | None
) -> None:
    none_off = Position(counts(off=15), counts(p13=2, p6=13))
    judgement = judged_result(Ended.BORNE_OFF, none_off, Stake(2, None, None, jacoby, is_doubled), points)
    assert (judgement.result, judgement.finding) == (result, finding)
