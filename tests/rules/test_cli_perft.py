"""`perft` on the command line."""

from __future__ import annotations

import json

import pytest

from rules import Position
from rules.commands import main
from rules.perft import perft, perft_by_roll
from rules.variant import DUTCH


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


def test_every_depth_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "2", "--variant", "hypergammon_1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["depth 1", "depth 2"]
    assert main(["perft", "2", "--variant", "hypergammon_1", "--json"]) == 0
    counts = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [
        f"depth {count['depth']}: {count['plays']} plays, {count['positions']} positions" for count in counts
    ] == lines


def test_the_counts_are_those_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "1", "4HPwATDgc/ABMA", "--json"]) == 0
    total = perft(Position.start(), 1)
    assert json.loads(capsys.readouterr().out) == {"depth": 1, **total._asdict()}


def test_rolls_are_counted_apart(capsys: pytest.CaptureFixture[str]) -> None:
    totals = perft_by_roll(Position.start(DUTCH), 1, DUTCH)
    assert main(["perft", "1", "--variant", "dutch", "--rolls"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{high}{low}: {plays}" for (high, low), plays in totals.items()
    ]
    assert main(["perft", "1", "--variant", "dutch", "--rolls", "--json"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert answers == [{"dice": list(roll), "plays": plays} for roll, plays in totals.items()]


@pytest.mark.parametrize("depth", ["0", "-1", "x", "1234567", "２"])
def test_a_depth_is_a_number_from_1(capsys: pytest.CaptureFixture[str], depth: str) -> None:
    with pytest.raises(SystemExit) as ending:
        main(["perft", depth])
    assert ending.value.code == 2
    assert capsys.readouterr().err
