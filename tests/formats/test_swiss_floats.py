"""Floats of a Swiss have a memory: nobody meets somebody with fewer points, or with more, twice running."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

import pytest

from tests.effort import examples
from tests.formats.tournament import Tournament
from tournaments.formats import Entry, State
from tournaments.formats.swiss.board import SwissBoard, best_seating
from tournaments.formats.swiss.options import SwissOptions
from tournaments.formats.swiss.rounds import board_of


@dataclass
class OfVersion(Tournament):
    """A stage that a version of the format has drawn."""

    version: int | None = None

    @property
    def state(self) -> State:
        """What the format may see."""
        return replace(super().state, version=self.version)


def played(count: int, *, rounds: int, seed: int, version: int | None = None, **options: str) -> OfVersion:
    """A seeded Swiss in which the stronger one mostly wins."""
    swiss_options = SwissOptions.from_dict({"seeding": "seeded", "rounds": rounds, **options})
    entries = [Entry(f"p{number}", seed=number + 1) for number in range(count)]
    stage = OfVersion.from_draw("swiss", entries, seed=str(seed), options=swiss_options)
    stage.version = version
    chance = Random(seed)
    while waiting := stage.waiting():
        for pairing in waiting:
            one, two = (int(uid[1:]) for uid in pairing.entrants)
            stage.finish(
                pairing.place, pairing.entrants[chance.random() > 1 / (1 + 10 ** ((one - two) / 50))]
            )
        stage.advance()
    return stage


def floats_of(stage: Tournament) -> list[dict[str, int]]:
    """Who met somebody with fewer points in each round (1), or with more (-1)."""
    points: Counter[str] = Counter()
    floats = []
    for number in range(1, 1 + max(number for number, _ in stage.pairings)):
        here = [pairing for pairing in stage.pairings.values() if pairing.round == number]
        ways = {}
        for pairing in here:
            if pairing.two is not None:
                apart = points[pairing.one] - points[pairing.two]
                ways[pairing.one], ways[pairing.two] = (apart > 0) - (apart < 0), (apart < 0) - (apart > 0)
        floats.append({uid: way for uid, way in ways.items() if way})
        for pairing in here:
            winner = pairing.one if pairing.two is None else stage.results[pairing.place].winner
            points[str(winner)] += 1
    return floats


def twice_running(stage: Tournament) -> int:
    """How often somebody floats as in the round before."""
    rounds = floats_of(stage)
    return sum(before.get(uid) == way for before, now in pairwise(rounds) for uid, way in now.items())


@pytest.mark.parametrize(("count", "rounds"), [(24, 5), (33, 6), (48, 6)])
def test_nobody_floats_the_same_way_twice_running(count: int, rounds: int) -> None:
    for seed in range(examples(100)):
        assert twice_running(played(count, rounds=rounds, seed=seed)) == 0


def test_a_stage_drawn_by_version_1_is_paired_as_it_was() -> None:
    assert sum(twice_running(played(48, rounds=6, seed=seed, version=1)) for seed in range(5)) > 5


@pytest.mark.parametrize("count", [24, 33, 48])
def test_the_memory_makes_no_float_more_and_no_stronger_rule_worse(count: int) -> None:
    for seed in range(examples(50)):
        stage = played(count, rounds=6, seed=seed, system=Random(seed).choice(["fold", "monrad"]))
        for number in range(2, 7):
            board = board_of(before(stage, number), number, sorted(stage.entries))
            costs, blind = costs_of(board), costs_of(replace(board, floats=()))
            for code, cost in blind.items():
                assert costs[code] == cost
                if code == "score":
                    break


def before(stage: Tournament, number: int) -> State:
    """The state when a round was about to be paired."""
    state = stage.state
    return replace(
        state,
        pairings=tuple(pairing for pairing in state.pairings if pairing.round < number),
        results=tuple(result for result in state.results if result.round < number),
    )


def costs_of(board: SwissBoard) -> dict[str, int]:
    """What the best round costs by each rule."""
    seating = best_seating(board)
    assert seating is not None
    return seating.costs


def test_a_large_field_is_paired_as_well_by_near_pairs_as_by_all() -> None:
    # Above 64 only near pairs are looked at, and blocks that are proven.
    stage = played(100, rounds=6, seed=1)
    assert twice_running(stage) == 0


def test_danish_rounds_look_at_no_earlier_round() -> None:
    stage = played(24, rounds=5, seed=1, system="danish")
    assert board_of(before(stage, 5), 5, sorted(stage.entries)).floats == ()
