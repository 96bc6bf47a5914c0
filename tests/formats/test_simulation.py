"""The simulator: known counts, the clock of the hall, and the same figures for the same seed."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tournaments.formats import FORMATS, Setup, StageSetup, forecast
from tournaments.formats._simulation import simulated


def setup_of(
    code: str, entrants: int, *, lengths: tuple[int, ...] = (7,), options: Any = None, **changes: Any
) -> Setup:
    """An event of one stage, with the default options of its format or others as plain values."""
    form = FORMATS[code]
    stage = StageSetup(form, form.options.from_dict(options or {}), lengths)
    return replace(Setup((stage,), entrants), **changes)


@pytest.mark.parametrize(
    ("code", "fewest", "most"), [("single_elimination", 15, 15), ("round_robin", 120, 120)]
)
def test_as_many_matches_are_played_as_the_format_has(code: str, fewest: int, most: int) -> None:
    run = simulated(setup_of(code, 16), chance=Random(1))
    assert fewest <= sum(run.matches.values()) / 2 <= most
    assert run.rematches == 0


def test_double_elimination_takes_the_matches_of_the_study() -> None:
    # 2n - 2 matches, and in about half of the tournaments one more.
    found = forecast(setup_of("double_elimination", 16), runs=60, seed="study")
    assert 30 <= found.matches <= 31
    assert found.fewest_each == 2


def test_the_strongest_wins_more_often_than_chance_and_never_always() -> None:
    equal = forecast(setup_of("single_elimination", 8, deviation=0.0), runs=400, seed="even")
    apart = forecast(setup_of("single_elimination", 8, deviation=300.0), runs=400, seed="even")
    assert abs(equal.best_wins - 1 / 8) < 0.06
    assert 0.25 < apart.best_wins < 0.9


def test_a_match_takes_its_minutes_for_each_point() -> None:
    final = setup_of("single_elimination", 2, lengths=(11,), minutes_per_point=8.0)
    found = forecast(final, runs=600, seed="clock")
    # The median of a gamma distribution lies a little under its mean.
    assert 0.9 * 88 < found.half_done_by < 88
    assert found.half_done_by < found.almost_surely_done_by < 2 * 88


def test_with_one_table_the_matches_follow_each_other() -> None:
    alone = forecast(setup_of("single_elimination", 8, tables=1, lengths=(5,)), runs=60, seed="hall")
    enough = forecast(setup_of("single_elimination", 8, lengths=(5,)), runs=60, seed="hall")
    assert 0.85 * 7 * 40 < alone.half_done_by < 1.15 * 7 * 40
    assert enough.half_done_by < 0.7 * alone.half_done_by
    assert alone.waiting_each > enough.waiting_each


def test_longer_finals_are_longer() -> None:
    short = forecast(setup_of("single_elimination", 4, lengths=(3,)), runs=50, seed="l")
    long = forecast(setup_of("single_elimination", 4, lengths=(25, 3)), runs=50, seed="l")
    assert long.half_done_by > 3 * short.half_done_by


def test_the_same_seed_gives_the_same_figures() -> None:
    setup = setup_of("double_elimination", 9)
    assert forecast(setup, runs=5, seed="a") == forecast(setup, runs=5, seed="a")
    assert forecast(setup, runs=5, seed="a") != forecast(setup, runs=5, seed="b")


def test_the_command_prints_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("simulate", "round_robin", "8", "--option", "groups=2", "--runs", "3", "--lengths", "5")
    assert "matches                          12.0\n" in capsys.readouterr().out
    call_command("simulate", "single_elimination", "5", "--runs", "2", "--option", "seeding=seeded", "--json")
    assert json.loads(capsys.readouterr().out)["matches"] == 4


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["round_robin", "5", "--option", "groups=4"], "group_of_one"),
        (["round_robin", "5", "--lengths", "4"], "odd numbers"),
        (["round_robin", "5", "--option", "groups"], "NAME=VALUE"),
        (["round_robin", "5", "--tables", "0", "--runs", "0"], "more than nothing"),
    ],
)
def test_the_command_names_what_does_not_fit(arguments: list[str], said: str) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("simulate", *arguments)
    assert said in str(refused.value)
