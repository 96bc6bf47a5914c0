"""The records of a stage, counted on from those of the state that was asked about last."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.effort import examples
from tests.formats.tournament import Tournament, entrants
from tournaments.formats import FORMATS, Entry, Pairing, Result, State
from tournaments.formats.rounds import records

OPTIONS = FORMATS["lives"].options()
ENTRIES = tuple(Entry(uid, line=line) for line, uid in enumerate("abcd"))
START = State(size=4, entries=ENTRIES, seed="s", options=OPTIONS)


def fresh(state: State) -> State:
    """The same state with entries of its own, of which nothing is remembered."""
    return replace(state, entries=tuple(replace(entry) for entry in state.entries))


def test_what_is_new_is_counted_on() -> None:
    records(START)
    state = replace(START, pairings=(Pairing(1, 0, "a", "b"), Pairing(1, 1, "c", None)))
    first = records(state)
    assert (first["a"].rounds, first["c"].byes, first["d"].rounds) == ([1], [1], [])
    next_state = replace(state, results=(Result(1, 0, "a", "b", "a"),))
    now = records(next_state)
    assert (now["a"].wins, now["b"].losses) == (1, 1)
    # Nobody who did nothing is counted again, and the records of before are as they were.
    assert now["d"] is first["d"]
    assert first["a"].meetings == []


def test_what_comes_before_the_known_is_counted_from_the_beginning() -> None:
    second = (Pairing(2, 0, "a", "b"),)
    records(replace(START, pairings=second))
    both = replace(START, pairings=(*second, Pairing(1, 0, "a", "c")))
    assert records(both)["a"].rounds == [1, 2]
    later = (Result(2, 0, "a", "b", "a"),)
    records(replace(both, results=later))
    assert [
        meeting.round
        for meeting in records(replace(both, results=(*later, Result(1, 0, "a", "c", "c"))))["a"].meetings
    ] == [1, 2]


def test_a_correction_is_counted_from_the_beginning() -> None:
    state = replace(START, pairings=(Pairing(1, 0, "a", "b"),), results=(Result(1, 0, "a", "b", "a"),))
    assert records(state)["a"].wins == 1
    correction = replace(state, results=(Result(1, 0, "a", "b", "b"),))
    assert records(correction)["a"].wins == 0
    assert records(replace(state, pairings=(), results=()))["a"].rounds == []


def test_who_has_no_line_is_not_counted() -> None:
    alone = (Entry("a", line=0),)
    state = State(size=1, entries=alone, seed="s", options=OPTIONS, pairings=(Pairing(1, 0, "a", "x"),))
    assert list(records(state)) == ["a"]
    next_state = replace(
        state, pairings=(*state.pairings, Pairing(2, 0, "x", None)), results=(Result(1, 0, "a", "x", "x"),)
    )
    assert records(next_state)["a"].losses == 1
    assert list(records(next_state)) == ["a"]


@pytest.mark.parametrize("number", range(examples(100)))
def test_records_are_those_of_a_first_reading(number: int) -> None:
    """Results come and go in any order; what was known before never shows."""
    chance = Random(number)
    tournament = Tournament.from_draw("lives", entrants(chance.randint(3, 9)), seed=str(number))
    entries = tuple(tournament.entries.values())
    while waiting := tournament.waiting():
        pairing = chance.choice(waiting)
        tournament.finish(pairing.place, chance.choice([*pairing.entrants, None]))
        tournament.advance()
        state = replace(tournament.state, entries=entries)
        assert records(state) == records(fresh(state))
        part = chance.randint(0, len(state.results))
        records(state)
        shorter = replace(state, results=state.results[:part])
        assert records(shorter) == records(fresh(shorter))
