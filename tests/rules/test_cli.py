"""The command line of the rules."""

from __future__ import annotations

import io
import json
import runpy
import sys
from pathlib import Path

import pytest

from rules.__main__ import main
from tests.rules.boards import DATA as ALL_DATA
from tests.rules.records import DATA, DROPPED, game, mat, wins

CLEAN = str(DATA / "gnubg" / "m002_03pt_s1002_n0.0.mat")
DAMAGED = str(DATA / "damaged" / "wins.mat")


def feed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


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
        "  line 20, column 7, game 1, side one: problem: wrong result: Wins 5 points (expected 2)",
    ]


def test_an_unreadable_file_says_why(capsys: pytest.CaptureFixture[str], unreadable: str) -> None:
    main(["check", unreadable])
    assert capsys.readouterr().out.splitlines() == [
        f"{unreadable}: unreadable",
        "  file: problem: not a record: Dear director",
    ]


def test_unlimited_play_has_no_length(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "money.mat"
    path.write_bytes(mat(game(*DROPPED, wins(1)), length=0))
    assert main(["check", str(path)]) == 0
    assert "Ann 1-0 Bob (unlimited)" in capsys.readouterr().out


def test_a_missing_file_is_told_on_standard_error(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    missing = str(tmp_path / "nothing.mat")
    assert main(["check", missing, CLEAN]) == 2
    captured = capsys.readouterr()
    assert captured.err == f"{missing}: No such file or directory\n"
    assert captured.out.startswith(CLEAN)


def test_json_is_one_object_a_line(capsys: pytest.CaptureFixture[str], unreadable: str) -> None:
    assert main(["check", "--json", CLEAN, DAMAGED, unreadable]) == 2
    clean, damaged, other = map(json.loads, capsys.readouterr().out.splitlines())
    assert list(clean) == [
        *("file", "format", "length", "players", "score", "winner", "verdict", "problems", "games")
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
        }
    ]
    assert (other["format"], other["length"], other["players"]) == (None, None, None)
    assert (other["score"], other["winner"], other["verdict"]) == (None, None, "unreadable")


def test_a_dash_is_the_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(monkeypatch, Path(CLEAN).read_bytes())
    assert main(["check", "-"]) == 0
    assert capsys.readouterr().out.startswith("-: clean")


def test_plays_lists_the_positions_legal_plays_reach(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = (ALL_DATA / "records" / "oracle_positions.jsonl").read_text().splitlines()[:100]
    asked = [json.dumps({key: json.loads(case)[key] for key in ("own", "opp", "dice")}) for case in cases]
    feed(monkeypatch, "\n".join([asked[0], "", *asked[1:]]).encode())
    assert main(["plays"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert answers == [{"results": json.loads(case)["results"]} for case in cases]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b"{", "not_a_position"),
        (b"[]", "not_a_position"),
        (b'{"own": [], "opp": []}', "not_a_position"),
        (b'{"own": [], "opp": [], "dice": 3}', "not_a_position"),
        (b'{"own": [], "opp": [], "dice": [3, 1]}', "not_26_counts"),
        (b"\xff", "not_a_position"),
        (b"[" * 100_000, "not_a_position"),
    ],
)
def test_plays_answers_what_it_cannot_read_with_an_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: bytes, error: str
) -> None:
    feed(monkeypatch, line + b"\n")
    assert main(["plays"]) == 2
    assert json.loads(capsys.readouterr().out) == {"error": error}


def test_the_package_runs_as_a_program(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["rules", "check", CLEAN])
    monkeypatch.delitem(sys.modules, "rules.__main__")
    with pytest.raises(SystemExit) as stopped:
        runpy.run_module("rules", run_name="__main__", alter_sys=True)
    assert stopped.value.code == 0
    assert ": clean, " in capsys.readouterr().out
