"""The simulated hall begins as the real one stands: its order of calling, its tables, and who is away."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from matches.models import Match
from tests import factories
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling, tables
from tournaments.models import Entrant, Event, Pairing, Table, Tournament
from tournaments.queries.events.hall_now import LeftOut, hall_now
from tournaments.queries.hall.board import board
from tournaments.queries.state import event_states
from tournaments.simulation.event import SimulatedEvent
from tournaments.simulation.timing import SteadyTiming
from tournaments.simulation.weekend import hall_for, weekends

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


class Recorder(SteadyTiming):
    """Chances that write down which matches begin: event, stage, round and slot."""

    def __init__(self) -> None:
        super().__init__(Random(0))
        self.begun: list[tuple[int, ...]] = []

    def begin(self, *match: int) -> None:
        """Write a match down."""
        self.begun.append(match)


def jackpot_of(main: Event, entrants: int) -> Event:
    """A second event of the first entrants of another."""
    side = factories.event(main.tournament, name="Jackpot")
    stage = factories.stage(side, lengths=(5,))
    for entrant in main.entrants.order_by("pk")[:entrants]:
        registration.enter(side, by=None, players=[entrant.side.players.get()])
    draw.draw(stage, by=None, seed="videau")
    return side


def weekend() -> Tournament:
    """A main bracket after its first round, its consolation, and a jackpot of half its players."""
    main = factories.stage(lengths=(11, 9, 7))
    feeds = [{"stage": 0, "take": "losers", "nearest": 1}]
    lifecycle.create_stage(main.event, by=None, format="consolation", lengths=(5,), feeds=feeds)
    factories.entrants(main.event, 8)
    draw.draw(main, by=None, seed="videau")
    progress.advance(main.event)
    lifecycle.add_tables(main.event.tournament, by=None, names=["1"])
    calling.assign_lowest(factories.open_matches(main)[0], by=None)
    factories.play_open_matches(main)
    jackpot_of(main.event, 4)
    return main.event.tournament


def called_first(tournament: Tournament, *, at_once: int) -> list[Match]:
    """The matches that the simulated hall calls to so many tables, in its order."""
    now = timezone.now()
    hall = hall_now(tournament, now=now).weekend
    timing = Recorder()
    simulated = hall_for(hall, timing=timing)
    for event in hall.events:
        SimulatedEvent(event.setup, chance=Random(0), hall=simulated, key=event.key, ways=event.ways)
    simulated.play()
    states = {event: event_states(Event.objects.get(pk=event)) for event in (one.key for one in hall.events)}
    matches = []
    for key, stage, number, slot in timing.begun[:at_once]:
        match = states[key][stage].pairings[number, slot].match
        assert match is not None
        matches.append(match)
    return matches


def free_ones(tournament: Tournament) -> list[Match]:
    """The matches that the board would call, in its order, nobody to two tables."""
    seated: set[int] = set()
    matches = []
    for waiting in board(tournament, now=timezone.now()).ready:
        if seated.isdisjoint(waiting.players):
            seated |= waiting.players
            matches.append(waiting.line.match)
    return matches


@pytest.mark.parametrize("tables_for_all", [1, 3])
def test_the_simulated_hall_calls_what_the_board_would_call(tables_for_all: int) -> None:
    tournament = weekend()
    if tables_for_all > 1:
        lifecycle.add_tables(
            tournament, by=None, names=[str(number) for number in range(2, tables_for_all + 1)]
        )
    expected = free_ones(tournament)
    assert len(expected) > tables_for_all
    assert called_first(tournament, at_once=tables_for_all) == expected[:tables_for_all]
    last = expected[-1]
    Match.objects.filter(pk=last.pk).update(made_at=timezone.now() - timedelta(minutes=130))
    Pairing.objects.filter(match=last).update(made_at=timezone.now() - timedelta(minutes=130))
    assert free_ones(tournament)[0] == last
    assert called_first(tournament, at_once=1) == [last]


@pytest.mark.both_databases
def test_reserved_tables_and_who_is_away_are_those_of_the_hall() -> None:
    tournament = weekend()
    main, side = tournament.events.order_by("pk")
    lifecycle.add_tables(tournament, by=None, names=["2", "3"])
    one, two, three = Table.objects.order_by("order", "pk")
    tables.change_table(one, by=None, is_out_of_order=False, is_streaming=False, reserved_for=side)
    tables.change_table(three, by=None, is_out_of_order=True, is_streaming=False, reserved_for=None)
    now = timezone.now()
    away = Entrant.objects.filter(event=main).order_by("pk")[7].side.players.get()
    tables.set_availability(
        tournament, away, by=None, away_until=now + timedelta(minutes=90), leaves_at=now + timedelta(hours=9)
    )
    hall = hall_now(tournament, now=now).weekend
    assert (hall.tables, [event.reserved for event in hall.events], hall.limit) == (1, [0, 1], 120)
    presence = hall.presences[str(away.pk)]
    assert (round(presence.back), round(presence.leaves or 0)) == (90, 540)
    assert min(next(weekends(hall, seed="t")).events) > 0
    tables.change_table(two, by=None, is_out_of_order=False, is_streaming=False, reserved_for=side)
    left = hall_now(tournament, now=now)
    assert (left.events, left.left_out) == ((side.uid,), {main.uid: LeftOut.NO_TABLE})
    assert Table.objects.count() == 3
