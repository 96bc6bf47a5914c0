"""`check` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.commands import main
from tests.rules.program import feed
from tests.rules.records import DATA, DROPPED, game, mat, set_position, wins

CLEAN = str(DATA / "gnubg" / "m002_03pt_s1002_n0.0.mat")
DAMAGED = str(DATA / "damaged" / "wins.mat")
WRONG_RESULT = "“Wins 5 points”: by the board and the cube it is 2 (D1 to D5)."
UNDER_PLAY = str(DATA / "damaged" / "under.mat")


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


@pytest.fixture
def unreadable(tmp_path: Path) -> str:
    path = tmp_path / "letter.mat"
    path.write_bytes(b"Dear director")
    return str(path)


@pytest.fixture
def incomplete(tmp_path: Path) -> str:
    path = tmp_path / "incomplete.mat"
    path.write_bytes(mat(game(*DROPPED, wins(1))))
    return str(path)


def test_the_exit_code_tells_the_worst(unreadable: str, incomplete: str) -> None:
    assert main(["check", CLEAN]) == 0
    assert main(["check", CLEAN, incomplete]) == 1
    assert main(["check", DAMAGED, CLEAN]) == 1
    assert main(["check", unreadable, DAMAGED]) == 2


def test_a_clean_record_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", CLEAN])
    assert capsys.readouterr().out == f"{CLEAN}: clean, gnubg 0-3 root (to 3)\n"


def test_problems_are_told_with_their_places(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", DAMAGED])
    assert capsys.readouterr().out.splitlines() == [
        f"{DAMAGED}: problems, gnubg 7-2 root (to 7)",
        f"  line 20, column 7, game 1, gnubg: problem: {WRONG_RESULT}",
    ]


def test_a_faulty_play_is_told_with_how_it_stood_and_what_was_legal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["check", UNDER_PLAY])
    assert capsys.readouterr().out.splitlines()[1] == (
        "  line 8, column 6, game 1, turn 2, gnubg: problem: 63: 24/18: a further die could be played "
        "(B6, B8). Illegal, but it stood (P1). 14 plays are legal, such as 24/15."
    )
    main(["check", UNDER_PLAY, "--lang", "fr"])
    assert "Illégal, mais resté acquis (P1). 14 coups sont légaux, par exemple 24/15." in (
        capsys.readouterr().out
    )


def test_b9_a_play_where_none_was_legal_is_told_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "dance.mat"
    board = set_position({1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 7: 3}, {25: 1, 6: 5, 8: 4, 13: 5})
    path.write_bytes(mat(game(board, ("", "31: 6/3 6/5"))))
    assert main(["check", str(path)]) == 1
    assert (
        "the checker on the bar had to enter first (B10). Illegal, but it stood (P1). No play was legal.\n"
        in (capsys.readouterr().out)
    )


def test_an_unreadable_file_says_why(capsys: pytest.CaptureFixture[str], unreadable: str) -> None:
    main(["check", unreadable])
    assert capsys.readouterr().out.splitlines() == [
        f"{unreadable}: unreadable",
        "  file: problem: This is no record of a match: “Dear director”.",
    ]


def test_unlimited_play_has_no_length(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "money.mat"
    path.write_bytes(mat(game(*DROPPED, wins(1)), length=0))
    assert main(["check", str(path)]) == 0
    assert "Ann 1-0 Bob (unlimited)" in capsys.readouterr().out


def test_a_missing_file_is_told_on_standard_error(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    missing = str(tmp_path / "nothing.mat")
    assert main(["check", missing, CLEAN]) == 2
    output = capsys.readouterr()
    assert output.err == f"{missing}: No such file or directory\n"
    assert output.out.startswith(CLEAN)
    assert main(["check", str(tmp_path), "--lang", "fr"]) == 2
    assert capsys.readouterr().err == f"{tmp_path}: C’est un dossier\n"


def test_json_is_one_object_a_line(capsys: pytest.CaptureFixture[str], unreadable: str) -> None:
    assert main(["check", "--json", CLEAN, DAMAGED, unreadable]) == 2
    clean, damaged, other = map(json.loads, capsys.readouterr().out.splitlines())
    assert list(clean) == [
        *("file", "format", "length", "players", "score", "winner", "verdict", "problems", "cause", "games")
    ]
    assert (clean["format"], clean["length"], clean["players"]) == ("mat", 3, ["gnubg", "root"])
    assert (clean["score"], clean["winner"], clean["verdict"]) == ([0, 12], "two", "clean")
    assert clean["problems"] == []
    assert clean["games"] == [
        {
            "number": 1,
            "line": 5,
            "score_before": [0, 0],
            "is_crawford": False,
            "winner": "two",
            "result": "backgammon",
            "cube": 4,
            "ended": "resigned",
            "points": 12,
            "counted": 3,
            "score_after": [0, 12],
        }
    ]
    assert damaged["problems"] == [
        {
            "code": "wrong_result",
            "severity": "problem",
            "game": 1,
            "turn": None,
            "player": "one",
            "line": 20,
            "column": 7,
            "found": "Wins 5 points",
            "expected": "2",
            "verdict": None,
            "alternatives": None,
            "cause": "wrong_result",
        }
    ]
    assert (clean["cause"], damaged["cause"], other["cause"]) == (None, None, None)
    assert (other["format"], other["length"], other["players"]) == (None, None, None)
    assert (other["score"], other["winner"], other["verdict"]) == (None, None, "unreadable")


def test_json_is_the_same_in_every_language(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "--json", DAMAGED])
    english = capsys.readouterr().out
    main(["check", "--json", DAMAGED, "--lang", "fr"])
    assert capsys.readouterr().out == english


def test_a_dash_is_the_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(monkeypatch, Path(CLEAN).read_bytes())
    assert main(["check", "-"]) == 0
    assert capsys.readouterr().out.startswith("-: clean")
