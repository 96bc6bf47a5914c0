"""What formats remember of one state never shows in what they say of another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from tests.effort import is_long
from tests.simulation.test_outcomes import WEEKEND, usual
from tournaments.formats import Pairing, State
from tournaments.simulation import Setup, StageSetup
from tournaments.simulation.event import SimulatedEvent
from tournaments.simulation.stage import SimulatedStage


def states_of(setup: Setup, *, number: int) -> Iterator[tuple[StageSetup, State]]:
    """The states through which the stages of a tournament go."""
    states: list[tuple[StageSetup, State]] = []

    class Noting(SimulatedEvent):
        def _follow(self, stage: SimulatedStage) -> list[Pairing]:
            pairings = super()._follow(stage)
            states.append((stage.setup, stage.renewed()))
            return pairings

    Noting(setup, chance=Random(number)).play()
    return iter(states)


def copied(state: State) -> State:
    """The same state in other objects, of which no format remembers anything."""
    return replace(
        state,
        entries=tuple(replace(entry) for entry in state.entries),
        pairings=tuple(replace(pairing) for pairing in state.pairings),
        results=tuple(replace(result) for result in state.results),
        feeders=tuple(replace(feeder) for feeder in state.feeders),
    )


@pytest.mark.parametrize(
    "setup",
    [
        Setup(WEEKEND, 12),
        usual("lives", 11, options={"mode": "continuous"}),
        usual("lives", 9, options={"bracket_slots": 4}),
        usual("swiss", 9, options={"rounds": 5}),
        usual("double_elimination", 11),
    ],
    ids=["weekend", "continuous", "lives", "swiss", "double"],
)
def test_an_answer_does_not_depend_on_what_was_asked_before(setup: Setup) -> None:
    """Cached answers of one state never change the answer to another, in any order of questions."""
    states = [state for number in range(10 if is_long() else 2) for state in states_of(setup, number=number)]
    Random(0).shuffle(states)
    for of, state in states:
        rules, fresh = of.format, copied(state)
        answers = (rules.next_pairings(state), rules.standings(state), rules.is_complete(state))
        assert answers == (rules.next_pairings(state), rules.standings(state), rules.is_complete(state))
        assert answers == (rules.next_pairings(fresh), rules.standings(fresh), rules.is_complete(fresh))
        assert rules.outline(state) == rules.outline(fresh)
