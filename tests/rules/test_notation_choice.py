"""A file is read by the notation that it looks most like, and never by its name."""

from __future__ import annotations

import pytest

from rules import check
from rules.notation import Likeness, Reader, readers
from tests.rules.records import DROPPED, game, mat, wins
from tests.rules.sgf_texts import tree

MATCH = mat(game(*DROPPED, wins(1)), length=1)
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:2:0:1:3:10"


@pytest.mark.parametrize(
    "comment", ["Game 3", "3-point match", " 7 point match", "Game 1\nAnn : 0  Bob : 0", XGID]
)
@pytest.mark.parametrize("name", ["C", "GC", "AN"])
def test_an_annotated_sgf_is_sgf_whatever_its_comments_say(comment: str, name: str) -> None:
    plain = tree("W[31hefe]", "B[52lqac]")
    text = plain.replace("PW[", f"{name}[My notes\n{comment}\n]PW[", 1)
    assert text != plain
    annotated, plain_report = check(text.encode()), check(plain.encode())
    assert annotated.format == "sgf"
    assert annotated.transcript is not None
    assert plain_report.transcript is not None
    assert [entry.text for entry in annotated.transcript.games[0].entries] == [
        entry.text for entry in plain_report.transcript.games[0].entries
    ]


@pytest.mark.parametrize("comment", ["; (;FF[4]GM[6])", f"; {XGID}", XGID, "# 3-point match"])
def test_a_match_text_is_mat_whatever_its_comments_say(comment: str) -> None:
    report = check(comment.encode() + b"\n" + MATCH)
    assert report.format == "mat"
    assert (report.verdict, report.counted) == (check(MATCH).verdict, (1, 0))


@pytest.mark.parametrize("comment", ["Game 3", "3-point match"])
def test_a_position_of_xg_is_one_whatever_is_written_below_it(comment: str) -> None:
    assert check(f"{XGID}\n\nX:Ann   O:Bob\n{comment}\n".encode()).format == "xgtext"


def test_no_reader_claims_a_letter() -> None:
    letter = "Dear director,\nwe agreed."
    assert {reader.likeness(letter) for reader in readers() if isinstance(reader, Reader)} == {Likeness.NONE}


@pytest.mark.parametrize("words", ["Sent from my phone\n", "My game, with a smile (:\n\n", "x\n"])
def test_words_before_the_tree_of_an_sgf_are_a_remark_and_places_stay(words: str) -> None:
    plain = check(tree("W[31hefe]", "B[52lqac]", more="RE[W+9]").encode())
    report = check((words + tree("W[31hefe]", "B[52lqac]", more="RE[W+9]")).encode())
    assert report.format == "sgf"
    remark, *others = report.problems
    assert (remark.code, remark.line, remark.found) == ("words_ahead", 1, words.strip())
    assert [problem.code for problem in others] == [problem.code for problem in plain.problems]
    shift = words.count("\n")
    assert [problem.line for problem in others if problem.line] == [
        problem.line + shift for problem in plain.problems if problem.line
    ]


@pytest.mark.parametrize("blank", ["\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"])
def test_blanks_that_do_not_break_are_blanks(blank: str) -> None:
    report = check(MATCH.decode().replace(" ", blank).encode())
    assert (report.format, report.verdict, report.score) == ("mat", check(MATCH).verdict, check(MATCH).score)
