"""`python -m tournaments.ratings`: what a federation runs on its own matches, with Python alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tournaments.ratings import FORMULAS
from tournaments.ratings.__main__ import main

_ROOT = Path(__file__).parents[2]


def _run(*arguments: str, lines: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the command without the libraries of the project."""
    return subprocess.run(  # noqa: S603
        [sys.executable, "-S", "-m", "tournaments.ratings", *arguments],
        input=lines,
        capture_output=True,
        cwd=_ROOT,
        check=False,
    )


def _rated(
    capsys: pytest.CaptureFixture[str], *arguments: str, lines: list[Any]
) -> tuple[int, list[Any], str]:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    code = main(arguments, texts or [""])
    output = capsys.readouterr()
    return code, [json.loads(line) for line in output.out.splitlines()], output.err


def _match(winner: str = "one", length: int = 7, **more: object) -> dict[str, object]:
    return {"one": "a", "two": "b", "winner": winner, "length": length, **more}


def test_matches_are_carried_from_line_to_line_with_python_alone() -> None:
    lines = "\n".join(json.dumps(_match()) for _ in range(2)) + "\n\n"
    run = _run("fibs", lines=lines.encode())
    first, second = map(json.loads, run.stdout.splitlines())
    assert first == {
        "ratings": [1526.457513111, 1473.542486889],
        "changes": [26.457513111, -26.457513111],
        "chance": 0.5,
    }
    assert second["ratings"][0] > 1526.457513111
    assert second["chance"] > 0.5
    assert (run.returncode, run.stderr) == (0, b"")


def test_a_line_with_ratings_stands_alone(capsys: pytest.CaptureFixture[str]) -> None:
    alone = _match("two", 9, ratings=[1650.5, 1550], experience=[50, 1000])
    _, rows, _ = _rated(capsys, "fibs", lines=[_match(), alone, _match(experience=[400, 400]), _match()])
    assert rows[1]["ratings"][0] < 1650.5
    assert rows[2]["changes"] == [5.291502622, -5.291502622]
    _, carried, _ = _rated(capsys, "fibs", lines=[_match(), _match()])
    assert rows[3] == carried[1]


def test_parameters_take_the_place_of_the_published_ones(capsys: pytest.CaptureFixture[str]) -> None:
    for code, parameters, change in (
        ("fibs-no-ramp", {"factor": 2}, 2.645751311),
        ("elo", {"k_by_length": {"1": 10, "9": "20.5"}}, 5.0),
        ("brass-city", {"ramp": 1.0}, 5.291502622),
    ):
        _, rows, _ = _rated(capsys, code, "--parameters", json.dumps(parameters), lines=[_match()])
        assert rows[0]["changes"] == [change, -change]


def test_each_period_ends_with_a_line_for_everybody(capsys: pytest.CaptureFixture[str]) -> None:
    begin: dict[str, Any] = {"ratings": [1500, 1400], "deviations": [200, 30], "volatilities": [0.06, 0.06]}
    later = {"one": "b", "two": "c", "winner": "two", "length": 5, "period": 2}
    code, rows, _ = _rated(capsys, "glicko2", lines=[_match(period=1, **begin), later])
    assert code == 0
    assert [(row["period"], row["player"]) for row in rows] == [
        (1, "a"),
        (1, "b"),
        (2, "a"),
        (2, "b"),
        (2, "c"),
    ]
    assert rows[0]["rating"] > 1500 > rows[0]["deviation"]
    assert rows[2]["rating"] == rows[0]["rating"]
    assert rows[2]["deviation"] > rows[0]["deviation"]
    assert _rated(capsys, "glicko2", lines=[])[1] == []


