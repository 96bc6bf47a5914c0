"""Satellites: a qualifier pays the entry of its winners in the other event out of its own pool."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from matches.models import Player
from tests import factories
from tests.effort import examples
from tests.remembered import taken_back
from tests.tournaments.audits import is_clean
from tournaments.actions import undo
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import qualifying, reception, registration
from tournaments.actions.events import lifecycle
from tournaments.actions.money import entry_prizes, prize_money
from tournaments.actions.money import ledger as money
from tournaments.errors.common import Forbidden
from tournaments.errors.money import AlreadyTakenBack, MoreThanPrize, NoEntryToPay, NothingDue, TooMuch
from tournaments.models import (
    Entrant,
    Event,
    FeeKind,
    LedgerLine,
    LineKind,
    LogEntry,
    Means,
    Notice,
    NoticeCode,
)
from tournaments.queries.audit.digest import row_lines
from tournaments.queries.money import ledger
from tournaments.queries.money.prizes import PrizeLine, PrizeList, prize_list

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]

SEAT = 100_00


def satellite(n: int = 4, *, fee: int = 30_00, places: int = 1, **target: Any) -> tuple[Event, Event]:
    """A drawn satellite with all fees paid in cash, and the event with the fee of a seat."""
    event = factories.event(name="Satellite")
    stage = factories.stage(event)
    masters = factories.event(event.tournament, name="Masters", **target)
    money.add_box(event.tournament, by=None, name="Desk")
    money.set_fee(masters, by=None, kind=FeeKind.ENTRY, amount=SEAT)
    money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=fee)
    for entrant in factories.entrants(event, n):
        reception.pay(entrant, by=None, amount=fee)
    qualifying.set_target(event, by=None, target=masters, places=places, pays_entry=True)
    draw.draw(stage, by=None, seed="videau")
    return event, masters


def play(event: Event) -> Event:
    """Play the satellite to its end and enter its winners; return it as it is then."""
    stage = event.stages.get()
    while factories.open_matches(stage):
        factories.play_open_matches(stage)
        progress.advance(event)
    event = Event.objects.select_related("tournament", "qualifies_for").get(pk=event.pk)
    qualifying.qualify(event)
    return event


def prizes(event: Event) -> PrizeList:
    """The current prizes."""
    of_event = prize_list(Event.objects.get(pk=event.pk))
    assert of_event is not None
    return of_event


def seat(event: Event) -> PrizeLine:
    """The first entry that is a prize."""
    line = prizes(event).lines[0]
    assert line.seat is not None
    return line


def winner(event: Event) -> Entrant:
    """The holder of the first entry, in the satellite."""
    entrant = seat(event).entrant
    assert entrant is not None
    return entrant


def money_of(*events: Event) -> tuple[Any, ...]:
    """All sums about these events: accounts, balances, prizes and the cash in the boxes."""
    return tuple(
        (
            ledger.statement(event),
            sorted(ledger.balances_of_event(event).items()),
            [(line.amount, line.paid, line.left, line.over) for line in prizes(event).lines]
            if event.pays_entry
            else [],
            [total.total for total in ledger.box_totals(event.tournament)],
        )
        for event in events
    )


def undo_last(code: str, *, by: Player | None = None) -> LogEntry:
    """Undo the newest act of this code."""
    entry = LogEntry.objects.filter(code=code).select_related("tournament", "event").latest("seq")
    return undo.undo(entry, by=by)


class TestEntry:
    """The entry of who qualifies is a prize of the satellite and a payment in the target event."""

    def test_it_is_booked_in_both_events_with_the_entry(self) -> None:
        event, masters = satellite()
        event = play(event)
        prize, payment = LedgerLine.objects.filter(means=Means.ENTRY).order_by("pk")
        assert (prize.kind, prize.entrant, prize.amount) == (LineKind.PRIZE, winner(event), SEAT)
        assert (payment.kind, payment.amount, payment.paid_from) == (LineKind.PAYMENT, SEAT, prize)
        assert payment.entrant == masters.entrants.get()
        assert ledger.balance(payment.entrant).is_settled
        assert Notice.objects.filter(code=NoticeCode.ENTRY_PAID, recipient__sides=prize.entrant.side).exists()
        of_event = prizes(event)
        assert (of_event.pool, of_event.left_over, of_event.short, of_event.to_pay) == (120_00, 20_00, 0, 0)
        assert ledger.statement(masters).received == SEAT
        assert ledger.box_totals(event.tournament)[0].total == 120_00
        assert is_clean(event.tournament)

    @pytest.mark.both_databases
    def test_one_undo_takes_both_back_and_another_books_both_again(self) -> None:
        event, masters = satellite()
        director = factories.owner(event.tournament)
        event = play(event)
        paid = money_of(event, masters)
        undo_last("entry_paid", by=director)
        owed = money_of(event, masters)
        assert (
            seat(event).left == seat(event).entry_to_pay == ledger.balance(masters.entrants.get()).due == SEAT
        )
        assert LedgerLine.objects.filter(means=Means.ENTRY, reverses__isnull=False).count() == 2
        undo_last("entry_taken_back", by=director)
        assert money_of(event, masters) == paid
        undo_last("entry_paid", by=director)
        assert money_of(event, masters) == owed
        qualifying.qualify(event)
        assert money_of(event, masters) == owed, "what a director has cancelled is not paid by itself"
        entry_prizes.pay_entry(winner(event), by=director)
        assert money_of(event, masters) == paid
        assert is_clean(event.tournament)

    def test_either_line_cancels_the_other_and_only_for_a_director(self) -> None:
        event, masters = satellite()
        event = play(event)
        before = money_of(event, masters)
        payment = LedgerLine.objects.get(means=Means.ENTRY, kind=LineKind.PAYMENT)
        with pytest.raises(Forbidden):
            money.take_back(payment, by=factories.player())
        assert money.take_back(payment, by=None).reverses == payment
        assert seat(event).left == SEAT
        prize = payment.paid_from
        assert prize is not None
        with pytest.raises(AlreadyTakenBack):
            money.take_back(prize, by=None)
        money.book_again(prize, by=None)
        assert money_of(event, masters) == before
        [again] = ledger.standing_lines().filter(means=Means.ENTRY, kind=LineKind.PRIZE)
        money.take_back(again, by=None)
        assert ledger.balance(masters.entrants.get()).due == SEAT

    def test_a_second_job_pays_nothing_more(self) -> None:
        event, masters = satellite()
        event = play(event)
        rows = list(row_lines(event.tournament))
        qualifying.qualify(event)
        assert list(row_lines(event.tournament)) == rows
        assert masters.entrants.count() == 1

    def test_an_alternate_is_paid_for_with_the_place(self, run_jobs: Callable[[], int]) -> None:
        event, masters = satellite(capacity=2)
        masters_stage = factories.stage(masters)
        qualifying.set_target(event, by=None, target=None)
        factories.entrants(masters, 2)
        draw.draw(masters_stage, by=None)
        qualifying.set_target(event, by=None, target=masters, pays_entry=True)
        event = play(event)
        assert seat(event).seat is not None
        assert (seat(event).paid, seat(event).entry_to_pay, seat(event).left) == (0, 0, SEAT)
        with pytest.raises(NoEntryToPay):
            entry_prizes.pay_entry(winner(event), by=None)
        draw.void(masters_stage.draws.get(), by=None, reason="again")
        registration.withdraw(masters.entrants.filter(is_alternate=False)[0], by=None)
        run_jobs()
        assert (seat(event).paid, seat(event).left) == (SEAT, 0)


class TestCash:
    """Where the entry there is paid already the prize is due in cash."""

    def test_who_has_paid_there_gets_the_prize_in_cash(self) -> None:
        event, masters = satellite()
        players = [entrant.side.players.get() for entrant in event.entrants.all()]
        for player in players:
            reception.pay(registration.enter(masters, by=None, players=[player]), by=None, amount=SEAT)
        event = play(event)
        assert not LedgerLine.objects.filter(means=Means.ENTRY).exists()
        assert (seat(event).left, seat(event).entry_to_pay) == (SEAT, 0)
        with pytest.raises(NothingDue):
            entry_prizes.pay_entry(winner(event), by=None)
        with pytest.raises(MoreThanPrize):
            prize_money.pay_prize(winner(event), by=None, amount=SEAT + 1)
        prize_money.pay_prize(winner(event), by=None, amount=SEAT)
        assert prizes(event).to_pay == 0

    def test_who_was_in_it_unpaid_has_the_entry_paid_when_a_director_says_so(self) -> None:
        event, masters = satellite()
        for entrant in event.entrants.all():
            registration.enter(masters, by=None, players=[entrant.side.players.get()])
        event = play(event)
        assert seat(event).entry_to_pay == SEAT
        entry_prizes.pay_entry(winner(event), by=None)
        assert (seat(event).left, ledger.statement(masters).received) == (0, SEAT)

    def test_what_was_paid_there_in_part_comes_in_cash(self) -> None:
        event, masters = satellite(places=1)
        holders = [entrant.side.players.get() for entrant in event.entrants.all()]
        for player in holders:
            reception.pay(registration.enter(masters, by=None, players=[player]), by=None, amount=40_00)
        event = play(event)
        entry_prizes.pay_entry(winner(event), by=None)
        assert (seat(event).paid, seat(event).left, seat(event).entry_to_pay) == (60_00, 40_00, 0)


class TestPool:
    """The entries come first; a payout divides the rest, and a pool that is too small is said."""

    def test_the_payout_divides_what_the_entries_leave(self) -> None:
        event, _masters = satellite(8, fee=20_00)
        money.set_payout(event, by=None, payout={"structure": "main_2", "unit": 1_00})
        event = play(event)
        amounts = [line.amount for line in prizes(event).lines]
        assert amounts == [SEAT, 40_00, 20_00]
        assert [flight.target for flight in prizes(event).flights] == [event.qualifies_for, None]

    def test_a_pool_too_small_is_said_and_pays_all_the_same(self) -> None:
        event, masters = satellite(4, fee=20_00)
        director = factories.director("Dana Director")
        lifecycle.appoint(event.tournament, director, kind="director", by=None)
        event = play(event)
        assert prizes(event).short == 20_00
        assert ledger.balance(masters.entrants.get()).is_settled
        assert Notice.objects.filter(code=NoticeCode.POOL_SHORT, recipient=director).count() == 1

    def test_places_given_up_are_no_prizes(self) -> None:
        event, _masters = satellite(4, places=2)
        assert prizes(event).short == 80_00
        qualifying.free_places(event, by=None, places=1)
        assert (prizes(event).short, prizes(event).left_over) == (0, 20_00)

    def test_without_a_target_there_is_nothing_to_pay(self) -> None:
        event, _masters = satellite()
        qualifying.set_target(event, by=None, target=None)
        assert (event.pays_entry, prize_list(event)) == (False, None)
        with pytest.raises(NoEntryToPay):
            entry_prizes.pay_entry(event.entrants.all()[0], by=None)


class TestEveryUnit(TestCase):
    """No unit of money is nowhere, whatever is done around the entries."""

    @settings(max_examples=examples(12, landing=4), deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        st.integers(1, 2),
        st.integers(1, 70_00),
        st.lists(
            st.tuples(
                st.sampled_from(["entry", "cash", "back", "again", "refund", "fee", "leave", "job"]),
                st.integers(0, 3),
                st.integers(1, 120_00),
            ),
            max_size=10,
        ),
    )
    @taken_back
    def test_what_came_in_is_in_the_box_and_what_a_satellite_pays_arrives(
        self, places: int, fee: int, acts: list[tuple[str, int, int]]
    ) -> None:
        event, masters = satellite(4, fee=fee, places=places)
        event = play(event)
        for what, number, amount in acts:
            self.act(what, event, masters, number=number, amount=amount)
        accounts = [ledger.statement(one) for one in (event, masters)]
        in_hand = sum(account.received - account.paid_out for account in accounts)
        assert in_hand == sum(total.total for total in ledger.box_totals(event.tournament))
        by_kind = {
            kind: sum(line.amount for line in ledger.standing_lines().filter(means=Means.ENTRY, kind=kind))
            for kind in (LineKind.PRIZE, LineKind.PAYMENT)
        }
        assert by_kind[LineKind.PRIZE] == by_kind[LineKind.PAYMENT]
        of_event = prizes(event)
        assert of_event.pool + of_event.house == accounts[0].pool
        worth = sum(line.amount for line in of_event.lines)
        assert worth + of_event.left_over - of_event.short == of_event.pool
        over = sum(one.amount for one in of_event.overpaid)
        assert sum(line.paid for line in of_event.lines) + over == accounts[0].prizes_paid

    @staticmethod
    def act(what: str, event: Event, masters: Event, *, number: int, amount: int) -> None:
        own = event.entrants.order_by("pk")[number]
        there = list(masters.entrants.select_related("event__tournament", "side").order_by("pk"))
        entry = there[number % len(there)] if there else own
        lines = list(ledger.standing_lines().filter(means=Means.ENTRY).order_by("pk"))
        cancelled = list(LedgerLine.objects.filter(means=Means.ENTRY, reversed_by__isnull=False))
        doing: dict[str, Callable[[], object]] = {
            "entry": lambda: entry_prizes.pay_entry(own, by=None),
            "cash": lambda: prize_money.pay_prize(
                own, by=None, amount=amount, note="x", is_short_allowed=True
            ),
            "back": lambda: lines and money.take_back(lines[number % len(lines)], by=None),
            "again": lambda: cancelled and money.book_again(cancelled[number % len(cancelled)], by=None),
            "refund": lambda: money.refund(entry, by=None, amount=amount, is_short_allowed=True),
            "fee": lambda: money.set_fee(masters, by=None, kind=FeeKind.ENTRY, amount=amount),
            "leave": lambda: registration.withdraw(entry, by=None),
            "job": lambda: qualifying.qualify(event),
        }
        try:
            doing[what]()
        except (NothingDue, NoEntryToPay, TooMuch):
            return
