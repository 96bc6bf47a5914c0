"""The end of events and tournaments: what is open, what a closing ends, and how it is taken back."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from matches.models import Match
from tests import factories
from tests.factories import OpenMatch
from tests.tournaments.audits import is_clean
from tournaments.actions import results, undo
from tournaments.actions.disputes import appeals
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import registration, waiting_list
from tournaments.actions.events import closing, lifecycle
from tournaments.actions.money import ledger as money
from tournaments.actions.people import links
from tournaments.actions.records import uploads
from tournaments.errors.common import Forbidden, ReasonMissing
from tournaments.errors.events import AppealsAreOver, EventIsClosed, StillOpen, TournamentIsClosed
from tournaments.models import AccessLink, Entrant, Event, FeeKind, LogEntry, Notice, Registration, Tournament
from tournaments.queries.closing.matters import Weight, last_closing, open_matters, tournament_matters
from tournaments.queries.draws.standing_words import ordinal, place_sentence
from tournaments.queries.people.endings import endings
from tournaments.queries.results.matches import open_matches
from tournaments.web.desk.log_lines import log_lines

pytestmark = pytest.mark.django_db


def played(n: int = 4) -> Event:
    """An event of which everything is played."""
    stage = factories.drawn_stage(n)
    while factories.open_matches(stage):
        factories.play_open_matches(stage)
    stage.event.refresh_from_db()
    return stage.event


def disputed() -> OpenMatch:
    """A match of two with an open dispute."""
    game = factories.open_match(7)
    report = results.report(game.match, by=game.one, score=(7, 3)).report
    results.dispute(report, by=game.two, reason="I won.", score=(3, 7))
    return game


def test_what_is_open_is_read_for_all_events_at_once() -> None:
    tournament = factories.tournament()
    numbers = []
    for _ in range(2):
        for _ in range(2):
            event = factories.event(tournament)
            money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
            money.set_fee(event, by=None, kind=FeeKind.SIDE_POOL, name="Pool", amount=20_00, is_optional=True)
            factories.entrants(event, 4)
            draw.draw(factories.stage(event), by=None)
        with CaptureQueriesContext(connection) as queries:
            answer = tournament_matters(tournament)
        assert {matter.code.value for line in answer.events for matter in line.matters} >= {"matches", "fees"}
        assert [line.matters for line in answer.events] == [
            open_matters(line.event) for line in answer.events
        ]
        numbers.append(len(queries))
    assert numbers[1] == numbers[0] <= 20


def codes(event: Event, weight: Weight = Weight.SETTLE) -> list[str]:
    """The codes of what is open, of one weight."""
    return [matter.code.value for matter in open_matters(event) if matter.weight is weight]


def newest(tournament: Tournament, code: str) -> LogEntry:
    """The newest entry with this code."""
    return LogEntry.objects.filter(tournament=tournament, code=code).order_by("-seq")[0]


def test_a_played_event_is_closed_and_reopened_as_it_was() -> None:
    event = played()
    boss = factories.owner(event.tournament)
    assert (codes(event), event.registration) == ([], Registration.OPEN)
    closing.close_event(event, by=boss)
    closing.close_event(event, by=boss)
    event.refresh_from_db()
    assert (event.closed_at is not None, event.registration) == (True, Registration.CLOSED)
    assert LogEntry.objects.filter(code="event_closed", event=event).count() == 1
    last = last_closing(event)
    assert last is not None
    assert (last.by, last.is_insisted) == (boss.name, False)
    closing.reopen_event(event, by=boss)
    closing.reopen_event(event, by=boss)
    event.refresh_from_db()
    assert (event.closed_at, event.registration) == (None, Registration.OPEN)
    assert is_clean(event.tournament)


def test_a_dispute_stands_in_the_way_until_the_director_insists_with_a_reason() -> None:
    game = disputed()
    event, boss = game.stage.event, game.director
    assert codes(event) == ["stages", "disputes"]
    with pytest.raises(StillOpen, match="1 dispute waits for a ruling") as refusal:
        closing.close_event(event, by=boss)
    assert "close anyway and say why" in str(refusal.value)
    with pytest.raises(ReasonMissing):
        closing.close_event(event, by=boss, anyway=True)
    closing.close_event(event, by=boss, anyway=True, reason="Both have gone home.")
    event.refresh_from_db()
    last = last_closing(event)
    assert last is not None
    assert (last.matters, last.reason) == (("stages", "disputes"), "Both have gone home.")
    line = log_lines([newest(event.tournament, "event_closed_anyway")])[0]
    assert "Both have gone home." in line.text
    assert open_matches(event.tournament) == (), "a match of a closed event waits for nobody"
    assert is_clean(event.tournament)


def test_everything_that_is_open_is_named() -> None:
    first = factories.open_match(7, n=4)
    event = first.stage.event
    results.report(first.match, by=first.one, score=(7, 3))
    waiting_list.set_capacity(event, by=None, capacity=4)
    money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=20_00)
    factories.entrant(event, "Alma Alternate")
    matters = {matter.code.value: matter for matter in open_matters(event)}
    assert list(matters) == ["stages", "matches", "confirmations", "fees", "alternates", "notices"]
    assert (matters["fees"].number, matters["fees"].amount) == (4, 80_00)
    assert matters["alternates"].names == ("Alma Alternate",)
    assert matters["confirmations"].names == (str(first.match),)
    assert codes(event, Weight.CLEARED) == ["alternates", "notices"]


def test_a_stage_that_nobody_could_enter_is_not_open() -> None:
    event = played(2)
    lifecycle.create_stage(
        event, by=None, feeds=[{"stage": 0, "take": "losers"}], format="single_elimination"
    )
    assert codes(event) == []


@pytest.mark.both_databases
def test_what_an_event_leaves_behind_is_cleared_and_comes_back_with_it() -> None:
    game = factories.open_match(7, n=2)
    event = game.stage.event
    waiting_list.set_capacity(event, by=None, capacity=2)
    alternate = factories.entrant(event, "Alma Alternate")
    closing.close_event(event, by=None, anyway=True, reason="Cancelled.")
    alternate.refresh_from_db()
    assert alternate.withdrawn_at is not None
    assert not Notice.objects.filter(match=game.match, read_at=None).exists()
    closing.reopen_event(event, by=None)
    assert Entrant.objects.filter(pk=alternate.pk, withdrawn_at=None, is_alternate=True).exists()
    assert is_clean(event.tournament)


def test_who_left_before_the_closing_does_not_come_back_with_it() -> None:
    event = played(2)
    waiting_list.set_capacity(event, by=None, capacity=2)
    alternate = factories.entrant(event, "Alma Alternate")
    registration.withdraw(alternate, by=None)
    closing.close_event(event, by=None)
    closing.reopen_event(event, by=None)
    alternate.refresh_from_db()
    assert alternate.withdrawn_at is not None


def game_of(event: Event) -> OpenMatch:
    """The only match of an event of two, with everybody around it, read anew."""
    return factories.around(Match.objects.get(pairing__stage__event=event))


def test_players_report_no_more_and_the_director_corrects_with_a_mark() -> None:
    event = played(2)
    closing.close_event(event, by=None)
    game = game_of(event)
    with pytest.raises(EventIsClosed, match="director still corrects"):
        results.report(game.match, by=game.one, score=(7, 1))
    results.correct(game.match, by=game.director, reason="The slip.", score=(7, 5))
    [line] = log_lines([newest(event.tournament, "corrected")])
    assert line.is_after_closing
    assert is_clean(event.tournament)


def test_appeals_and_records_go_on_for_a_period() -> None:
    game = disputed()
    event = game.stage.event
    results.rule(game.match.disputes.get(), by=game.director, reason="The slip.", score=(3, 7))
    progress.advance(event)
    lifecycle.change_tournament(event.tournament, by=None, appeal_days=3)
    closing.close_event(event, by=None)
    late = game_of(event)
    uploads.upload(late.match, by=late.one, file_name="a.mat", data=b"nothing")
    appeal = appeals.appeal(late.match.disputes.get(), by=late.one, reason="Two witnesses.")
    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1)):
        with pytest.raises(AppealsAreOver, match="still correct"):
            uploads.upload(late.match, by=late.two, file_name="b.mat", data=b"nothing more")
        appeals.take_back(appeal, by=late.one)


def test_a_private_link_lives_on_for_the_period_and_no_longer_link_is_cut() -> None:
    event = played(2)
    one, two = (entrant.side.players.get() for entrant in event.entrants.order_by("pk"))
    short, _token = links.make_player_link(event.tournament, one, by=None, days=1)
    long, _token = links.make_player_link(event.tournament, two, by=None, days=300)
    closing.close_event(event, by=None)
    event.refresh_from_db()
    assert event.closed_at is not None
    assert AccessLink.objects.get(pk=short.pk).expires_at == event.closed_at + timedelta(days=14)
    assert AccessLink.objects.get(pk=long.pk).expires_at == long.expires_at


def test_a_closed_event_takes_no_entrant_and_no_draw() -> None:
    event = played(2)
    stage = factories.stage(event)
    closing.close_event(event, by=None, anyway=True, reason="No second stage.")
    event.refresh_from_db()
    for refusal in (
        lambda: registration.walk_in(event, by=None, name="Lars Late"),
        lambda: lifecycle.set_registration(event, by=None, registration="open"),
        lambda: draw.draw(stage, by=None),
    ):
        with pytest.raises(EventIsClosed):
            refusal()
    with pytest.raises(IntegrityError, match="event_closed_takes_nobody"), transaction.atomic():
        Event.objects.filter(pk=event.pk).update(registration="open")


@pytest.mark.both_databases
def test_a_tournament_is_closed_with_its_events_and_undone_in_one_act() -> None:
    event = played(2)
    tournament = event.tournament
    boss = factories.owner(tournament)
    side = factories.event(tournament, name="Side")
    closing.close_event(side, by=boss)
    closing.close_tournament(tournament, by=boss)
    closing.close_tournament(tournament, by=boss)
    with pytest.raises(TournamentIsClosed, match="Reopen it first"):
        lifecycle.create_event(tournament, by=boss, name="Late")
    undo.undo(newest(tournament, "tournament_closed"), by=boss)
    states = {row.name: row.closed_at is None for row in tournament.events.all()}
    assert states == {"Main": True, "Side": False}
    assert not Tournament.objects.filter(closed_at__isnull=False).exists()
    undo.undo(newest(tournament, "tournament_reopened"), by=boss)
    assert not tournament.events.filter(closed_at=None).exists()
    closing.reopen_event(side, by=boss)
    assert Tournament.objects.get(pk=tournament.pk).closed_at is None
    assert is_clean(tournament)


def test_a_tournament_with_something_open_needs_a_reason_too() -> None:
    game = disputed()
    tournament = game.stage.event.tournament
    with pytest.raises(StillOpen, match="1 dispute"):
        closing.close_tournament(tournament, by=None)
    closing.close_tournament(tournament, by=None, anyway=True, reason="The hall is shut.")
    [line] = log_lines([newest(tournament, "tournament_closed_anyway")])
    assert "The hall is shut." in line.text
    assert is_clean(tournament)


def test_a_closing_is_undone_and_an_undone_reopening_closes_again() -> None:
    event = played(2)
    closing.close_event(event, by=None)
    undo.undo(newest(event.tournament, "event_closed"), by=None)
    assert Event.objects.get(pk=event.pk).registration == Registration.OPEN
    undo.undo(newest(event.tournament, "event_reopened"), by=None)
    assert Event.objects.get(pk=event.pk).closed_at is not None


def test_only_directors_close_and_reopen() -> None:
    event = played(2)
    clerk = factories.clerk(event.tournament)
    for refusal in (
        lambda: closing.close_event(event, by=clerk),
        lambda: closing.reopen_event(event, by=clerk),
        lambda: closing.close_tournament(event.tournament, by=clerk),
        lambda: closing.reopen_tournament(event.tournament, by=clerk),
    ):
        with pytest.raises(Forbidden):
            refusal()


def test_nobody_is_told_a_place_before_the_last_flight_is_over_for_them() -> None:
    event = factories.event()
    main = factories.stage(event)
    consolation = lifecycle.create_stage(
        event, by=None, feeds=[{"stage": 0, "take": "losers"}], format="single_elimination"
    )
    factories.entrants(event, 4)
    draw.draw(main, by=None)
    while factories.open_matches(main):
        factories.play_open_matches(main)
    losers = list(Entrant.objects.filter(event=event, stage_entries__stage=consolation)) or list(
        Entrant.objects.filter(event=event)
    )
    places = [line.place for ending in endings(losers) for line in ending.stages if not line.has_won]
    assert set(places) == {None}
    assert [ending.finish for ending in endings(losers)] == [None] * len(losers)


def test_everybody_is_told_their_place_of_all_once_the_event_is_over() -> None:
    event = played(8)
    sentences = [ending.finish.words for ending in endings(list(event.entrants.all())) if ending.finish]
    counts = {words: sentences.count(words) for words in sentences}
    assert counts == {
        "You came 1st of 8.": 1,
        "You came 2nd of 8.": 1,
        "You came 3rd to 4th of 8.": 2,
        "You came 5th to 8th of 8.": 4,
    }


def test_places_are_said_as_ordinals_of_each_language() -> None:
    numbers = (1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 111)
    english = "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 111th"
    assert " ".join(map(ordinal, numbers)) == english
    with translation.override("fr"):
        assert " ".join(map(ordinal, numbers)) == "1er 2e 3e 4e 11e 12e 13e 21e 22e 23e 111e"
        assert place_sentence(5, 8, 23) == "Vous terminez 5e à 8e sur 23."
