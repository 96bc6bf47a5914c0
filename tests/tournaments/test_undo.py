"""Undo: an act is undone while nothing depends on it; otherwise the refusal names what does."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.models import Player
from tests import factories
from tests.remembered import remembered
from tests.tournaments.audits import is_clean
from tournaments.actions import log, results, undo
from tournaments.actions.draws import attendance, draw, progress
from tournaments.actions.entrants import arrivals, reception, registration, waiting_list
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling, tables
from tournaments.actions.money import ledger as money
from tournaments.acts.draws import StageDrawn
from tournaments.errors.common import Forbidden
from tournaments.errors.draws import MatchBegun
from tournaments.errors.undo import AlreadyUndone, CannotBeUndone
from tournaments.models import (
    Availability,
    Entrant,
    Event,
    FeeKind,
    LogEntry,
    Pairing,
    Registration,
    RoleKind,
    Stage,
    TableUse,
)
from tournaments.queries.audit.checks import findings
from tournaments.queries.money import ledger
from tournaments.web.desk.log_lines import log_lines

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def event() -> Event:
    event = factories.event(capacity=2, registration=Registration.DESK)
    money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
    return event


@pytest.fixture
def anna(event: Event) -> Entrant:
    return factories.entrant(event, "Anna")


def _last(code: str) -> LogEntry:
    entry = LogEntry.objects.filter(code=code).order_by("seq").last()
    assert entry is not None
    return entry


def _undo(code: str, *, by: Player | None = None) -> LogEntry:
    return undo.undo(_last(code), by=by)


class TestInverses:
    @pytest.mark.both_databases
    def test_what_is_no_longer_there_is_refused_in_words(self, event: Event, anna: Entrant) -> None:
        [player] = anna.side.members.all()
        leaves_at = timezone.now() + timedelta(hours=2)
        tables.set_availability(event.tournament, player.player, by=None, leaves_at=leaves_at)
        Availability.objects.all().delete()
        with pytest.raises(CannotBeUndone, match="removed since"):
            _undo("availability_set")

    def test_entering_is_undone_with_what_is_owed(self, anna: Entrant) -> None:
        _undo("entered")
        anna.refresh_from_db()
        assert anna.withdrawn_at is not None
        assert ledger.balance(anna).due == 0

    def test_leaving_is_undone_to_the_own_place(self, anna: Entrant) -> None:
        registration.withdraw(anna, by=None)
        _undo("withdrawn")
        anna.refresh_from_db()
        assert anna.withdrawn_at is None
        assert not anna.is_alternate

    def test_leaving_by_mistake_is_undone_with_the_walkover_that_followed(self) -> None:
        game = factories.open_match(n=4)
        entrant = Entrant.objects.get(event=game.stage.event, side=game.match.one)
        registration.withdraw(entrant, by=game.director, reason="ill")
        progress.advance(game.stage.event)
        game.match.refresh_from_db()
        assert (game.match.winner, game.match.outcome) == ("two", "walkover")
        _undo("withdrawn", by=game.director)
        progress.advance(game.stage.event)
        game.match.refresh_from_db()
        entrant.refresh_from_db()
        assert (entrant.withdrawn_at, game.match.is_final) == (None, False)

    def test_leaving_in_the_middle_of_a_match_is_undone_with_the_match_given_up(self) -> None:
        game = factories.open_match(n=4)
        [table] = lifecycle.add_tables(game.stage.event.tournament, by=None, names=["1"])
        calling.assign(game.match, by=game.director, table=table)
        results.start(game.match, by=game.director)
        entrant = Entrant.objects.get(event=game.stage.event, side=game.match.one)
        registration.withdraw(entrant, by=game.director, reason="ill")
        progress.advance(game.stage.event)
        game.match.refresh_from_db()
        assert (game.match.winner, game.match.outcome) == ("two", "retired")
        _undo("withdrawn", by=game.director)
        progress.advance(game.stage.event)
        game.match.refresh_from_db()
        assert (game.match.is_final, game.match.started_at is not None) == (False, True)
        assert TableUse.objects.get(until=None).match == game.match
        assert list(findings(game.stage.event.tournament)) == []

    def test_a_match_given_up_and_corrected_since_stays_as_corrected(self) -> None:
        game = factories.open_match(n=4)
        results.start(game.match, by=game.director)
        entrant = Entrant.objects.get(event=game.stage.event, side=game.match.one)
        registration.withdraw(entrant, by=game.director, reason="ill")
        results.correct(game.match, by=game.director, reason="It was over.", score=(3, 7))
        _undo("withdrawn", by=game.director)
        game.match.refresh_from_db()
        entrant.refresh_from_db()
        assert entrant.withdrawn_at is None
        assert game.match.accepted_report is not None
        assert game.match.accepted_report.score == (3, 7)

    def test_a_departure_stays_once_somebody_plays_on_after_it(self) -> None:
        game = factories.open_match(n=4)
        first, second = factories.open_matches(game.stage)
        entrant = Entrant.objects.get(event=game.stage.event, side=first.one)
        registration.withdraw(entrant, by=game.director, reason="ill")
        results.report(second, by=game.director, score=(7, 2))
        progress.advance(game.stage.event)
        final = factories.open_matches(game.stage)[0]
        results.start(final, by=game.director)
        with pytest.raises(MatchBegun):
            _undo("withdrawn", by=game.director)
        entrant.refresh_from_db()
        assert entrant.withdrawn_at is not None

    def test_checking_in_and_out(self, anna: Entrant) -> None:
        arrivals.check_in(anna, by=None)
        _undo("checked_in")
        anna.refresh_from_db()
        assert anna.checked_in_at is None
        _undo("check_in_undone")
        anna.refresh_from_db()
        assert anna.checked_in_at is not None

    def test_a_payment_and_its_taking_back(self, event: Event, anna: Entrant) -> None:
        reception.pay_all(anna.side.players.get(), event.tournament, by=None)
        _undo("line_booked")
        assert ledger.balance(anna).due == 50_00
        _undo("line_taken_back")
        assert ledger.balance(anna).due == 0

    def test_a_fee_is_as_it_was_before(self, event: Event, anna: Entrant) -> None:
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=60_00)
        _undo("fee_set")
        assert ledger.balance(anna).due == 50_00
        money.end_fee(ledger.fees_of(event)[0], by=None)
        _undo("fee_ended")
        assert ledger.balance(anna).charged == 50_00
        assert [fee.amount for fee in ledger.fees_of(event)] == [50_00]

    @pytest.mark.both_databases
    def test_a_first_fee_is_taken_off(self) -> None:
        event = factories.event()
        money.set_fee(event, by=None, kind=FeeKind.LATE, amount=5_00)
        _undo("fee_set")
        assert ledger.fees_of(event) == []

    def test_the_number_of_places(self, event: Event) -> None:
        waiting_list.set_capacity(event, by=None, capacity=9)
        _undo("capacity_set")
        event.refresh_from_db()
        assert event.capacity == 2

    def test_a_start_by_mistake(self) -> None:
        game = factories.open_match()
        results.start(game.match, by=game.director)
        _undo("match_started")
        game.match.refresh_from_db()
        assert game.match.started_at is None


class TestWhatDependsOnIt:
    def test_who_has_paid_does_not_just_vanish(self, event: Event, anna: Entrant) -> None:
        reception.pay_all(anna.side.players.get(), event.tournament, by=None)
        with pytest.raises(CannotBeUndone, match="Anna has paid"):
            _undo("entered")

    def test_after_the_draw_nobody_is_unentered(self) -> None:
        factories.drawn_stage(2)
        with pytest.raises(CannotBeUndone, match="The draw is made"):
            _undo("entered")

    def test_a_place_that_somebody_else_has_is_not_given_back(self, event: Event, anna: Entrant) -> None:
        registration.withdraw(anna, by=None)
        entry = _last("withdrawn")
        factories.entrants(event, 2)
        with pytest.raises(CannotBeUndone, match="taken by now"):
            undo.undo(entry, by=None)

    def test_a_start_stays_once_a_result_is_reported(self) -> None:
        game = factories.open_match()
        results.start(game.match, by=game.director)
        results.report(game.match, by=game.one, score=(7, 3))
        with pytest.raises(Exception, match="report"):
            _undo("match_started")

    def test_a_fee_stays_once_somebody_has_paid_it(self, event: Event, anna: Entrant) -> None:
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=60_00)
        entry = _last("fee_set")
        reception.pay_all(anna.side.players.get(), event.tournament, by=None)
        with pytest.raises(CannotBeUndone, match="Payments exist already"):
            undo.undo(entry, by=None)

    def test_what_followed_from_an_act_is_undone_with_that_act(self, anna: Entrant) -> None:
        with pytest.raises(CannotBeUndone, match="followed from another act"):
            _undo("line_booked")

    def test_acts_that_were_overtaken_are_not_undone(self, anna: Entrant) -> None:
        entry, _ = _last("entered"), registration.withdraw(anna, by=None)
        with pytest.raises(CannotBeUndone, match="changed since"):
            undo.undo(entry, by=None)

    def test_a_kind_without_a_way_back_says_so(self) -> None:
        factories.drawn_stage(2)
        with pytest.raises(CannotBeUndone, match="on its own page"):
            _undo("drawn")

    def test_nothing_is_undone_twice(self, anna: Entrant) -> None:
        arrivals.check_in(anna, by=None)
        entry = _last("checked_in")
        undo.undo(entry, by=None)
        with pytest.raises(AlreadyUndone):
            undo.undo(entry, by=None)

    def test_a_refused_undoing_changes_nothing(self, event: Event, anna: Entrant) -> None:
        reception.pay_all(anna.side.players.get(), event.tournament, by=None)
        before = LogEntry.objects.count()
        with pytest.raises(CannotBeUndone):
            _undo("entered")
        assert LogEntry.objects.count() == before


class TestWhoMay:
    def test_the_desk_undoes_its_own_acts_and_a_director_everybodys(self, event: Event) -> None:
        desk = factories.player("Eve", email="eve@example.org")
        event.tournament.roles.create(player=desk, kind=RoleKind.DESK)
        own = registration.enter(event, by=desk, players=[factories.player()])
        undo.undo(_last("entered"), by=desk)
        registration.return_(own, by=factories.owner(event.tournament))
        with pytest.raises(Forbidden):
            _undo("returned", by=desk)
        _undo("returned", by=factories.owner(event.tournament))

    def test_a_stranger_undoes_nothing(self, anna: Entrant) -> None:
        with pytest.raises(Forbidden):
            _undo("entered", by=factories.player())


class TestTheLastAct:
    def test_one_press_is_undone_as_one(self, event: Event) -> None:
        boss = factories.owner(event.tournament)
        before = event.tournament.log_seq
        entrant = reception.enter(event, by=boss, players=[factories.player()], is_here=True, is_paid=True)
        seqs = LogEntry.objects.filter(tournament=event.tournament, seq__gt=before).values_list(
            "seq", flat=True
        )
        undo.undo_act(event.tournament, seqs=list(seqs), by=boss)
        entrant.refresh_from_db()
        assert entrant.withdrawn_at is not None
        assert ledger.balance(entrant) == ledger.Balance()
        assert ledger.box_totals(event.tournament)[0].total == 0
        with pytest.raises(CannotBeUndone, match="nothing left"):
            undo.undo_act(event.tournament, seqs=[], by=boss)

    def test_the_log_says_in_words_what_was_undone_and_stays_whole(self, event: Event, anna: Entrant) -> None:
        arrivals.check_in(anna, by=None)
        entry = _undo("checked_in")
        [line] = log_lines([entry])
        assert line.text == "Undone: Anna checked in."
        event.tournament.refresh_from_db()
        assert log.verify(event.tournament) == []

    def test_a_draw_is_voided_and_not_undone(self) -> None:
        stage = factories.stage()
        factories.entrants(stage.event, 2)
        draw.draw(stage, by=None, seed="videau")
        assert StageDrawn not in undo.INVERSES


class TestARoundReleasedByMistake:
    def test_is_held_again_and_what_was_paired_goes_until_it_is_released(self) -> None:
        stage = self._held_after_round_one()
        released = self._release(stage)
        assert self._pairings(stage)
        undo.undo(released, by=factories.owner(stage.event.tournament))
        stage.refresh_from_db()
        assert (stage.is_held, self._pairings(stage)) == (True, set())
        assert is_clean(stage.event.tournament)
        self._release(stage)
        assert self._pairings(stage)
        assert is_clean(stage.event.tournament)

    def test_stays_paired_once_a_match_of_it_has_begun(self) -> None:
        stage = self._held_after_round_one()
        released = self._release(stage)
        before = self._pairings(stage)
        boss = factories.owner(stage.event.tournament)
        results.start(factories.open_matches(stage)[0], by=boss)
        undo.undo(released, by=boss)
        stage.refresh_from_db()
        assert (stage.is_held, self._pairings(stage)) == (True, before)
        assert is_clean(stage.event.tournament)

    def _held_after_round_one(self) -> Stage:
        stage = factories.stage(format="swiss", options={"rounds": 3})
        factories.entrants(stage.event, 6)
        draw.draw(stage, by=None, seed="held")
        attendance.hold(stage, by=None, is_held=True)
        factories.play_open_matches(stage)
        return stage

    def _release(self, stage: Stage) -> LogEntry:
        attendance.hold(stage, by=factories.owner(stage.event.tournament), is_held=False)
        return LogEntry.objects.filter(code="round_released").latest("seq")

    def _pairings(self, stage: Stage) -> set[str]:
        rows = Pairing.objects.filter(stage=stage, round=2, cancelled_at=None)
        return set(rows.values_list("uid", flat=True))