def test_the_list_names_source_and_parameters_of_each_formula(capsys: pytest.CaptureFixture[str]) -> None:
    code, rows, _ = _rated(capsys, "--list", lines=[])
    assert code == 0
    assert (
        [row["code"] for row in rows]
        == list(FORMULAS)
        == ["brass-city", "elo", "fibs", "fibs-no-ramp", "glicko2"]
    )
    assert all(row["name"] and row["source"] and row["parameters"] for row in rows)
    assert [row["code"] for row in rows if not row["verified"]] == ["elo"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"length": NaN}', "not JSON"),
        ("[]", "not an object"),
        (_match(colour="red"), "unknown field colour"),
        (_match() | {"one": 7}, "one and two must name the players"),
        (_match() | {"one": "b"}, "nobody plays a match against themself"),
        (_match("three"), 'winner must be "one" or "two"'),
        (_match(length=0), "length must be a whole number from 1 to 1000"),
        (_match(length=True), "length must be a whole number from 1 to 1000"),
        (_match(ratings=[1500]), "ratings must be two numbers from 0 to 5000"),
        (_match(ratings=1500), "ratings must be two numbers from 0 to 5000"),
        (_match(ratings=[1500, 5000.1]), "ratings must be two numbers from 0 to 5000"),
        (_match(ratings=[1500, True]), "ratings must be two numbers from 0 to 5000"),
        (_match(experience=[-1, 0]), "experience must be two numbers from 0 to 10000000"),
        (_match(experience=[0.5, 0]), "experience must be whole numbers"),
    ],
)
def test_a_line_that_is_no_match_is_refused_by_its_number(
    capsys: pytest.CaptureFixture[str], line: object, reason: str
) -> None:
    code, rows, error = _rated(capsys, "fibs", lines=[_match(), "", line])
    assert (code, len(rows), error) == (2, 1, f"ratings: line 3: {reason}\n")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (_match(period=1.5), "period must be a whole number or a text"),
        (_match(period=1), "period 1 has ended above"),
        (_match(period=2, ratings=[1600, 1500]), "a begins this period otherwise above"),
        (_match(period=2, deviations=[0, 10]), "deviations must be two numbers from 1e-05 to 5000"),
        (_match(period=2, volatilities=[2, 1]), "volatilities must be two numbers from 1e-07 to 1"),
    ],
)
def test_a_line_that_no_period_can_have_is_refused(
    capsys: pytest.CaptureFixture[str], line: object, reason: str
) -> None:
    code, _, error = _rated(capsys, "glicko2", lines=[_match(period=1), _match(period=2), line])
    assert (code, error) == (2, f"ratings: line 3: {reason}\n")


@pytest.mark.parametrize(
    ("formula", "parameters", "reason"),
    [
        ("fibs", "{", "the parameters are not JSON"),
        ("fibs", "[]", "the parameters must be an object"),
        ("fibs", '{"k": 1}', "unknown parameter k; the parameters are factor, scale, ramp, ramp_step"),
        ("fibs", '{"scale": 0}', "scale must be a number above 0, at most 1000000"),
        ("fibs", '{"scale": true}', "scale must be a number above 0, at most 1000000"),
        ("fibs", '{"scale": "many"}', "scale must be a number above 0, at most 1000000"),
        ("fibs", '{"scale": Infinity}', "scale must be a number above 0, at most 1000000"),
        ("glicko2", '{"tau": []}', "tau must be a number above 0, at most 1000000"),
        ("elo", '{"k_by_length": {}}', "k_by_length must be an object of match lengths and numbers"),
        ("elo", '{"k_by_length": {"-1": 3}}', "k_by_length must be an object of match lengths and numbers"),
        ("elo", '{"k_by_length": {"2000": 3}}', "a match length of k_by_length must be from 1 to 1000"),
        ("elo", '{"k_by_length": {"5": "x"}}', "k_by_length.5 must be a number above 0, at most 1000000"),
    ],
)
def test_parameters_that_cannot_be_are_refused(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    formula: str,
    parameters: str,
    reason: str,
) -> None:
    code, rows, error = _rated(capsys, formula, "--parameters", parameters, lines=[_match()])
    assert (code, rows, error) == (2, [], f"ratings: {reason}\n")


def test_bytes_that_are_no_text_are_refused() -> None:
    run = _run("fibs", lines=b"\xff\xfe{}")
    assert (run.returncode, run.stderr) == (2, b"ratings: the input is not UTF-8\n")


def test_who_reads_only_the_first_line_ends_it_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "-S", "-m", "tournaments.ratings", "fibs"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=_ROOT,
    ) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.close()
        run.stdin.write((json.dumps(_match()) + "\n").encode() * 100)
        run.stdin.close()
        assert run.stderr.read() == b""


def test_a_formula_says_how_each_length_counts() -> None:
    """A length between two of the table counts as the shorter one."""
    elo: Any = FORMULAS["elo"]
    assert [float(elo.factor(None, length=length)) for length in (1, 2, 7, 8, 40)] == [8, 8, 21, 21, 40]
    late: Any = elo.with_parameters({"k_by_length": {"5": 10}})
    assert float(late.factor(None, length=3)) == 10
