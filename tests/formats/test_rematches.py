"""How rarely two meet again in a progressive consolation, with and without empty lines."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from statistics import fmean, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples, is_long
from tests.formats.fed import LOSERS, Event, FedStage
from tournaments.formats import FORMATS
from tournaments.formats.consolation.format import FORMAT, ConsolationOptions, Placing
from tournaments.formats.flight import flight
from tournaments.formats.single_elimination.format import SingleEliminationOptions
from tournaments.matching.assignment import assign
from tournaments.simulation import Setup, StageSetup
from tournaments.simulation.outcomes import simulate


def rematches_in_plan(size: int, chance: Random) -> int:
    """Play a full bracket and its consolation once, by the plan alone, and count who meets again."""
    last = size.bit_length() - 2
    layout = flight((tuple(size >> number for number in range(1, last + 1)),))
    pairs: set[tuple[int, int]] = set()
    players = list(range(size))
    lines: list[int] = [0] * (size - 2)
    for batch in layout.batches:
        winners = []
        for slot in range(batch.slots):
            pair = players[2 * slot : 2 * slot + 2]
            pairs.add((min(pair), max(pair)))
            winner = chance.getrandbits(1)
            winners.append(pair[winner])
            lines[batch.start + (slot ^ batch.mask)] = pair[1 - winner]
        players = winners
    entrants: list[int] = lines
    again = 0
    for one, two in layout.plan.wiring.sides:
        pair = [entrants[one], entrants[two]]
        again += (min(pair), max(pair)) in pairs
        winner = chance.getrandbits(1)
        entrants += (pair[winner], pair[1 - winner])
    return again


@pytest.mark.parametrize(("size", "rate"), [(16, 0.41), (32, 0.39), (64, 0.36)])
def test_rematches_are_as_rare_as_the_published_tables_say(size: int, rate: float) -> None:
    chance, runs = Random(size), 50_000 if is_long() else 5_000
    mean = sum(rematches_in_plan(size, chance) for _ in range(runs)) / runs
    # The published figures have two digits and an error of their own of 0.005 to 0.01.
    assert abs(mean - rate) < 0.012 + 4 * 0.6 / runs**0.5


@pytest.mark.parametrize(("placing", "most"), [(Placing.TABLE, 0.8), (Placing.CHOSEN, 0.7)])
def test_rematches_stay_rare_where_byes_and_refusals_leave_lines_empty(placing: Placing, most: float) -> None:
    runs = 200 if is_long() else 15
    mean = sum(rematches_of_event(placing, number) for number in range(runs)) / runs
    # In a full bracket dropped in the order of slots, without a table, it would be 6.2.
    assert mean < most


# Of these the noise is a third of that of the others in a long run.
LOOKED_AT = (12, 16, 24, 32, 40, 48, 56, 64)


@pytest.mark.parametrize("count", range(9, 65) if is_long() else (13, 48))
def test_chosen_lines_are_no_worse_than_those_of_the_table(count: int) -> None:
    runs = (20_000 if count in LOOKED_AT else 2_000) if is_long() else 20
    (rate, noise), (table, other) = (rematches_in_hall(count, placing, runs=runs) for placing in Placing)
    assert rate <= table + 3.5 * (noise**2 + other**2) ** 0.5


def rematches_in_hall(count: int, placing: Placing, *, runs: int) -> tuple[float, float]:
    """Simulate a knock-out of even players with its consolation: the mean of the rematches, and its standard error."""
    main = StageSetup(FORMATS["single_elimination"], SingleEliminationOptions(), (7,), ())
    below = StageSetup(FORMAT, ConsolationOptions(placing=placing), (5,), (LOSERS,))
    setup = Setup((main, below), count, deviation=0.0)
    rematches = [simulate(setup, chance=Random(f"{count} {number}")).rematches for number in range(runs)]
    return fmean(rematches), stdev(rematches) / runs**0.5


def rematches_of_event(placing: Placing, number: int) -> int:
    """Play 24 of whom a quarter declines, some matches at a time, and count who meets again."""
    chance = Random(number)
    event = Event.from_draw(24, LOSERS, options=ConsolationOptions(placing=placing), seed=str(number))
    for uid in chance.sample(sorted(event.stages[0].entries), k=6):
        event.declare(uid, goes_on=False)
    while waiting := [(stage, pairing) for stage in event.stages for pairing in stage.waiting()]:
        for stage, pairing in chance.sample(waiting, k=max(1, len(waiting) // 3)):
            stage.finish(pairing.place, chance.choice(pairing.entrants))
        event.advance()
    meetings = Counter(
        frozenset((result.one, result.two)) for stage in event.stages for result in stage.results.values()
    )
    return sum(times - 1 for times in meetings.values())


def test_many_at_once_drop_by_the_table() -> None:
    event = Event.from_draw(260, LOSERS)
    for pairing in event.stages[0].waiting():
        event.stages[0].finish(pairing.place, pairing.one)
    event.advance()
    consolation = event.stages[1]
    assert isinstance(consolation, FedStage)
    board = FORMAT.outline(consolation.state)
    for entry in consolation.entries.values():
        assert entry.origin is not None
        side = next(
            side for slots in board.rounds for slot in slots for side in slot[2:4] if side.line == entry.line
        )
        assert side.source == (entry.origin.round, entry.origin.slot)


@given(
    st.integers(0, 5).flatmap(
        lambda rows: st.lists(
            st.lists(st.integers(0, 9), min_size=6, max_size=6), min_size=rows, max_size=rows
        )
    )
)
@settings(max_examples=examples(1000), deadline=None)
def test_an_assignment_is_the_cheapest_of_all(costs: list[list[int]]) -> None:
    columns = assign(costs)
    assert len(set(columns)) == len(costs)
    cheapest = min(
        sum(row[column] for row, column in zip(costs, order, strict=False))
        for order in permutations(range(6), len(costs))
    )
    assert sum(row[column] for row, column in zip(costs, columns, strict=True)) == cheapest
