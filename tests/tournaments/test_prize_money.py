"""Paying prizes: never more than the prize, the pool or the box holds without a director."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from matches.models import Match
from tests import factories
from tests.effort import examples
from tests.remembered import remembered, taken_back
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import reception, registration
from tournaments.actions.impact import foresee
from tournaments.actions.money import ledger as money
from tournaments.actions.money import prize_money
from tournaments.errors.common import Forbidden
from tournaments.errors.money import BoxShort, MoreThanPool, MoreThanPrize, NothingDue, TooMuch
from tournaments.models import Entrant, Event, Fee, FeeKind
from tournaments.queries.money import ledger
from tournaments.queries.money.prizes import PrizeList, prize_list, prizes_of

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def event() -> Event:
    """Four who paid 100.00 each have played for two prizes: 266.00 and 134.00 in whole units."""
    stage = factories.drawn_stage(4)
    money.set_fee(stage.event, by=None, kind=FeeKind.ENTRY, amount=100_00)
    for entrant in stage.event.entrants.all():
        reception.pay(entrant, by=None, amount=100_00)
    money.set_payout(stage.event, by=None, payout={"structure": "main_2", "unit": 1_00})
    for _ in range(2):
        factories.play_open_matches(stage)
    progress.advance(stage.event)
    stage.event.refresh_from_db()
    return stage.event


def prizes(event: Event) -> PrizeList:
    """The current prizes."""
    prizes = prize_list(event)
    assert prizes is not None
    return prizes


def winners(event: Event) -> list[Entrant]:
    """The entrants with prizes, the best first."""
    return [line.entrant for line in prizes(event).lines if line.entrant is not None]


def turn_final(event: Event) -> Match:
    """The final, for a correction of its winner."""
    final = Match.objects.filter(pairing__stage__event=event).order_by("-pairing__round").first()
    assert final is not None
    return final


def corrected(event: Event) -> None:
    """Correct the final the other way."""
    final = turn_final(event)
    score = (3, 7) if final.winner == "one" else (7, 3)
    results.correct(final, by=factories.owner(event.tournament), reason="misread", score=score)
    event.refresh_from_db()


class TestWhatIsTheirs:
    def test_more_than_a_prize_needs_a_reason_as_for_a_final_that_was_split(self, event: Event) -> None:
        first, second = winners(event)
        with pytest.raises(MoreThanPrize) as refusal:
            prize_money.pay_prize(second, by=None, amount=200_00)
        assert refusal.value.most == prizes_of(second).left == 133_00
        prize_money.pay_prize(second, by=None, amount=200_00, note="the finalists split")
        [over] = prizes(event).overpaid
        assert (over.entrant, over.amount, over.reasons) == (second, 67_00, ("the finalists split",))
        assert prizes(event).to_come_back == 0, "a reason allows it"
        prize_money.pay_prize(first, by=None, amount=200_00)
        with pytest.raises(MoreThanPool):
            prize_money.pay_prize(first, by=None, amount=67_00)

    def test_who_has_won_nothing_gets_nothing_without_a_reason(self, event: Event) -> None:
        loser = event.entrants.exclude(pk__in=[one.pk for one in winners(event)]).first()
        assert loser is not None
        with pytest.raises(MoreThanPrize):
            prize_money.pay_prize(loser, by=None, amount=1)
        prize_money.pay_prize(loser, by=None, amount=1_00, note="best loser")

    def test_after_a_correction_paid_due_and_to_come_back_stand(self, event: Event) -> None:
        first, second = winners(event)
        for entrant in (first, second):
            reception.pay_prizes(entrant, by=None)
        final = turn_final(event)
        by = factories.owner(event.tournament)
        score = (3, 7) if final.winner == "one" else (7, 3)
        impact = foresee(
            event, lambda: results.correct(final, by=by, reason="misread", score=score), but=final
        )
        assert [(one.entrant, one.paid, one.due, one.to_come_back) for one in impact.prizes] == [
            (second.name, 133_00, 134_00, 0),
            (first.name, 267_00, 0, 134_00),
        ]
        corrected(event)
        prize_view = prizes(event)
        assert [(one.entrant, one.amount, one.reasons) for one in prize_view.overpaid] == [
            (first, 134_00, ())
        ]
        assert (prize_view.to_pay, prize_view.to_come_back) == (134_00, 134_00)
        lines = {line.entrant: (line.paid, line.left, line.over) for line in prize_view.lines}
        assert lines == {second: (133_00, 134_00, 0), first: (133_00, 0, 134_00)}


class TestTheBox:
    @pytest.mark.both_databases
    def test_it_does_not_fall_below_nothing_without_a_director(self, event: Event) -> None:
        first, _second = winners(event)
        clerk = factories.clerk(event.tournament)
        box = event.tournament.cash_boxes.get()
        for entrant in (first, *event.entrants.exclude(pk=first.pk)[:2]):
            money.refund(entrant, by=clerk, amount=100_00)
        prize_money.pay_prize(first, by=None, amount=100_00)
        assert ledger.box_total(box) == 0
        last = event.entrants.exclude(ledger__kind="refund").get()
        payment = last.ledger.get(kind="payment")
        for yes, error in ((False, BoxShort), (True, Forbidden)):
            with pytest.raises(error):
                money.refund(last, by=clerk, amount=1_00, is_short_allowed=yes)
            with pytest.raises(error):
                money.take_back(payment, by=clerk, is_short_allowed=yes)
        with pytest.raises(BoxShort):
            reception.pay_prizes(first, by=None)
        reception.pay_prizes(first, by=None, is_short_allowed=True)
        assert ledger.box_total(box) == -167_00


class TestSidePools:
    @pytest.mark.both_databases
    def test_its_money_is_its_own_and_is_paid_out_of_it(self, event: Event) -> None:
        pool = money.set_fee(
            event, by=None, kind=FeeKind.SIDE_POOL, name="Pool 20", amount=20_00, is_optional=True
        )
        first, second = winners(event)
        for entrant in (first, second):
            money.choose_fee(entrant, pool, by=None, is_chosen=True)
        assert prizes(event).pool == 400_00, "no prize is made of it"
        with pytest.raises(MoreThanPool):
            prize_money.pay_prize(first, by=None, amount=40_01, pool=pool, note="")
        outsider = event.entrants.exclude(pk__in=[first.pk, second.pk]).first()
        assert outsider is not None
        with pytest.raises(MoreThanPrize):
            prize_money.pay_prize(outsider, by=None, amount=1_00, pool=pool)
        prize_money.pay_prize(first, by=None, amount=30_00, pool=pool)
        [side_pool] = ledger.side_pools(event)
        assert (side_pool.entrants, side_pool.collected, side_pool.paid_out, side_pool.left) == (
            2,
            40_00,
            30_00,
            10_00,
        )
        assert ledger.statement(event).prizes_paid == 0
        assert prizes_of(first).left == 267_00, "the prize is still due"
        dearer = money.set_fee(
            event, by=None, kind=FeeKind.SIDE_POOL, name="Pool 20", amount=25_00, is_optional=True
        )
        [side_pool] = ledger.side_pools(event)
        assert (side_pool.fee, side_pool.collected, side_pool.left) == (dearer, 50_00, 20_00)


class TestNoShows:
    def test_who_is_replaced_owes_nothing(self) -> None:
        event = factories.event(capacity=2)
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        absent, other = factories.entrants(event, 2)
        waiting = factories.entrant(event, "Wendy Waiting")
        stage = factories.stage(event)
        draw.draw(stage, by=None)
        draw.replace(stage, absent=absent, alternate=waiting, by=None, reason="did not come")
        assert ledger.balance(absent).owed == 0
        assert ledger.balance(waiting).owed == 50_00
        assert ledger.statement(event).pool == 100_00
        later = registration.walk_in(event, by=None, name="Nick Next")
        reception.pay(other, by=None, amount=50_00)
        draw.replace(stage, absent=other, alternate=later, by=None, reason="left at once")
        assert ledger.balance(other).is_settled, "what was paid stays until the desk pays it back"


class TestEveryUnit(TestCase):
    @settings(max_examples=examples(25), deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        st.lists(
            st.tuples(
                st.sampled_from(["pay", "refund", "pool", "prize", "side", "waive", "back", "leave"]),
                st.integers(0, 3),
                st.integers(1, 9_000),
            ),
            max_size=14,
        )
    )
    @taken_back
    def test_what_was_collected_is_in_a_pool_a_prize_the_house_or_a_box(
        self, acts: list[tuple[str, int, int]]
    ) -> None:
        event = factories.event()
        box = money.add_box(event.tournament, by=None, name="Desk")
        entrants = factories.entrants(event, 4)
        fees = [
            money.set_fee(event, by=None, kind=kind, amount=amount)
            for kind, amount in ((FeeKind.ENTRY, 50_00), (FeeKind.REGISTRATION, 7_01))
        ]
        side = money.set_fee(
            event, by=None, kind=FeeKind.SIDE_POOL, name="20", amount=20_00, is_optional=True
        )
        payout = {"structure": "main_4_consolation_2_last_chance_1", "percent": 93, "unit": 5_00}
        money.set_payout(event, by=None, payout=payout)
        event.refresh_from_db()
        for what, number, amount in acts:
            self.act(what, entrants[number], amount, fees=fees, side=side)
        stands = ledger.statement(event)
        assert stands.owed == stands.pool + stands.side_pools + stands.to_house
        assert stands.side_pools == sum(pool.collected for pool in ledger.side_pools(event))
        assert stands.received - stands.paid_out == ledger.box_total(box)
        prize_view = prizes(event)
        assert prize_view.pool + prize_view.house == stands.pool
        assert prize_view.left_over + sum(line.amount for line in prize_view.lines) == prize_view.pool

    @staticmethod
    def act(what: str, entrant: Entrant, amount: int, *, fees: list[Fee], side: Fee) -> None:
        def back() -> Any:
            line = ledger.standing_lines().filter(entrant=entrant).order_by("-pk").first()
            return line and money.take_back(line, by=None, is_short_allowed=True)

        arguments: dict[str, Any] = {"amount": amount, "note": "agreed", "is_short_allowed": True}
        doing: dict[str, Callable[[], Any]] = {
            "pay": lambda: money.pay(entrant, by=None, amount=amount),
            "refund": lambda: money.refund(entrant, by=None, amount=amount, is_short_allowed=True),
            "pool": lambda: money.choose_fee(entrant, side, by=None, is_chosen=bool(amount % 2)),
            "prize": lambda: prize_money.pay_prize(entrant, by=None, **arguments),
            "side": lambda: prize_money.pay_prize(entrant, by=None, pool=side, **arguments),
            "waive": lambda: money.waive(entrant, fees[amount % 2], by=None, reason="helper"),
            "back": back,
            "leave": lambda: registration.withdraw(entrant, by=None),
        }
        try:
            doing[what]()
        except (NothingDue, TooMuch):
            return
