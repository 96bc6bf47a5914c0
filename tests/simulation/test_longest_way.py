"""The longest way to go: against a twin that walks every course of an event, and against events that are played."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tests.plans.planning import BELOW, LAST, MAIN, plan_of, stage
from tournaments.formats import Feed, Take
from tournaments.plans import PlannedEvent
from tournaments.plans.checks import rehearse
from tournaments.simulation import setup_of
from tournaments.simulation.longest_way import LongestWays, MatchTurn, longest_ways, way_elsewhere
from tournaments.simulation.outcomes import simulate

WEEKEND = plan_of(
    replace(MAIN, lengths=(15, 13, 11, 9)), replace(BELOW, lengths=(11, 9, 7)), replace(LAST, lengths=(5,))
)
BEST = Feed(0, Take.GROUP_TOP, count=2)
GROUPS = plan_of(
    replace(stage("round_robin", groups=4), lengths=(5,)),
    replace(stage("single_elimination", BEST), lengths=(9, 7)),
)
ONE_DAY = plan_of(
    replace(MAIN, lengths=(9, 7)),
    replace(stage("single_elimination", Feed(0, Take.FIRST_LOSS, last_round=2)), lengths=(5, 3)),
)
NORDIC = plan_of(
    replace(MAIN, lengths=(13, 11, 9)),
    replace(BELOW, lengths=(11, 7)),
    stage("single_elimination", Feed(0, Take.LOSERS, farthest=0), Feed(1, Take.TOP, count=1)),
)
SWISS = plan_of(replace(stage("swiss", rounds=5), lengths=(7, 5)))
DOUBLE = plan_of(replace(stage("double_elimination", grand_final="one_match"), lengths=(11, 9, 7)))
MICHIGAN = plan_of(stage("michigan"))


def courses(plan: PlannedEvent, entrants: int) -> dict[tuple[int, int], int]:
    """The twin: from each match every course of winners and losers is walked to its end, match by match."""
    stages = {one.ready.number: one for one in rehearse(plan, entrants=entrants)}
    length = {
        (number, declared.number): one.ready.stage.lengths[
            min(declared.from_final, len(one.ready.stage.lengths) - 1)
        ]
        for number, one in stages.items()
        for declared in one.rounds
    }
    comes_from: dict[tuple[int, int, int], set[tuple[int, int, int]]] = {}
    for number, one in stages.items():
        for slot in (slot for slots in one.outline.rounds for slot in slots):
            for side in (slot.one, slot.two):
                if side.source is not None:
                    feeder = number if side.feeder is None else int(side.feeder)
                    comes_from.setdefault((feeder, *side.source), set()).add((number, slot.round, slot.slot))

    @cache
    def longest(place: tuple[int, int, int]) -> int:
        return length[place[:2]] + max((longest(after) for after in comes_from.get(place, ())), default=0)

    ways: dict[tuple[int, int], int] = {}
    for number, one in stages.items():
        for slot in (slot for slots in one.outline.rounds for slot in slots):
            way = longest((number, slot.round, slot.slot))
            ways[number, slot.round] = max(way, ways.get((number, slot.round), 0))
    return ways


@pytest.mark.parametrize("entrants", [4, 8, 32])
@pytest.mark.parametrize("plan", [WEEKEND, DOUBLE, MICHIGAN, plan_of(MAIN, BELOW)])
def test_no_course_of_a_bracket_is_longer_and_one_is_as_long(plan: PlannedEvent, entrants: int) -> None:
    assert dict(longest_ways(plan, entrants=entrants).points) == courses(plan, entrants)


@settings(max_examples=examples(150), deadline=None)
@given(
    entrants=st.integers(4, 40),
    main=st.lists(st.sampled_from([5, 7, 9, 11]), min_size=1, max_size=4),
    below=st.lists(st.sampled_from([3, 5, 7]), min_size=1, max_size=3),
    nearest=st.integers(0, 2),
)
def test_nor_is_any_in_an_event_of_any_size_and_lengths(
    entrants: int, main: list[int], below: list[int], nearest: int
) -> None:
    feed = Feed(0, Take.LOSERS, nearest=nearest)
    plan = plan_of(replace(MAIN, lengths=tuple(main)), replace(BELOW, lengths=tuple(below), feeds=(feed,)))
    assert dict(longest_ways(plan, entrants=entrants).points) == courses(plan, entrants)


@pytest.mark.parametrize("plan", [WEEKEND, GROUPS, ONE_DAY, NORDIC, SWISS, DOUBLE, MICHIGAN])
def test_an_event_with_tables_for_all_lasts_as_long_as_its_longest_way(plan: PlannedEvent) -> None:
    # Without luck in the durations, and with no bye, the simulator knows how long an event lasts.
    setup = replace(setup_of(plan, entrants=16, minutes_per_point=1.0), spread=0.0005)
    run = simulate(setup, chance=Random(1))
    assert max(longest_ways(plan, entrants=16).points.values()) == round(run.minutes)


def test_where_results_decide_how_many_rounds_there_are_the_likely_number_counts() -> None:
    ways = longest_ways(plan_of(stage("lives", lives=2)), entrants=16)
    rounds = max(number for _, number in ways.points)
    assert ways.of(0, 1, length=7) == 7 * rounds
    assert ways.of(0, rounds + 3, length=7) == 7


def test_days_lie_between_the_matches_of_a_league_and_of_a_ladder() -> None:
    for code in ("league", "ladder"):
        assert longest_ways(plan_of(stage(code)), entrants=16).of(0, 1, length=9) == 9


def test_what_is_drawn_already_counts_as_it_was_drawn() -> None:
    few = longest_ways(GROUPS, entrants=16, drawn={1: 4})
    assert few.of(1, 1, length=7) == 16
    assert longest_ways(GROUPS, entrants=16).of(1, 1, length=7) == 23


def test_a_length_that_a_director_has_set_counts() -> None:
    ways = longest_ways(WEEKEND, entrants=8, fixed_lengths={0: {3: 21}})
    assert (ways.of(0, 3, length=21), ways.of(0, 2, length=13)) == (21, 34)


def test_a_stage_that_cannot_be_drawn_and_all_that_it_feeds_are_left_out() -> None:
    plan = plan_of(
        MAIN, stage("swiss", Feed(0, Take.TOP, count=1)), stage("swiss", Feed(1, Take.TOP, count=2))
    )
    assert {number for number, _ in longest_ways(plan, entrants=8).points} == {0}


def test_a_playoff_of_a_tie_has_nothing_behind_it() -> None:
    assert LongestWays({}, {}).of(-1, 1, length=5) == 5


def test_who_leaves_soon_goes_first_then_who_has_waited_then_the_longest_way() -> None:
    long, short, waited = MatchTurn(300, 5), MatchTurn(100, 60), MatchTurn(20, 95)
    leaving, leaving_later = MatchTurn(20, 0, leaves_in=30), MatchTurn(200, 0, leaves_in=50)
    turns = [short, leaving_later, waited, long, leaving]
    assert sorted(turns, key=lambda one: one.key(limit=90)) == [leaving, leaving_later, waited, long, short]
    assert sorted(turns, key=lambda one: one.key(limit=None)) == [leaving, leaving_later, long, short, waited]


def test_among_equal_ways_the_longest_wait_decides() -> None:
    old, new = MatchTurn(100, 20), MatchTurn(100, 10)
    assert old.key(limit=None) < new.key(limit=None)
    assert old.key(limit=15) < new.key(limit=15)


def test_who_plays_in_two_events_has_both_ways_to_go() -> None:
    one, two = {1: 100.0, 2: 50.0}, {1: 100.0, 3: 20.0, 4: 25.0}
    assert way_elsewhere([one, two], event=1) == 50
    assert way_elsewhere([two], event=1) == 45
    assert way_elsewhere([], event=1) == 0
    both, alone = MatchTurn(50, 0, elsewhere=100), MatchTurn(120, 0)
    assert both.key(limit=None) < alone.key(limit=None)
    assert MatchTurn(100, 0, elsewhere=50).key(limit=None) < both.key(limit=None)
