"""What is simulated in bulk is what asking after every single result gives, over random tournaments."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.effort import is_long
from tournaments.formats import FORMATS, Pairing
from tournaments.simulation import Setup, StageSetup
from tournaments.simulation.event import SimulatedEvent
from tournaments.simulation.stage import SimulatedStage

KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "lives": ("lives", {}),
    "four": ("lives", {"lives": 4, "max_places": 2, "is_bye_a_win": True}),
    "alone": ("lives", {"odd_one": "sit_out"}),
    "continuous": ("lives", {"mode": "continuous"}),
    "bracket": ("lives", {"mode": "continuous", "bracket_slots": 4}),
    "swiss": ("swiss", {"rounds": 4}),
    "robin": ("round_robin", {"legs": 2}),
    "groups": ("round_robin", {"groups": 2}),
}


class OneByOne(SimulatedEvent):
    """A hall in which every match ends by itself, and in which every format is asked what follows."""

    def follows_each(self, stage: SimulatedStage) -> bool:
        return True

    def _follow(self, stage: SimulatedStage) -> list[Pairing]:
        stage.batches = None
        return super()._follow(stage)


def pairings_by_asking(stage: SimulatedStage) -> set[Pairing]:
    """Return the pairings of a stage that is evaluated after every result, without any cache."""
    rules, state = stage.setup.format, replace(stage.renewed(), pairings=(), results=())
    for result in (None, *stage.results.values()):
        if result is not None:
            state = replace(state, results=(*state.results, result))
        while pairings := rules.next_pairings(state):
            pairings_begun = tuple(replace(pairing, is_begun=True) for pairing in pairings)
            state = replace(state, pairings=state.pairings + pairings_begun)
    return set(state.pairings)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tables", [None, 3])
def test_in_bulk_comes_what_asking_after_every_result_gives(kind: str, tables: int | None) -> None:
    code, options = KINDS[kind]
    stage = StageSetup(FORMATS[code], FORMATS[code].options.from_dict(options))
    # In number 16 somebody goes down to others, and two are left who had been put off for that one.
    for number in range(40) if is_long() else (0, 1, 2, 16):
        setup = Setup((stage,), Random(number).randint(6, 19), tables)
        bulk, single = (hall(setup, chance=Random(number)) for hall in (SimulatedEvent, OneByOne))
        bulk.play()
        single.play()
        assert (bulk.minutes, bulk.waiting, bulk.matches) == (single.minutes, single.waiting, single.matches)
        (one,), (other,) = bulk.stages, single.stages
        assert (one.pairings, one.results) == (other.pairings, other.results)
        assert pairings_by_asking(one) == set(one.pairings.values())
