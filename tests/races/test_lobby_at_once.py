"""Two people take the last place at the same moment: one event starts, and nobody is lost.

SQLite lets one writer in at a time and would hide a missing lock, so these run on PostgreSQL only.
"""

from __future__ import annotations

from functools import partial

import pytest

from matches.errors import DomainError
from tests import factories
from tests.effort import is_long
from tests.races.at_once import at_once
from tournaments.actions import log
from tournaments.actions.draws import lobby
from tournaments.actions.entrants import qualifying, registration, waiting_list
from tournaments.errors.entrants import QualifyingCircle
from tournaments.models import Draw, Entrant, Event, LogEntry, StageEntry
from tournaments.queries.audit.checks import findings
from tournaments.queries.entrants.lobby import follower

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 16 if is_long() else 2
CLERKS = 6


def jackpot(places: int, *, opens_next: bool) -> Event:
    """An event that starts when full."""
    event = factories.event(name="Jackpot", capacity=places)
    factories.stage(event)
    return lobby.set_start(event, by=None, starts_when_full=True, opens_next=opens_next)


def _assert_sound(event: Event) -> None:
    assert not findings(event.tournament)
    assert log.verify(event.tournament) == []


def test_two_who_take_the_last_place_start_one_event_and_the_second_is_in_the_next() -> None:
    for _ in range(ROUNDS):
        event = jackpot(4, opens_next=True)
        factories.entrants(event, 3)
        players = [factories.player() for _ in range(2)]
        at_once(*[partial(registration.register_self, event, by=player) for player in players])
        assert Draw.objects.filter(stage__event__tournament=event.tournament).count() == 1
        assert StageEntry.objects.filter(stage__event=event).count() == 4
        next_event = follower(event)
        assert next_event is not None
        assert Entrant.objects.filter(event=event).count() == 4
        assert Entrant.objects.filter(event=next_event, is_alternate=False).count() == 1
        assert not Entrant.objects.filter(event__tournament=event.tournament, is_alternate=True).exists()
        _assert_sound(event)


def test_without_a_next_one_the_second_is_an_alternate() -> None:
    for _ in range(ROUNDS):
        event = jackpot(4, opens_next=False)
        factories.entrants(event, 3)
        players = [factories.player() for _ in range(2)]
        at_once(*[partial(registration.register_self, event, by=player) for player in players])
        assert Draw.objects.filter(stage__event=event).count() == 1
        assert Entrant.objects.filter(event=event, is_alternate=False).count() == 4
        assert Entrant.objects.filter(event=event, is_alternate=True).count() == 1
        _assert_sound(event)


def test_a_crowd_fills_one_event_after_the_other() -> None:
    for _ in range(ROUNDS):
        event = jackpot(2, opens_next=True)
        players = [factories.player() for _ in range(CLERKS)]
        answers = at_once(*[partial(registration.register_self, event, by=player) for player in players])
        assert not [answer for answer in answers if isinstance(answer, DomainError)]
        current: Event | None = event
        sizes = []
        while current is not None:
            sizes.append(Entrant.objects.filter(event=current, withdrawn_at=None).count())
            current = follower(current)
        assert sizes == [2] * (CLERKS // 2) + [0]
        _assert_sound(event)


def test_the_last_place_and_fewer_places_at_once() -> None:
    for _ in range(ROUNDS):
        event = jackpot(4, opens_next=True)
        factories.entrants(event, 3)
        at_once(
            partial(registration.register_self, event, by=factories.player()),
            partial(waiting_list.set_capacity, event, by=None, capacity=3),
        )
        assert Draw.objects.filter(stage__event=event).count() == 1
        assert LogEntry.objects.filter(event=event, code="event_started").count() == 1
        places = Entrant.objects.filter(event__tournament=event.tournament, is_alternate=False)
        assert places.count() == 4
        _assert_sound(event)


def test_two_qualifiers_do_not_close_a_circle() -> None:
    for _ in range(ROUNDS):
        first = factories.event(name="First")
        second = factories.event(first.tournament, name="Second")
        answers = at_once(
            partial(qualifying.set_target, first, by=None, target=second),
            partial(qualifying.set_target, second, by=None, target=first),
        )
        assert sum(isinstance(answer, QualifyingCircle) for answer in answers) == 1
        _assert_sound(first)


def test_who_qualifies_is_entered_once() -> None:
    for _ in range(ROUNDS):
        stage = factories.drawn_stage(4)
        target = factories.event(stage.event.tournament, name="Masters")
        event = qualifying.set_target(stage.event, by=None, target=target, places=2)
        for _ in range(2):
            factories.play_open_matches(stage)
        at_once(*[partial(qualifying.qualify, event)] * CLERKS)
        assert Entrant.objects.filter(event=target).count() == 2
        assert LogEntry.objects.filter(event=event, code="qualified").count() == 2
        _assert_sound(event)
