"""The reader of FIBS logs: every match that a log tells is the match that was played."""

from __future__ import annotations

from random import Random

import pytest

from rules import Side, Transcript, Verdict, canonical, check, write
from rules.game import Money
from tests.rules.fibs_logs import log
from tests.rules.matches import random_match
from tests.rules.records import codes

HEAD = "Score is 0-0 in a 5 point match.\nann is X - bob is O\n"
OPENED = "X: (3 1) 8-5 6-5\nO: (6 2) 24-18 13-11\n"


def transcript_of(text: str) -> Transcript:
    report = check(text)
    assert report.format == "oldmoves", report.problems
    assert report.transcript is not None
    return report.transcript


@pytest.mark.parametrize("climber", [None, *Side])
@pytest.mark.parametrize("seed", range(6))
def test_a_log_is_the_match_that_was_played(seed: int, climber: Side | None) -> None:
    match = random_match(Random(f"log {seed}"), length=5)
    text = log(match, climber=climber, swap_in=2)
    assert check(text).verdict is Verdict.CLEAN
    assert canonical(transcript_of(text)) == canonical(match)


def test_a_session_is_read_with_its_beavers() -> None:
    for seed in range(6):
        money = Money(jacoby=False, beavers=True)
        match = random_match(Random(f"session {seed}"), length=None, money=money)
        report = check(log(match))
        assert report.verdict in (Verdict.CLEAN, Verdict.INCOMPLETE)
        assert [game.points for game in report.games] == [record.entries[-1].value for record in match.games]


@pytest.mark.parametrize("is_left", [False, True])
def test_where_sides_change_the_score_may_stand_either_way(is_left: bool) -> None:
    x, o = (1, 0) if is_left else (0, 1)
    text = (
        f"{HEAD}{OPENED}X: doubles\nO: rejects\nX: wins 1 point.\n\n"
        f"Score is {x}-{o} in a 5 point match.\nbob is X - ann is O\n{OPENED}X: doubles\nO: rejects\nX: wins 1 point.\n"
    )
    report = check(text)
    assert [game.winner for game in report.games] == [Side.ONE, Side.TWO]
    assert (report.score, codes(report)) == ((1, 1), ["match_not_finished"])


def test_where_sides_stay_an_exchanged_score_is_a_slip() -> None:
    first = f"{HEAD}{OPENED}X: doubles\nO: rejects\nX: wins 1 point.\n\n"
    report = check(f"{first}Score is 0-1 in a 5 point match.\nann is X - bob is O\n{OPENED}")
    assert "wrong_score" in codes(report)


def test_an_offer_to_resign_may_be_refused() -> None:
    report = check(f"{HEAD}{OPENED}X: wants to resign\nO: rejects\nX: (5 5) 8-3(2) 6-1(2)\n")
    assert codes(report) == ["game_not_finished", "match_not_finished"]
    report = check(f"{HEAD}{OPENED}X: wants to resign.\nO: accepts\nO: wins 2 points.\n")
    assert (report.score, codes(report)) == ((0, 2), ["match_not_finished"])


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ("X: (3 1) 8-5 6-6x\n", "unreadable_play"),
        ("X: (7 1) 8-1 6-5\n", "invalid_dice"),
        ("X: (3 1\n", "unreadable_cell"),
        ("X: dances away\n", "unreadable_cell"),
        ("and then the line broke\n", "unreadable_line"),
        ("X: (3 1) 8-4 6-5\n", "too_many_moves"),
        ("X: (3 1) 8-5 6-5\nX: (3 1) 8-5 6-5\n", "out_of_turn"),
        ("X: (3 1) 8-5 6-5\nO: wins 4 points\n", "wrong_result"),
    ],
)
def test_what_is_wrong_in_a_log_is_told_at_its_line(rows: str, code: str) -> None:
    report = check(HEAD + rows)
    (problem,) = [problem for problem in report.problems if problem.code == code]
    assert problem.line == 2 + rows.count("\n")


@pytest.mark.parametrize(
    "head",
    [
        "Score is 0-0 in a 5 point match.\nann is X - eve is O\n",
        "Score is 1-0 in a 7 point match.\nann is X - bob is O\n",
        "Score is 1-0 in a 5 point match.\nann is X - eve is O\n",
    ],
)
def test_a_second_match_is_named_and_not_read(head: str) -> None:
    report = check(f"{HEAD}{OPENED}X: doubles\nO: rejects\nX: wins 1 point.\n{head}{OPENED}")
    assert len(report.games) == 1
    assert "second_match" in codes(report)


def test_what_a_terminal_kept_around_a_log_is_passed_over() -> None:
    talk = "Welcome to FIBS.\n" * 1000
    text = f"{talk}> oldmoves bob\n{HEAD}{OPENED}X: doubles\nO: rejects\nX: wins 1 point.\nbob says: well played\n> bye\n"
    report = check(text)
    assert codes(report) == ["match_not_finished", "words_behind_end"]
    assert report.problems[1].found == "bob says: well played"


@pytest.mark.parametrize("notation", ["mat", "mat-xg", "mat-galaxy", "sgf"])
def test_a_match_in_another_notation_behind_a_log_is_told(notation: str) -> None:
    match = random_match(Random("two dialects"), length=3)
    report = check(log(match) + write(match, notation))
    assert (report.format, report.verdict) == ("oldmoves", Verdict.CLEAN)
    assert codes(report)[-1] == "words_behind_end"
    report = check(write(match, notation) + log(match))
    assert report.format == notation.partition("-")[0]
    assert "unreadable_line" in codes(report)


def test_a_score_without_names_is_told() -> None:
    report = check(
        f"{HEAD}{OPENED}X: doubles\nO: rejects\nX: wins 1 point.\nScore is 1-0 in a 5 point match.\n{OPENED}"
    )
    assert "missing_score_line" in codes(report)


def test_a_game_without_end_is_left() -> None:
    report = check(HEAD + "X: (3 1)\n" * 25_000)
    assert report.transcript is not None
    assert len(report.transcript.games[0].entries) == 20_001
    assert "too_many_problems" in codes(report)
