"""Files of programs that are not read are called by their names, and nothing else is."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import rules
from rules import Finding, Verdict, check, write
from rules.notation._unread import _SIGNATURES, unread_kind
from rules.words import language
from tests.rules.matches import random_match
from tests.rules.records import DROPPED, game, mat, wins

README = (Path(rules.__file__).parent / "README.md").read_text()
FIBS = """Score is 0-0 in a 5 point match.
ann is X - bob is O
X: (4 1) 24-23 13-9
O: (6 2) 24-18 13-11
X: doubles
O: accepts
"""
BOARD = ": ".join(["board:You:Bob:5:0:0", *["0"] * 26, "1", "6", "3", "0", "0", "1", "1", "1", "0"])
KINDS = {
    "FIBS log without score and names": [FIBS.split("\n", 2)[2], FIBS.split("\n", 1)[1]],
    "FIBS board line": [BOARD],
    "GamesGrid (.sgg)": ["ann vs. bob\n\nCreator: GamesGrid\nDate: Monday, January 3, 2000\n\nGame 1.0-0/5\n1\t43: 24/20, 24/21\n"],
    "BKG (.bkg)": ["Black (3,1)  8-5 6-5\nWhite (6,2)  24-18 13-11\n"],
    "TrueMoneyGames (.tmg)": ["MatchID: 1\nPlayer1: 3 ann 1500.0\nPlayer2: 4 bob 1500.0\nGame 1: 0-0\n"],
    "PartyGammon (.gam)": ["boardid=1\ncreator=x\n", "MATCHLENGTH=3\nGAME_1_PLAYER_1=ann\n"],
    "BackGammon Room (.bgf)": ["BGF version 1.2\nGame 1 - ann\n"],
    "BGBlitz (.bgf)": ['{"format":"BGF","version":"1.0","compress":true,"useSmile":true}\n\x1f\0\0'],
    "bgammon.org (.match)": ["bgammon-replay 00000025\ni 1 ann bob 3 0 0 1 1 0\n"],
    "OGID": ["11ccccchhhjjjjj:66666888dddddoo:N0N:46:B:IB:0:0:3:0", "OGID=cccccggggg:ddddiiiiii:N0N:63:W:IW:4:3:7:1:15"],
    "GNU Backgammon, HTML": ['<!DOCTYPE html>\n<html>\n<meta name="generator" content="GNU Backgammon 1.06.002" />\n 5 point match\n'],
    "GNU Backgammon, text": ["The score (after 0 games) is: ann 0, bob 0 (match to 5 points)\n\nMove number 1:  ann to play 31\n"],
    "GNU Backgammon, position": [" GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cAkAAAAAAAAA\n"],
}  # fmt: skip


@pytest.mark.parametrize(("kind", "texts"), KINDS.items())
def test_a_file_that_is_not_read_is_called_by_its_name(kind: str, texts: list[str]) -> None:
    for text in (*texts, *(text.replace("\n", "\r\n") for text in texts)):
        report = check(text.encode("latin-1"))
        (problem,) = report.problems
        assert (problem.code, problem.found) == (Finding.UNSUPPORTED_FORMAT, kind), text
        assert report.verdict is Verdict.UNREADABLE
        assert f"“{kind}”" in language("en").problem(problem)
        assert kind in language("fr").problem(problem)


def test_every_kind_has_an_example_and_stands_in_the_readme() -> None:
    assert list(dict.fromkeys(kind for kind, _ in _SIGNATURES)) == list(KINDS)
    paragraph = re.search(r"recognised and not read.*?\n\n", README, re.DOTALL)
    assert paragraph is not None
    told = " ".join(paragraph[0].split())
    assert [kind for kind in KINDS if kind not in told] == []


@pytest.mark.parametrize(
    "text",
    [
        "Dear director,\nAnn vs. Bob was 7-5. Score is 7-5 in a 7 point match.\nAnn is happy - Bob is not",
        "Black: 3-1 8/5 6/5\nWhite: 6-2 24/18 13/11\n",
        "ann vs. bob\nGame 1 was hers, 0-2 then",
        "12:30 lunch\n13:15 round two",
        "see board:3:Ann:Bob:7",
        "The score after 3 games is 2-1",
        "X: hello (4 1) and so on\nO: hi\n",
        "<html><p>I use GNU Backgammon",
        '{"format": "CSV"}',
        "What is a Position ID: tell me",
    ],
)
def test_a_letter_is_none_of_them(text: str) -> None:
    assert [problem.code for problem in check(text).problems] == [Finding.NOT_A_RECORD]


def test_a_match_text_is_none_of_them_whatever_stands_before_it() -> None:
    text = mat(game(*DROPPED, wins(1)), length=1).decode()
    for texts in KINDS.values():
        for before in texts:
            if "\0" not in before and "point match" not in before:
                assert check(f"; {before}\n{text}").format == "mat"
    for seed in range(10):
        for style in ("mat", "mat-xg", "mat-galaxy", "sgf"):
            assert unread_kind(write(random_match(Random(f"unread {seed}"), length=3), style)) == ""


def test_a_long_file_of_beginnings_takes_no_time() -> None:
    for line in ("a vs. b\n", "\n", "MatchID:\n", "X: (4 1) \n", "<", " ", "Score is 0-0 in a "):
        assert unread_kind(line * 500_000) in ("", "FIBS log without score and names")
        assert check(line * 500_000).transcript is None
