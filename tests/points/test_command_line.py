"""`python -m tournaments.points`: what a club runs on its own events, with Python alone."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from tests.points.factories import entrant, event_of
from tournaments.points import SCHEMES, PointsScheme
from tournaments.points.__main__ import main

_ROOT = Path(__file__).parents[2]


def _run(*arguments: str, lines: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the command without the libraries of the project."""
    return subprocess.run(  # noqa: S603
        [sys.executable, "-S", "-m", "tournaments.points", *arguments],
        input=lines,
        capture_output=True,
        cwd=_ROOT,
        check=False,
    )


def _points(
    capsys: pytest.CaptureFixture[str], *arguments: str, lines: list[Any]
) -> tuple[int, list[Any], str]:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    code = main(arguments, texts or [""])
    output = capsys.readouterr()
    return code, [json.loads(line) for line in output.out.splitlines()], output.err


def test_events_are_counted_with_python_alone() -> None:
    event = event_of(entrant("Ada", (1, 1), lengths=[9]), players=64, weight=0.5)
    run = _run("usbgf-master-points", lines=json.dumps(event).encode() + b"\n\n")
    assert (run.returncode, run.stderr) == (0, b"")
    assert json.loads(run.stdout) == {
        "event": "Open",
        "entrant": "Ada",
        "points": 2.3,
        "exact": "2.3",
        "lines": [
            {"what": "place", "flight": "main", "from": 1, "to": 1, "players": 64, "weight": "0.5", "amount": "1.8"},
            {"what": "win", "length": 9, "kind": "played", "counts": True, "weight": "0.5", "amount": "0.5"},
        ],
    }  # fmt: skip


def test_points_are_rounded_to_a_billionth_beside_the_exact_ones(capsys: pytest.CaptureFixture[str]) -> None:
    _, (row,), _ = _points(capsys, "norway-cup", lines=[event_of(entrant("a", (3, 4)), players=32)])
    assert (row["points"], row["exact"]) == (2.666666667, "8/3")


def test_what_is_excluded_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    _, (row,), _ = _points(
        capsys, "club-table", lines=[event_of(entrant("a", (1, 1), lengths=[5]), players=12)]
    )
    assert [(line["what"], line["amount"], line.get("excluded")) for line in row["lines"]] == [
        ("place", "2", None),
        ("win", "0", "0.08"),
    ]


def test_attendance_and_settlements_have_lines(capsys: pytest.CaptureFixture[str]) -> None:
    _, (row,), _ = _points(capsys, "neu-isenburg", lines=[event_of(entrant("a", settlements=2))])
    assert row["lines"] == [
        {"what": "attendance", "amount": "10"},
        {"what": "settlement", "settlements": 2, "amount": "10"},
    ]


def test_the_table_of_a_season_and_its_race_follow(capsys: pytest.CaptureFixture[str]) -> None:
    one = event_of(entrant("a", (1, 1)), entrant("b", (2, 2)), players=8)
    two = event_of(entrant("b", (1, 1)), players=8)
    lines: list[Any] = [
        one | {"event": "one", "on": "2026-01-15"},
        two | {"event": "two", "on": "2026-02-01"},
        {"remaining": "three", "on": "2026-02-20", "players": 2, "lengths": [7], "settlements": 1},
        {"remaining": "four", "on": "2026-02-21", "most": "0.5"},
    ]
    code, rows, _ = _points(capsys, "nardgammon", "--season", "--day", "2026-02-10", lines=lines)
    assert code == 0
    assert rows[3:] == [
        {
            "from": 1,
            "to": 1,
            "entrant": "b",
            "points": 37.5,
            "exact": "37.5",
            "counted": {"two": "30", "one": "7.5"},
            "dropped": {},
        },
        {
            "from": 2,
            "to": 2,
            "entrant": "a",
            "points": 15.0,
            "exact": "15",
            "counted": {"one": "15"},
            "dropped": {},
        },
        {
            "leader": "b",
            "at_least": "37.5",
            "caught_by": {},
            "newcomer_at_best": "10.5",
            "newcomer_can": False,
        },
    ]
    _, rows, _ = _points(capsys, "nardgammon", "--season", lines=lines[:2])
    assert len(rows) == 5


def test_a_scheme_of_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    rules = {"name": "Ours", "attendance": "1/3", "season": {"drop": 1}}
    events = [event_of(entrant("a")) | {"event": name} for name in ("one", "two")]
    code, rows, _ = _points(capsys, "--rules", json.dumps(rules), "--season", lines=events)
    assert code == 0
    assert rows[0]["exact"] == "1/3"
    assert (rows[2]["counted"], rows[2]["dropped"]) == ({"one": "1/3"}, {"two": "1/3"})


def test_the_list_is_of_schemes_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    code, rows, _ = _points(capsys, "--list", lines=[])
    assert code == 0
    assert {row.pop("code"): PointsScheme.from_dict(row) for row in rows} == SCHEMES


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "not JSON (not_json)"),
        ("[" * 100_000, "not JSON (not_json)"),
        ('{"weight": NaN}', "not JSON (not_json)"),
        ("[]", "not an object (not_an_object)"),
        (event_of(players=0), "players: must be at least 1 (number_too_small)"),
        ({"remaining": "x", "most": 1, "players": 3}, "players: is unknown; the keys are remaining, on, most (unknown_key)"),
        ({"remaining": "x"}, "players: is missing (missing_key)"),
    ],
)  # fmt: skip
def test_a_line_that_is_no_event_is_refused_by_its_number(
    capsys: pytest.CaptureFixture[str], line: object, reason: str
) -> None:
    code, rows, error = _points(capsys, "nebc", lines=[event_of(entrant("a")), "", line])
    assert (code, len(rows), error) == (2, 1, f"points: line 3: {reason}\n")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--rules", "{"], "the rules are not JSON (not_json)"),
        (["--rules", "[]"], "must be an object (not_an_object)"),
        (["--rules", '{"name": "x", "wins": {}}'], "wins.points: is missing (missing_key)"),
        (["nebc", "--day", "today"], "--day: must be a day such as 2026-03-01 (not_a_day)"),
        (["nebc", "--season", "--day", "2026-01-01"], "on: x is after 2026-01-01 (event_after_day)"),
    ],
)
def test_rules_that_cannot_be_are_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str
) -> None:
    event = {"event": "x", "on": "2026-02-01", "entrants": []}
    assert _points(capsys, *arguments, lines=[event]) == (2, [], f"points: {reason}\n")


def test_bytes_that_are_no_text_are_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = _run("nebc", lines=b"\xff\xfe{}")
    assert (run.returncode, run.stderr) == (2, b"points: the input is not UTF-8\n")
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"\xff\xfe{}")))
    assert main(["nebc"]) == 2
    assert capsys.readouterr().err == "points: the input is not UTF-8\n"


def test_who_reads_nothing_ends_it_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "w") as output:
        monkeypatch.setattr(sys, "stdout", output)
        monkeypatch.setattr(sys, "argv", ["points", "--list"])
        with pytest.raises(SystemExit) as end:
            runpy.run_path(str(_ROOT / "tournaments" / "points" / "__main__.py"), run_name="__main__")
    assert end.value.code == 0
