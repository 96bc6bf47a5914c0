"""Undoing each act of the desk restores the state before it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.urls import reverse

from matches.models import Match, Penalty, Suspension
from tests import factories
from tests.factories import OpenMatch
from tests.web.browsing import Page, Visitor
from tournaments.actions import results, undo
from tournaments.actions.draws import attendance, byes, draw, stage_settings
from tournaments.actions.entrants import waiting_list
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import suspending, tables
from tournaments.errors.undo import CannotBeUndone
from tournaments.models import Availability, Entrant, Event, LogEntry, Registration, Stage, StageEntry
from tournaments.queries.money.ledger import balance


def _undo(code: str) -> None:
    entry = LogEntry.objects.filter(code=code).order_by("seq").last()
    assert entry is not None, code
    undo.undo(entry, by=None)


def _league(event: Event) -> Stage:
    stage = factories.stage(event, format="swiss")
    factories.entrants(event, 4)
    draw.draw(stage, by=None, seed="videau")
    return stage


def _registration(event: Event) -> tuple[str, Callable[[], Any], Callable[[], Any]]:
    return (
        "registration_set",
        lambda: lifecycle.set_registration(event, by=None, registration=Registration.CLOSED),
        lambda: Event.objects.get(pk=event.pk).registration,
    )


def _playing_on(event: Event) -> tuple[str, Callable[[], Any], Callable[[], Any]]:
    entrant = factories.entrant(event)
    attendance.play_on(entrant, by=None, goes_on=True)
    return (
        "plays_on",
        lambda: attendance.play_on(entrant, by=None, goes_on=False),
        lambda: Entrant.objects.get(pk=entrant.pk).goes_on,
    )


def _absence(event: Event) -> tuple[str, Callable[[], Any], Callable[[], Any]]:
    stage = _league(event)
    entrant = event.entrants.order_by("pk")[0]
    attendance.miss(stage, entrant=entrant, rounds=[3], by=None)
    return (
        "absence_set",
        lambda: attendance.miss(stage, entrant=entrant, rounds=[2, 3], by=None),
        lambda: StageEntry.objects.get(stage=stage, entrant=entrant).absent,
    )


def _lots(event: Event) -> tuple[str, Callable[[], Any], Callable[[], Any]]:
    entrant = factories.entrant(event)
    return (
        "bye_lots_set",
        lambda: byes.set_lots(entrant, by=None, lots=5),
        lambda: Entrant.objects.get(pk=entrant.pk).bye_lots,
    )


def _availability(event: Event) -> tuple[str, Callable[[], Any], Callable[[], Any]]:
    player = factories.entrant(event).side.players.get()
    moments = [datetime(2026, 3, 7, hour, tzinfo=UTC) for hour in (12, 18)]
    tables.set_availability(event.tournament, player, by=None, away_until=moments[0])
    return (
        "availability_set",
        lambda: tables.set_availability(event.tournament, player, by=None, leaves_at=moments[1]),
        lambda: Availability.objects.values_list("away_until", "leaves_at").get(player=player),
    )


def _promotion(event: Event) -> tuple[str, Callable[[], Any], Callable[[], Any]]:
    waiting_list.set_capacity(event, by=None, capacity=2)
    first, _second, waiting = factories.entrants(event, 3)
    Entrant.objects.filter(pk=first.pk).update(withdrawn_at=first.entered_at)
    return (
        "alternate_in",
        lambda: waiting_list.promote(waiting, by=factories.owner(event.tournament)),
        lambda: (Entrant.objects.get(pk=waiting.pk).is_alternate, balance(waiting).due),
    )


def _lengths(event: Event) -> tuple[str, Callable[[], Any], Callable[[], Any]]:
    stage = factories.stage(event)
    return (
        "stage_changed",
        lambda: stage_settings.change_lengths(stage, by=None, lengths=[11, 9]),
        lambda: Stage.objects.get(pk=stage.pk).lengths,
    )


def _options(event: Event) -> tuple[str, Callable[[], Any], Callable[[], Any]]:
    stage = factories.stage(event, format="swiss", options={"rounds": 3})
    return (
        "options_changed",
        lambda: stage_settings.change_options(stage, by=None, options={"rounds": 5}),
        lambda: Stage.objects.get(pk=stage.pk).options,
    )


def _swap(event: Event) -> tuple[str, Callable[[], Any], Callable[[], Any]]:
    stage = factories.drawn_stage(4, of=event)
    one, three = (stage.entries.get(line=line).entrant for line in (0, 2))
    return (
        "swapped",
        lambda: draw.swap(stage, first=one, second=three, by=None, reason="clubs"),
        lambda: list(stage.entries.order_by("entrant").values_list("line", flat=True)),
    )


_OF_EVENT = [
    _registration,
    _playing_on,
    _absence,
    _lots,
    _availability,
    _promotion,
    _lengths,
    _options,
    _swap,
]


@pytest.mark.django_db
@pytest.mark.parametrize("of", _OF_EVENT, ids=lambda case: case.__name__.strip("_"))
def test_what_is_set_is_as_before_once_it_is_undone(
    of: Callable[[Event], tuple[str, Callable[[], Any], Callable[[], Any]]],
) -> None:
    code, act, state = of(factories.event())
    before = state()
    act()
    assert state() != before
    _undo(code)
    assert state() == before


@pytest.mark.both_databases
@pytest.mark.django_db
def test_who_waited_and_was_let_in_late_waits_again() -> None:
    event = factories.event(capacity=3)
    factories.entrants(event, 4)
    waiting = event.entrants.get(is_alternate=True)
    stage = factories.stage(event)
    draw.draw(stage, by=None, seed="videau")
    draw.enter_late(stage, entrant=waiting, by=None, overrides=["over_capacity"])
    _undo("entered_late")
    waiting.refresh_from_db()
    assert (waiting.withdrawn_at, waiting.is_alternate) == (None, True)
    assert not StageEntry.objects.filter(entrant=waiting).exists()


@pytest.mark.django_db
def test_the_log_offers_the_way_back_and_says_what_is_in_it() -> None:
    event = factories.event()
    visitor = Visitor(factories.owner(event.tournament))
    lifecycle.set_registration(event, by=None, registration=Registration.CLOSED)
    address = reverse("desk_log", args=[event.tournament.uid])
    page = visitor.open("desk_log", event.tournament.uid)
    fields = page.form(address)
    assert "Undone: " in Page(visitor.client.post(address, fields, follow=True))
    event.refresh_from_db()
    assert event.registration == Registration.OPEN
    assert "This was undone already" in Page(visitor.client.post(address, fields, follow=True))
    desk = factories.player("Eve", email="eve@example.org")
    lifecycle.appoint(event.tournament, desk, kind="desk", by=None)
    assert not [
        fields for at, fields in Visitor(desk).open("desk_log", event.tournament.uid).forms if at == address
    ]


@pytest.mark.django_db
class TestOfAMatch:
    """Undoing a take-back restores the row."""

    @pytest.fixture
    def game(self) -> OpenMatch:
        return factories.open_match(7)

    def _anew(self, game: OpenMatch) -> Match:
        return Match.objects.get(pk=game.match.pk)

    def test_a_result(self, game: OpenMatch) -> None:
        results.report(game.match, by=game.director, score=(7, 3))
        results.take_back_result(self._anew(game), by=game.director)
        _undo("result_taken_back")
        assert self._anew(game).winner == "one"

    def test_a_report_that_a_director_let_stand(self, game: OpenMatch) -> None:
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        results.confirm(report, by=game.director)
        _undo("confirmed")
        assert not self._anew(game).is_final

    @pytest.mark.both_databases
    def test_a_start_and_a_penalty(self, game: OpenMatch) -> None:
        results.start(game.match, by=game.director)
        results.take_back_start(self._anew(game), by=game.director)
        _undo("start_taken_back")
        assert self._anew(game).started_at is not None
        penalty = results.penalise(game.match, by=game.director, to="one", points=1, reason="Late")
        penalty.match = self._anew(game)
        results.take_back(penalty, by=game.director)
        _undo("penalty_taken_back")
        assert Penalty.objects.get(voided_at=None).points == 1

    @pytest.mark.both_databases
    def test_a_length_while_nobody_has_changed_it_since(self, game: OpenMatch) -> None:
        results.change_length(game.match, by=game.director, length=5, reason="Late")
        first = LogEntry.objects.get(code="length_changed")
        results.change_length(game.match, by=game.director, length=9, reason="Later")
        with pytest.raises(CannotBeUndone, match="changed since"):
            undo.undo(first, by=game.director)
        _undo("length_changed")
        assert self._anew(game).length == 5
        _undo("length_taken_back")
        assert self._anew(game).length == 9

    @pytest.mark.both_databases
    def test_a_suspension(self, game: OpenMatch) -> None:
        suspending.suspend(game.match, by=game.director, score=(3, 1), cube=2, cube_owner="one")
        suspending.resume(self._anew(game), by=game.director)
        _undo("resumed")
        again = Suspension.objects.get(resumed_at=None)
        assert (again.score_one, again.cube, again.cube_owner) == (3, 2, "one")
