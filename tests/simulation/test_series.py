"""Series in simulated halls are played match by match, and take as long and end as the sum over all courses says."""

from __future__ import annotations

from itertools import product
from math import prod
from random import Random
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tournaments.formats import BEST_OF, FORMATS, likely_matches
from tournaments.simulation import Setup, StageSetup
from tournaments.simulation.event import SimulatedEvent


def courses(best_of: int, chance: float, wins: tuple[int, int] = (0, 0)) -> tuple[float, float]:
    """A twin that goes through every order of wins: the chance of side one, and the mean number of matches."""
    won = matches = 0.0
    left = best_of - sum(wins)
    for order in product((0, 1), repeat=left):
        score, played = list(wins), 0
        while 2 * max(score) < best_of:
            score[order[played]] += 1
            played += 1
        weight = prod(chance if side == 0 else 1 - chance for side in order)
        won += weight * (score[0] > score[1])
        matches += weight * played
    return won, matches


@pytest.mark.parametrize("best_of", [number for number in BEST_OF if number < 12])
def test_two_equals_take_as_many_matches_as_all_courses_do_on_average(best_of: int) -> None:
    assert likely_matches(best_of) == pytest.approx(courses(best_of, 0.5)[1])


def _run(best_of: int, *, seed: int, edge: float = 0.0, spread: float = 0.35) -> tuple[bool, float]:
    rules = FORMATS["single_elimination"]
    stage = StageSetup(rules, rules.options(), lengths=(9,), best_of=(best_of,))
    event = SimulatedEvent(Setup((stage,), 2, minutes_per_point=5.0, spread=spread), chance=Random(seed))
    strong, weak = event.strength
    event.strength |= {strong: edge, weak: 0.0}
    event.play()
    [played] = event.stages
    [result] = played.results.values()
    return result.winner == strong, played.end


def test_the_better_side_wins_a_series_as_often_as_all_courses_say() -> None:
    edge, runs = 300.0, 1500
    alone = 1 / (10 ** (-edge * 9**0.5 / 2000) + 1)
    for best_of in (1, 3, 7):
        wins, minutes = zip(*(_run(best_of, seed=seed, edge=edge) for seed in range(runs)), strict=True)
        chance, matches = courses(best_of, alone)
        assert fmean(wins) == pytest.approx(chance, abs=0.035)
        assert fmean(minutes) == pytest.approx(45 * matches, rel=0.04)


@given(st.sampled_from(BEST_OF), st.integers(0, 2**32), st.floats(-2000, 2000))
@settings(max_examples=examples(40), deadline=None)
def test_a_series_ends_with_more_than_half_of_its_matches_and_not_later(
    best_of: int, seed: int, edge: float
) -> None:
    # Each match takes 45 minutes, so the end counts them.
    _winner, minutes = _run(best_of, seed=seed, edge=edge, spread=1e-4)
    matches = round(minutes / 45)
    assert minutes == pytest.approx(45 * matches, rel=0.01)
    assert best_of // 2 + 1 <= matches <= best_of
    assert best_of // 2 + 1 <= likely_matches(best_of) <= best_of
