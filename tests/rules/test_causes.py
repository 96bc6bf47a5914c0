"""One slip has one sentence: damages of every kind are made, and their causes named."""

from __future__ import annotations

import json

import pytest

from rules import Severity, Verdict, check, read_annotated, write
from rules.causes import CauseKind, cause_of
from rules.commands import main
from rules.damage import KINDS, damaged, game_begin, row_of, row_text
from rules.notation import read
from tests.rules.program import feed
from tests.rules.records import DATA, DROPPED, game, mat

RECORDS = [DATA / "gnubg" / f"{name}.mat" for name in ("m004_07pt_s1004_n0.0", "m012_03pt_s1012_n0.0")]
# What explains a kind of damage; a kind that is not here is told by one problem, or does no harm.
CAUSES = {
    "row_missing": CauseKind.ROW_MISSING,
    "row_doubled": CauseKind.ROW_DOUBLED,
    "rows_exchanged": CauseKind.ROWS_EXCHANGED,
    "cells_exchanged": CauseKind.CELLS_EXCHANGED,
    "columns_exchanged": CauseKind.COLUMNS_EXCHANGED,
    "colon_missing": CauseKind.COLON,
    "colon_for_dot": CauseKind.COLON,
    "dash_for_slash": CauseKind.DASHES,
    "dashes_everywhere": CauseKind.DASHES,
    "variation_false": CauseKind.VARIATION,
    "semicolons": CauseKind.CELLS,
    "bars": CauseKind.CELLS,
    "wrapped": CauseKind.WRAPPED,
    "no_break_spaces": CauseKind.SPACES,
    "zero_width_spaces": CauseKind.SPACES,
    "entities": CauseKind.ENTITIES,
    "arrows": CauseKind.SIGNS,
    "quoted": CauseKind.QUOTED,
    "quoted_twice": CauseKind.QUOTED,
    "fullwidth": CauseKind.SIGNS,
    "fraction_slash": CauseKind.SIGNS,
    "numbers_dotted": CauseKind.CELLS,
    "dice_dashed": CauseKind.DICE,
    "dice_spaced": CauseKind.DICE,
    "counts_spaced": CauseKind.COUNTS,
}
TEXTS = [write(transcript, "mat") for path in RECORDS if (transcript := read(path.read_bytes()).transcript)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_slip_is_harmless_or_has_one_sentence(kind: str) -> None:
    named = trials = 0
    for seed in range(4):
        text = damaged(TEXTS[seed % 2], kind, seed)
        assert text == damaged(TEXTS[seed % 2], kind, seed)
        if text is None:
            continue
        result = check(text.encode())
        problems = [item for item in result.problems if item.severity is Severity.PROBLEM]
        if result.verdict in {Verdict.CLEAN, Verdict.INCOMPLETE}:
            continue
        trials += 1
        cause = cause_of(text.encode(), result)
        named += cause.kind is CAUSES.get(kind) if cause else len(problems) <= 2
        if cause and cause.repaired and not cause.left:
            assert check(cause.repaired.encode()).verdict is not Verdict.PROBLEMS
    assert named >= trials - 1


def test_the_documents_name_every_kind() -> None:
    page = (DATA.parents[2] / "docs" / "records.md").read_text()
    assert len(KINDS) > 40
    assert [kind for kind in [*KINDS, *CauseKind] if f"`{kind}`" not in page] == []


def test_a_clean_record_and_a_letter_have_no_cause() -> None:
    assert cause_of(TEXTS[0].encode()) is None
    assert cause_of(b"Dear director, it was 7-5.") is None
    assert cause_of("Cher directeur, à 7-5".encode("latin-1")) is None
    transcript = read(TEXTS[0].replace("24/18", "24/17").encode()).transcript
    assert transcript is not None
    sgf = write(transcript, "sgf").encode()
    assert check(sgf).verdict is Verdict.PROBLEMS
    assert cause_of(sgf) is None
    assert cause_of(b"Dear director " * 30_000) is None


def test_a_text_without_a_place_is_left_alone() -> None:
    short = mat(game(*DROPPED)).decode()
    assert damaged(short, "row_missing", 1) is None
    assert damaged("7 point match", "tabs", 1) is None
    assert damaged(TEXTS[0], "letter_for_one", 1) != TEXTS[0]


def test_a_row_is_told_from_other_lines() -> None:
    assert row_of(" Game 1") is None
    assert row_of("  3) 31: 8/5 6/5                 62: 24/18") == (3, "31: 8/5 6/5", "62: 24/18")
    assert row_of("3) 31: 8/5 6/5 62: 24/18") == (3, "31: 8/5 6/5", "62: 24/18")
    assert row_of(" 12) 31: 8/5 6/5") == (12, "31: 8/5 6/5", "")
    assert row_of(row_text(5, "31: 8/5 6/5", "#")) == (5, "31: 8/5 6/5", "#")


def test_the_command_line_makes_a_slip_and_names_its_cause(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["damage", "row_doubled", "--seed", "3", str(RECORDS[0])]) == 0
    text = capsys.readouterr().out
    feed(monkeypatch, text.encode())
    assert main(["check", "--lang", "en", "-"]) == 1
    assert "cause: a row stands there twice; put right, problems left: 0" in capsys.readouterr().out
    feed(monkeypatch, text.encode())
    main(["check", "--json", "-"])
    data = json.loads(capsys.readouterr().out)
    assert data["cause"]["kind"] == "row_doubled"
    assert check(data["cause"]["repaired"].encode()).verdict is Verdict.CLEAN
    assert {problem["cause"] for problem in data["problems"] if problem["severity"] == "problem"} == {
        "row_doubled"
    }
    assert main(["damage", "row_missing", "--seed", "3", "--json", str(RECORDS[0])]) == 0
    feed(monkeypatch, json.loads(capsys.readouterr().out)["text"].encode())
    main(["check", "--lang", "fr", "-"])
    assert "cause\u00a0: une ligne manque au-dessus de celle-ci" in capsys.readouterr().out
    main(["check", "--json", str(DATA / "damaged" / "wins.mat")])
    data = json.loads(capsys.readouterr().out)
    assert (data["cause"], [problem["cause"] for problem in data["problems"]]) == (None, ["wrong_result"])


def test_the_command_line_says_what_it_cannot_damage(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for data, sentence in (
        (b"Dear director", "This is no record of a match"),
        (mat(game(*DROPPED)), "the match has no place for the slip row_missing"),
        (b"(;GM[6]PW[Ann]PB[Bob];W[31hefe])", "cannot be written"),
    ):
        feed(monkeypatch, data)
        assert main(["damage", "row_missing", "--lang", "en", "-"]) == 2
        assert sentence in capsys.readouterr().err
    assert read_annotated(mat(game(*DROPPED))).games


def test_the_last_row_of_a_game_has_none_below() -> None:
    lines = TEXTS[1].split("\n")
    last = next(index for index in range(len(lines) - 1, 0, -1) if (row := row_of(lines[index])) and row[2])
    number, left, right = row_of(lines[last]) or (0, "", "")
    lines[last] = row_text(number, right, left)
    cause = cause_of("\n".join(lines).encode())
    assert cause is None or (cause.kind, cause.line) == (CauseKind.CELLS_EXCHANGED, last + 1)
    assert game_begin(["no game"], 0) == 0
