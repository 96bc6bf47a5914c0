"""What writers of match texts do in their own way is read as what it means."""

from __future__ import annotations

import re

import pytest

from rules import check, problems
from tests.rules.records import codes, game, mat, set_position, wins

USUAL = (("31: 8/5 6/5", "42: 8/4 6/4"), ("11: 8/7(2) 6/5(2)", "61: 13/7 8/7"), ("53: 13/8 6/3", ""))
TEXT = mat(game(*USUAL, wins(1, end=" and the match")), length=1).decode()


@pytest.mark.parametrize(
    ("sign", "habit"),
    [
        (r"(?m)^( +\d)\)", r"\1."),
        ("31:", "3-1:"),
        ("42:", "4,2:"),
        ("61:", "61\N{FULLWIDTH COLON}"),
        ("/", "-"),
        ("6/4", "6/4!"),
        ("6/3", "6/3?!"),
        (r"\(2\)", " (2)"),
        (r"\(2\)", "x2"),
        ("8/5 6/5", "8/5, 6/5"),
    ],
)
def test_a_habit_changes_nothing_that_was_played(sign: str, habit: str) -> None:
    written = re.sub(sign, habit, TEXT)
    assert written != TEXT
    plain, report = check(TEXT.encode()), check(written.encode())
    assert codes(report) == codes(plain) == []
    assert report.transcript is not None
    assert plain.transcript is not None
    assert [(entry.dice, entry.moves) for entry in report.transcript.games[0].entries] == [
        (entry.dice, entry.moves) for entry in plain.transcript.games[0].entries
    ]
    assert problems(report.transcript) == problems(plain.transcript)


@pytest.mark.parametrize(
    ("before", "after"), [("```\n", "\n```\n"), ("<pre>\n", "\n</pre>\n"), ("My match:\n---\n", "\n---\n")]
)
def test_what_frames_a_record_is_no_line_of_it(before: str, after: str) -> None:
    report = check(before + TEXT + after)
    assert (codes(report), report.score) == ([], (1, 0))
    assert "unreadable_line" in codes(check(f"{TEXT}\nwords that somebody typed\n"))


@pytest.mark.parametrize("play", ["8/5 6x5", "8/5 (5)", "8", "8/5 somewhere", "8/5 /5", "8/5 6/"])
def test_what_is_no_play_is_still_none(play: str) -> None:
    assert "unreadable_play" in codes(check(mat(game((f"31: {play}", "")))))


class TestDances:
    """A die without a move is written in many ways, and is a dance in each."""

    @pytest.mark.parametrize(
        "words", ["Cannot Move", "No move", "dances", "Fan", "Pass", "---", "#", "0/0", "0/0 0/0", ""]
    )
    def test_a_whole_roll(self, words: str) -> None:
        # On the bar against a closed board.
        closed = set_position({25: 1, 6: 14}, {6: 3, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 13: 2})
        report = check(mat(game(closed, (f"65: {words}", "21: 13/11 13/12"))))
        assert codes(report) == ["set_position", "game_not_finished", "match_not_finished"], words

    def test_one_die_of_a_roll(self) -> None:
        report = check(mat(game(set_position({6: 1}, {24: 15}), ("65: 6/0 0/0", ""), wins(2)), length=1))
        assert "no_such_point" not in codes(report)
