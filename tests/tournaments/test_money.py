"""Fees, payments and cash boxes: exact amounts, immutable lines, correct sums."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests import factories
from tests.effort import examples
from tests.remembered import remembered
from tests.tournaments.audits import is_clean
from tournaments.actions.money import ledger as money
from tournaments.actions.money import prize_money
from tournaments.acts.money import LineReversed, ListCharged
from tournaments.errors.common import Forbidden, InvalidFields, ReasonMissing
from tournaments.errors.money import (
    AlreadyTakenBack,
    BoxNeeded,
    BoxShort,
    NothingDue,
    NotTakenBack,
    TooMuch,
    WrongBox,
)
from tournaments.models import Entrant, Event, FeeKind, LedgerLine, LineKind, LogEntry, Means
from tournaments.queries.money import ledger

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def event() -> Event:
    balances = factories.event()
    money.add_box(balances.tournament, by=None, name="Desk")
    return balances


@pytest.fixture
def anna(event: Event) -> Entrant:
    return factories.entrants(event, 1)[0]


def _due(entrant: Entrant) -> int:
    return ledger.balance(entrant).due


class TestFees:
    def test_who_is_in_owes_a_new_fee_and_who_comes_later_is_charged_when_entering(
        self, event: Event
    ) -> None:
        [anna] = factories.entrants(event, 1)
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        assert _due(anna) == 50_00
        [bert] = factories.entrants(event, 1)
        money.charge_entry(bert, by=None)
        assert _due(bert) == 50_00

    @pytest.mark.both_databases
    def test_charging_twice_charges_once(self, event: Event, anna: Entrant) -> None:
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        money.charge_entry(anna, by=None)
        assert _due(anna) == 50_00

    def test_a_changed_fee_replaces_what_was_owed_and_keeps_what_was_paid(
        self, event: Event, anna: Entrant
    ) -> None:
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        money.pay(anna, by=None)
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=60_00)
        assert _due(anna) == 10_00
        assert [fee.amount for fee in ledger.fees_of(event)] == [60_00]

    def test_the_same_fee_again_changes_nothing(self, event: Event) -> None:
        fee = money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        assert money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00) == fee

    def test_an_ended_fee_is_owed_no_more(self, event: Event, anna: Entrant) -> None:
        fee = money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        assert money.end_fee(fee, by=None).ended_at is not None
        assert money.end_fee(fee, by=None) == fee
        assert _due(anna) == 0
        assert ledger.fees_of(event) == []

    def test_a_side_pool_is_chosen_and_left_again(self, event: Event, anna: Entrant) -> None:
        pool = money.set_fee(
            event, by=None, kind=FeeKind.SIDE_POOL, name="Pool 20", amount=20_00, is_optional=True
        )
        assert _due(anna) == 0
        for _ in range(2):
            money.choose_fee(anna, pool, by=None, is_chosen=True)
        assert _due(anna) == 20_00
        for _ in range(2):
            money.choose_fee(anna, pool, by=None, is_chosen=False)
        assert _due(anna) == 0

    def test_who_comes_late_owes_the_late_fee_beside_and_who_comes_back_the_re_entry_instead(
        self, event: Event
    ) -> None:
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        money.set_fee(event, by=None, kind=FeeKind.LATE, amount=5_00)
        money.set_fee(event, by=None, kind=FeeKind.REENTRY, amount=25_00)
        late, back = factories.entrants(event, 2)
        for entrant in (late, back):
            money.release_entry(entrant, by=None)
        money.charge_entry(late, by=None, is_late=True)
        money.charge_entry(back, by=None, is_reentry=True)
        assert (_due(late), _due(back)) == (55_00, 25_00)

    def test_without_a_fee_for_re_entries_the_entry_is_owed_again(self, event: Event, anna: Entrant) -> None:
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        money.release_entry(anna, by=None)
        money.charge_entry(anna, by=None, is_reentry=True)
        assert _due(anna) == 50_00

    def test_without_a_rule_for_re_entries_a_side_pool_is_owed_again(
        self, event: Event, anna: Entrant
    ) -> None:
        money.set_fee(event, by=None, kind=FeeKind.SIDE_POOL, name="Pool 20", amount=20_00)
        money.release_entry(anna, by=None)
        money.charge_entry(anna, by=None, is_reentry=True)
        assert _due(anna) == 20_00

    def test_a_list_that_owes_nothing_is_no_entry_of_the_log(self, event: Event, anna: Entrant) -> None:
        money.charge_list(event, [anna], by=None)
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        money.charge_list(event, [], by=None)
        assert not LogEntry.objects.filter(code=ListCharged.code).exists()

    def test_who_leaves_before_the_draw_owes_nothing_and_the_log_proves_each_line_taken_back(
        self, event: Event, anna: Entrant
    ) -> None:
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        money.set_fee(event, by=None, kind=FeeKind.LATE, amount=5_00)
        money.charge_entry(anna, by=None, is_late=True)
        money.release_entry(anna, by=None)
        assert _due(anna) == 0
        assert LogEntry.objects.filter(code=LineReversed.code).count() == 2
        assert is_clean(event.tournament)

    def test_a_fee_of_a_billion_is_a_slip_of_the_finger(self, event: Event) -> None:
        with pytest.raises(InvalidFields):
            money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=1_000_000_001)


class TestPaying:
    def test_all_that_is_due_is_paid_into_the_only_box(self, event: Event, anna: Entrant) -> None:
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        line = money.pay(anna, by=None)
        assert (line.amount, line.means, line.box) == (50_00, Means.CASH, event.tournament.cash_boxes.get())
        assert ledger.balance(anna).is_settled

    def test_a_part_can_be_paid_by_card(self, event: Event, anna: Entrant) -> None:
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        assert money.pay(anna, by=None, amount=20_00, means=Means.CARD).box is None
        assert _due(anna) == 30_00

    def test_more_than_is_due_is_refused(self, event: Event, anna: Entrant) -> None:
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        with pytest.raises(TooMuch):
            money.pay(anna, by=None, amount=50_01)
        money.pay(anna, by=None)
        with pytest.raises(NothingDue):
            money.pay(anna, by=None)

    def test_with_two_boxes_one_is_chosen_and_it_is_one_of_this_tournament(
        self, event: Event, anna: Entrant
    ) -> None:
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        second = money.add_box(event.tournament, by=None, name="Bar")
        assert money.add_box(event.tournament, by=None, name=" Bar ") == second
        foreign = money.add_box(factories.tournament(name="Elsewhere"), by=None, name="Desk")
        with pytest.raises(BoxNeeded):
            money.pay(anna, by=None)
        with pytest.raises(WrongBox):
            money.pay(anna, by=None, box=foreign)
        money.pay(anna, by=None, box=second)
        assert {total.box.name: total.total for total in ledger.box_totals(event.tournament)} == {
            "Desk": 0,
            "Bar": 50_00,
        }

    def test_who_leaves_before_the_draw_gets_the_money_back(self, event: Event, anna: Entrant) -> None:
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        money.pay(anna, by=None)
        money.release_entry(anna, by=None)
        assert _due(anna) == -50_00
        money.refund(anna, by=None)
        assert ledger.balance(anna).is_settled
        assert [total.total for total in ledger.box_totals(event.tournament)] == [0]

    def test_no_more_is_paid_back_than_was_paid(self, event: Event, anna: Entrant) -> None:
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        with pytest.raises(NothingDue):
            money.refund(anna, by=None, amount=10_00)
        money.pay(anna, by=None)
        with pytest.raises(TooMuch):
            money.refund(anna, by=None, amount=50_01)
        with pytest.raises(NothingDue):
            money.refund(anna, by=None)

    @pytest.mark.both_databases
    def test_a_director_lets_somebody_off_once_and_says_why(self, event: Event, anna: Entrant) -> None:
        fee = money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        with pytest.raises(ReasonMissing):
            money.waive(anna, fee, by=None, reason=" ")
        money.waive(anna, fee, by=None, reason="Volunteer")
        assert _due(anna) == 0
        with pytest.raises(NothingDue):
            money.waive(anna, fee, by=None, reason="Again")
        assert ledger.statement(event).pool == 0


class TestABox:
    @pytest.fixture
    def payment(self, event: Event, anna: Entrant) -> LedgerLine:
        """A payment of Anna into the box of the bar; the other box is empty."""
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        bar = money.add_box(event.tournament, by=None, name="Bar")
        return money.pay(anna, by=None, box=bar)

    @pytest.mark.both_databases
    def test_no_more_is_paid_back_from_it_than_lies_in_it(self, anna: Entrant, payment: LedgerLine) -> None:
        money.release_entry(anna, by=None)
        empty = payment.tournament.cash_boxes.get(name="Desk")
        with pytest.raises(BoxShort):
            money.refund(anna, by=None, box=empty)
        money.refund(anna, by=None, box=empty, is_short_allowed=True)
        assert ledger.box_total(empty) == -50_00

    def test_a_refund_is_booked_again_only_while_it_lies_in_it(
        self, anna: Entrant, payment: LedgerLine
    ) -> None:
        refund = money.refund(anna, by=None, amount=50_00, box=payment.box)
        with pytest.raises(NotTakenBack):
            money.book_again(refund, by=None)
        money.take_back(refund, by=None)
        money.take_back(payment, by=None)
        with pytest.raises(BoxShort):
            money.book_again(refund, by=None)

    def test_its_name_is_no_longer_than_a_name(self, event: Event) -> None:
        with pytest.raises(InvalidFields):
            money.add_box(event.tournament, by=None, name="B" * 200)


class TestTheLedger:
    def test_a_line_is_taken_back_by_another_one_and_once(self, event: Event, anna: Entrant) -> None:
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        payment = money.pay(anna, by=None)
        back = money.take_back(payment, by=None, reason="Wrong player")
        assert _due(anna) == 50_00
        for line in (payment, back):
            with pytest.raises(AlreadyTakenBack):
                money.take_back(line, by=None)

    @pytest.mark.both_databases
    def test_nothing_booked_is_changed_whoever_asks(self, event: Event, anna: Entrant) -> None:
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            LedgerLine.objects.filter(entrant=anna).update(amount=1)

    def test_the_database_refuses_cash_without_a_box_and_amounts_of_nothing(
        self, event: Event, anna: Entrant
    ) -> None:
        for wrong in (
            {"kind": LineKind.PAYMENT, "amount": 5, "means": Means.CASH},
            {"kind": LineKind.PAYMENT, "amount": 5},
            {"kind": LineKind.CHARGE, "amount": 0},
            {"kind": LineKind.CHARGE, "amount": 5, "means": Means.CARD},
        ):
            with pytest.raises(IntegrityError), transaction.atomic():
                LedgerLine.objects.create(tournament=event.tournament, entrant=anna, **wrong)

    @pytest.mark.both_databases
    def test_every_line_stands_in_the_log(self, event: Event, anna: Entrant) -> None:
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        money.take_back(money.pay(anna, by=None), by=None)
        codes = LogEntry.objects.filter(subject=anna.uid).order_by("seq").values_list("code", flat=True)
        assert list(codes)[-3:] == ["line_booked", "line_booked", "line_taken_back"]

    def test_prizes_leave_the_box_and_not_the_balance(self, event: Event, anna: Entrant) -> None:
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        money.pay(anna, by=None)
        prize_money.pay_prize(anna, by=None, amount=40_00, note="won by agreement")
        assert ledger.balance(anna).is_settled
        assert [total.total for total in ledger.box_totals(event.tournament)] == [10_00]
        assert ledger.statement(event) == ledger.EventAccount(
            owed=50_00, paid=50_00, refunded=0, pool=50_00, prizes_paid=40_00
        )
        assert ledger.statement(event).outstanding == 0

    def test_balances_come_in_one_query(self, event: Event, django_assert_num_queries: object) -> None:
        entrants = factories.entrants(event, 3)
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        money.pay(entrants[0], by=None)
        with django_assert_num_queries(1):  # type: ignore[operator]
            balances = ledger.balances_of_event(event)
        assert sorted(one.due for one in balances.values()) == [0, 50_00, 50_00]
        assert [line.kind for line in ledger.lines_of(entrants[0])] == [LineKind.CHARGE, LineKind.PAYMENT]

    def test_only_the_desk_takes_money_and_only_a_director_sets_fees(
        self, event: Event, anna: Entrant
    ) -> None:
        stranger = factories.player("Stranger")
        fee = money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        for act in (
            lambda: money.set_fee(event, by=stranger, kind=FeeKind.ENTRY, amount=1),
            lambda: money.end_fee(fee, by=stranger),
            lambda: money.pay(anna, by=stranger),
            lambda: money.refund(anna, by=stranger),
            lambda: money.waive(anna, fee, by=stranger, reason="Friend"),
            lambda: prize_money.pay_prize(anna, by=stranger, amount=1),
            lambda: money.add_box(event.tournament, by=stranger, name="Mine"),
            lambda: money.set_currency(event.tournament, by=stranger, currency="USD"),
        ):
            with pytest.raises(Forbidden):
                act()

    @pytest.mark.both_databases
    def test_only_a_director_books_a_charge_again(self, event: Event, anna: Entrant) -> None:
        clerk = factories.clerk(event.tournament)
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        charge = LedgerLine.objects.get(entrant=anna)
        money.take_back(charge, by=None)
        with pytest.raises(Forbidden):
            money.book_again(charge, by=clerk)
        money.book_again(charge, by=None)
        assert _due(anna) == 50_00


class TestWhateverIsBooked(TestCase):
    @settings(max_examples=examples(30, landing=5), deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        st.lists(st.tuples(st.sampled_from(["pay", "refund", "back"]), st.integers(1, 7_000)), max_size=12)
    )
    def test_boxes_and_balances_agree_with_a_purse_of_coins(self, acts: list[tuple[str, int]]) -> None:
        event = factories.event()
        money.add_box(event.tournament, by=None, name="Desk")
        [anna] = factories.entrants(event, 1)
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        purse = 0
        lines: list[LedgerLine] = []
        for act, amount in acts:
            try:
                if act == "back" and lines:
                    line = lines.pop()
                    money.take_back(line, by=None)
                    purse -= line.amount if line.kind == LineKind.PAYMENT else -line.amount
                elif act == "pay":
                    lines.append(money.pay(anna, by=None, amount=amount))
                    purse += amount
                elif act == "refund":
                    lines.append(money.refund(anna, by=None, amount=amount))
                    purse -= amount
            except (NothingDue, TooMuch):
                continue
            assert [total.total for total in ledger.box_totals(event.tournament)] == [purse]
            assert ledger.balance(anna).due == 50_00 - purse
