"""Whole events whose rounds end concurrently: two workers, two directors and a late result.

SQLite lets one writer in at a time and would hide a missing lock, so these run on PostgreSQL only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from matches.errors import DomainError, MatchAlreadyFinal
from matches.models import Match, Player
from tests import factories
from tests.effort import examples
from tests.formats.fed import LOSERS
from tests.formats.fed import Event as EventInMemory
from tests.formats.tournament import Tournament as StageInMemory
from tests.races.at_once import at_once
from tournaments.actions import log, results
from tournaments.actions.draws import draw, progress
from tournaments.actions.events import lifecycle
from tournaments.models import Pairing, Seat, Stage
from tournaments.queries.audit.checks import findings
from tournaments.queries.state import StageState, event_states

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = examples(200, landing=10)
# Of the rounds, the share of each kind of event: Swiss, lives, and a bracket with the consolation that it feeds.
SWISS, LIVES, FED = ROUNDS * 2 // 5, ROUNDS * 2 // 5, ROUNDS // 5


class Hall:
    """An event with two directors, whose results come from all of them and from a phone."""

    def __init__(self, stage: Stage, *, chance: Random) -> None:
        self.event = stage.event
        self.chance = chance
        tournament = self.event.tournament
        second = factories.director("Dana Second")
        lifecycle.appoint(tournament, second, kind="director", by=None)
        self.directors = (factories.owner(tournament), second)

    def open_matches(self) -> list[Match]:
        """What can be played now, in all stages."""
        return [
            match for stage in self.event.stages.order_by("order") for match in factories.open_matches(stage)
        ]

    def crowd(self) -> None:
        """Report everything that is open, from four places at once, while two workers pair."""
        matches = self.open_matches()
        self.chance.shuffle(matches)
        late, *others = matches
        # Both directors hold the slip of the last one; whoever comes second is told that it is final.
        both = others[-1:]
        piles = [others[0:-1:2] + both, others[1:-1:2] + both]
        score = {match.pk: self.chance.choice([(5, 2), (2, 5)]) for match in matches}
        acts: list[Callable[[], object]] = [
            partial(_report_all, pile, by=director, score=score)
            for pile, director in zip(piles, self.directors, strict=True)
        ]
        around = factories.around(late)
        loser = around.one if score[late.pk] == (2, 5) else around.two
        acts.append(partial(results.report, late, by=loser, score=score[late.pk]))
        acts += [partial(progress.advance, self.event)] * 2
        answers = at_once(*acts)
        # Only a worker may be told to come again; nobody else is refused.
        assert not any(isinstance(answer, DomainError) for answer in answers[:3])
        progress.advance(self.event)
        check(self.event.stages.get(order=0), states=event_states(self.event))


def _report_all(pile: list[Match], *, by: Player, score: dict[int, tuple[int, int]]) -> None:
    for match in pile:
        try:
            results.report(match, by=by, score=score[match.pk])
        except MatchAlreadyFinal:
            # The other director was first, with the same slip.
            continue


def check(first: Stage, *, states: tuple[StageState, ...]) -> None:
    """Nobody has two pairings in a round, nobody who should play is without one, and all of it follows."""
    event = first.event
    for state in states:
        live = Pairing.objects.filter(stage=state.stage, cancelled_at=None)
        seats = Counter(
            Seat.objects.filter(pairing__in=live, cancelled_at=None).values_list("round", "entrant_id")
        )
        assert max(seats.values(), default=1) == 1
        assert sum(seats.values()) == sum(1 if pairing.is_bye else 2 for pairing in live)
        assert state.format.next_pairings(state.state) == ()
        if state.format.code == "swiss":
            newest = max(pairing.round for pairing in live)
            here = {entrant for number, entrant in seats if number == newest}
            assert len(here) == len(state.state.entries)
    assert not findings(event.tournament)
    assert log.verify(event.tournament) == []


def serially(state: StageState) -> StageInMemory:
    """The stage once more in memory, its results given one by one in the order of their places."""
    stored_state = state.state
    entries = {entry.uid: entry for entry in stored_state.entries}
    stage = StageInMemory(
        state.format.code, stored_state.seed, stored_state.options, stored_state.size, entries
    )
    # Lots are drawn for each act of pairing, so that only those that were drawn give the same rounds.
    stage.lots = dict(stored_state.lots)
    winners = {result.place: result for result in stored_state.results}
    stage.advance()
    while waiting := stage.waiting():
        for pairing in waiting:
            result = winners[pairing.place]
            assert {result.one, result.two} == set(pairing.entrants)
            stage.finish(pairing.place, result.winner)
            if result.score is not None:
                score = result.score if result.one == pairing.one else result.score[::-1]
                stage.results[pairing.place] = replace(stage.results[pairing.place], score=score)
        stage.advance()
    return stage


@pytest.mark.parametrize(
    ("format_", "count", "rounds"), [("swiss", 9, SWISS), ("swiss", 8, SWISS), ("lives", 9, LIVES)]
)
def test_rounds_that_end_in_a_crowd_are_those_of_a_serial_replay(
    format_: str, count: int, rounds: int
) -> None:
    chance, number = Random(count), 0
    share = rounds // 2 if format_ == "swiss" else rounds
    while number < share:
        event = factories.event()
        options = {"rounds": 5} if format_ == "swiss" else {}
        stage = lifecycle.create_stage(event, by=None, format=format_, lengths=[5], options=options)
        factories.entrants(event, count)
        draw.draw(stage, by=None, seed=str(number))
        hall = Hall(stage, chance=chance)
        while hall.open_matches():
            hall.crowd()
            number += 1
        (state,) = event_states(event)
        assert state.format.is_complete(state.state)
        alone = serially(state)
        assert set(alone.pairings.values()) == set(state.state.pairings)
        assert alone.format.standings(alone.state) == state.format.standings(state.state)


def test_losers_who_drop_in_a_crowd_stand_where_a_serial_replay_puts_them() -> None:
    chance, count = Random(3), 0
    while count < FED:
        event = factories.event()
        main = factories.stage(event, lengths=(5,))
        lifecycle.create_stage(
            event,
            by=None,
            format="consolation",
            lengths=[5],
            options={"placing": "table"},
            feeds=[{"stage": 0, "take": "losers", "nearest": 1}],
        )
        factories.entrants(event, 16)
        draw.draw(main, by=None, seed=str(count))
        hall = Hall(main, chance=chance)
        while hall.open_matches():
            hall.crowd()
            count += 1
        states = event_states(event)
        assert all(state.format.is_complete(state.state) for state in states)
        alone = fed_serially(states)
        for state, stage in zip(states, alone.stages, strict=True):
            assert set(stage.pairings.values()) == set(state.state.pairings)
            assert stage.format.standings(stage.state) == state.format.standings(state.state)


def fed_serially(states: tuple[StageState, ...]) -> EventInMemory:
    """The bracket and its consolation once more in memory, one result after the other."""
    main, fed = (state.state for state in states)
    bracket = StageInMemory(
        "single_elimination", main.seed, main.options, main.size, {e.uid: e for e in main.entries}
    )
    event = EventInMemory([bracket])
    event.add(LOSERS, options=fed.options)
    event.advance()
    winners = [{result.place: result for result in state.results} for state in (main, fed)]
    while any(stage.waiting() for stage in event.stages):
        for stage, results_of_stage in zip(event.stages, winners, strict=True):
            for pairing in stage.waiting():
                result = results_of_stage[pairing.place]
                stage.finish(pairing.place, result.winner)
                event.advance()
    return event
