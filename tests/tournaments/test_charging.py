"""Charges and refunds for every way to get a place or to leave."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import Q
from django.utils import timezone

from matches.models import Match
from tests import factories
from tests.remembered import remembered
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import player_list, reception, reentry, registration, waiting_list
from tournaments.actions.events import reentry_rule
from tournaments.actions.money import ledger as money
from tournaments.errors.common import Forbidden
from tournaments.errors.draws import MatchBegun
from tournaments.errors.money import CurrencyInUse, InvalidPayout, NothingDue, NotTakenBack
from tournaments.models import CashBox, Entrant, Event, FeeKind, LedgerLine, LineKind, LogEntry, RoleKind
from tournaments.queries.money import ledger

pytestmark = pytest.mark.django_db


def _due(entrant: Entrant) -> int:
    return ledger.balance(entrant).due


@pytest.fixture
@remembered
def event() -> Event:
    """An event with an entry fee of 50.00 and two places."""
    event = factories.event(capacity=2)
    money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
    return event


class TestBeforeTheDraw:
    def test_who_gets_a_place_owes_and_who_waits_does_not(self, event: Event) -> None:
        anna, bert, carl = factories.entrants(event, 3)
        assert [_due(one) for one in (anna, bert, carl)] == [50_00, 50_00, 0]

    def test_who_moves_up_owes_from_then_on_and_who_leaves_owes_nothing(self, event: Event) -> None:
        anna, _bert, carl = factories.entrants(event, 3)
        registration.withdraw(anna, by=None)
        assert (_due(anna), _due(carl)) == (0, 50_00)

    def test_who_has_paid_and_leaves_is_paid_back(self, event: Event) -> None:
        anna, _bert = factories.entrants(event, 2)
        reception.pay_all(anna.side.players.get(), event.tournament, by=None)
        registration.withdraw(anna, by=None)
        assert _due(anna) == -50_00

    def test_who_comes_back_owes_again(self, event: Event) -> None:
        anna, _bert = factories.entrants(event, 2)
        registration.withdraw(anna, by=None)
        registration.return_(anna, by=None)
        assert _due(anna) == 50_00

    def test_a_place_given_by_hand_is_charged(self, event: Event) -> None:
        [waiting] = [registration.enter(event, by=None, players=[factories.player()], force_alternate=True)]
        assert _due(waiting) == 0
        waiting_list.promote(waiting, by=None)
        assert _due(waiting) == 50_00

    def test_who_registers_alone_owes_too(self, event: Event) -> None:
        player = factories.player("Ada", email="ada@example.org")
        assert _due(registration.register_self(event, by=player)) == 50_00

    @pytest.mark.both_databases
    def test_a_pair_owes_one_fee(self) -> None:
        doubles = factories.event(kind="doubles")
        money.set_fee(doubles, by=None, kind=FeeKind.ENTRY, amount=50_00)
        pair = factories.entrant(doubles)
        assert LedgerLine.objects.filter(entrant=pair, kind=LineKind.CHARGE).count() == 1

    def test_a_list_is_charged_with_one_entry_in_the_log(self, event: Event) -> None:
        data = b"name\nAda Almeida\nBoris Brandt\nElif Eriksen\n"
        entries = player_list.import_players(event, by=None, data=data)
        assert [_due(one) for one in entries.entrants] == [50_00, 50_00, 0]
        assert LogEntry.objects.get(code="list_charged").data["entrants"] == [
            one.uid for one in entries.entrants[:2]
        ]

    def test_who_stands_in_a_list_is_not_late(self, event: Event) -> None:
        money.set_fee(event, by=None, kind=FeeKind.LATE, amount=5_00)
        entries = player_list.import_players(event, by=None, data=b"name\nAda Almeida\n")
        assert [_due(one) for one in entries.entrants] == [50_00]


class TestAfterTheDraw:
    @pytest.fixture
    def event(self) -> Event:
        stage = factories.stage()
        money.set_fee(stage.event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        money.set_fee(stage.event, by=None, kind=FeeKind.LATE, amount=5_00)
        factories.entrants(stage.event, 3)
        draw.draw(stage, by=None, seed="videau")
        return stage.event

    def test_who_is_entered_late_owes_the_late_fee_beside(self, event: Event) -> None:
        late = registration.enter(event, by=None, players=[factories.player()], is_late=True)
        assert _due(late) == 55_00

    def test_who_waited_from_before_the_draw_is_not_late(self, event: Event) -> None:
        stage = event.stages.get()
        waiting = registration.enter(event, by=None, players=[factories.player()], force_alternate=True)
        assert _due(waiting) == 0
        Entrant.objects.filter(pk=waiting.pk).update(entered_at=timezone.now() - timedelta(hours=1))
        waiting.refresh_from_db()
        draw.enter_late(stage, entrant=waiting, by=None)
        assert _due(waiting) == 50_00

    def test_who_takes_the_place_of_somebody_absent_owes_the_entry(self, event: Event) -> None:
        waiting = registration.enter(event, by=None, players=[factories.player()], force_alternate=True)
        absent = Entrant.objects.filter(event=event).first()
        assert absent is not None
        draw.replace(event.stages.get(), absent=absent, alternate=waiting, by=None, reason="Not here.")
        assert _due(waiting) == 50_00

    def test_who_leaves_after_the_draw_owes_what_was_owed(self, event: Event) -> None:
        entrant = Entrant.objects.filter(event=event).first()
        assert entrant is not None
        registration.withdraw(entrant, by=None, reason="Ill.")
        assert _due(entrant) == 50_00

    @pytest.mark.parametrize(
        ("keeps", "reentry_fee", "due"), [(True, None, 25_00), (False, None, 45_00), (False, 30_00, 50_00)]
    )
    def test_who_comes_back_owes_the_part_that_the_rule_names_or_the_fee_for_it(
        self, keeps: bool, reentry_fee: int | None, due: int
    ) -> None:
        game = factories.open_match(n=3)
        event = game.stage.event
        money.set_fee(event, by=None, kind=FeeKind.REGISTRATION, amount=7_00)
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        money.set_fee(event, by=None, kind=FeeKind.SIDE_POOL, amount=20_00)
        if reentry_fee is not None:
            money.set_fee(event, by=None, kind=FeeKind.REENTRY, amount=reentry_fee)
        rule = {"most": 1, "after": "any", "fee_percent": 50, "keeps_side_pools": keeps}
        reentry_rule.set_rule(event, by=None, rule=rule)
        results.report(game.match, by=game.director, score=(7, 0))
        loser = event.entrants.get(side=game.match.two)
        again = reentry.come_back(loser, by=None)
        if again.is_alternate:
            registration.withdraw(
                event.entrants.exclude(pk__in=[loser.pk, again.pk]).latest("pk"), by=None, reason="x"
            )
        again.refresh_from_db()
        assert _due(again) == (0 if again.is_alternate else due)

    def test_who_waits_to_come_back_registers_once_also_where_nobody_comes_back_any_more(self) -> None:
        game = factories.open_match(n=4)
        event = game.stage.event
        money.set_fee(event, by=None, kind=FeeKind.REGISTRATION, amount=7_00)
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        reentry_rule.set_rule(event, by=None, rule={"most": 1})
        results.report(game.match, by=game.director, score=(7, 0))
        again = reentry.come_back(event.entrants.get(side=game.match.two), by=None)
        assert (again.is_alternate, _due(again)) == (True, 0)
        reentry_rule.set_rule(event, by=None, rule=None)
        absent = event.entrants.get(side=factories.open_matches(game.stage)[0].one)
        draw.replace(game.stage, absent=absent, alternate=again, by=None, reason="Not here.")
        assert _due(again) == 50_00


class TestFeesThatChange:
    def test_who_was_let_off_stays_let_off(self, event: Event) -> None:
        anna, bert = factories.entrants(event, 2)
        fee = ledger.fees_of(event)[0]
        money.waive(anna, fee, by=None, reason="Volunteer")
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=60_00)
        assert (_due(anna), _due(bert)) == (0, 60_00)

    def test_a_fee_of_nothing_is_owed_by_nobody(self, event: Event) -> None:
        [anna] = factories.entrants(event, 1)
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=0)
        assert _due(anna) == 0

    def test_the_desk_takes_back_a_payment_and_no_charge(self, event: Event) -> None:
        desk = factories.player("Eve", email="eve@example.org")
        event.tournament.roles.create(player=desk, kind=RoleKind.DESK)
        [anna] = factories.entrants(event, 1)
        [payment] = reception.pay_all(anna.side.players.get(), event.tournament, by=desk)
        money.take_back(payment, by=desk)
        charge = LedgerLine.objects.get(entrant=anna, kind=LineKind.CHARGE)
        with pytest.raises(Forbidden):
            money.take_back(charge, by=desk)

    def test_only_what_was_taken_back_is_booked_again(self, event: Event) -> None:
        [anna] = factories.entrants(event, 1)
        [payment] = reception.pay_all(anna.side.players.get(), event.tournament, by=None)
        with pytest.raises(NotTakenBack):
            money.book_again(payment, by=None)
        money.take_back(payment, by=None)
        money.book_again(payment, by=None)
        assert _due(anna) == 0

    @pytest.mark.both_databases
    def test_a_currency_stays_once_there_is_an_amount(self, event: Event) -> None:
        with pytest.raises(CurrencyInUse):
            money.set_currency(event.tournament, by=None, currency="CHF")
        free = factories.tournament()
        assert money.set_currency(free, by=None, currency="chf").currency == "CHF"

    @pytest.mark.parametrize("field", ["structure", "percent", "added", "unit"])
    def test_prizes_that_cannot_be_name_the_field(self, event: Event, field: str) -> None:
        wrong = {"structure": "main_2", "percent": 90, "added": 0, "unit": 100} | {field: -1}
        with pytest.raises(InvalidPayout) as refusal:
            money.set_payout(event, by=None, payout=wrong)
        assert refusal.value.data["field"] == field

    def test_the_prizes_stand_in_the_log(self, event: Event) -> None:
        money.set_payout(event, by=None, payout={"structure": "main_2", "percent": 90})
        entry = LogEntry.objects.get(code="payout_set")
        assert (entry.data["has_prizes"], entry.data["structure"], entry.data["percent"]) == (
            True,
            "main_2",
            90,
        )
        money.set_payout(event, by=None, payout={"structure": "main_2", "percent": 90})
        assert LogEntry.objects.filter(code="payout_set").count() == 1


class TestReception:
    def test_one_press_enters_checks_in_and_takes_the_money(self, event: Event) -> None:
        ana = factories.player("Ana")
        entrant = reception.enter(event, by=None, players=[ana], is_here=True, is_paid=True)
        assert entrant.checked_in_at is not None
        assert ledger.balance(entrant).is_settled
        assert [box.name for box in CashBox.objects.all()] == ["Desk"]

    def test_a_player_pays_for_all_events_at_once(self, event: Event) -> None:
        other = factories.event(event.tournament, name="Side")
        money.set_fee(other, by=None, kind=FeeKind.ENTRY, amount=10_00)
        ana = factories.player("Ana")
        for one in (event, other):
            registration.enter(one, by=None, players=[ana])
        lines = reception.pay_all(ana, event.tournament, by=None)
        assert sorted(line.amount for line in lines) == [10_00, 50_00]
        with pytest.raises(NothingDue):
            reception.pay_all(ana, event.tournament, by=None)

    def test_arriving_checks_in_everywhere(self, event: Event) -> None:
        other = factories.event(event.tournament, name="Side")
        ana = factories.player("Ana")
        for one in (event, other):
            registration.enter(one, by=None, players=[ana])
        entrants = reception.arrive(ana, event.tournament, by=None, is_paid=True)
        assert all(Entrant.objects.get(pk=one.pk).checked_in_at for one in entrants)
        assert ledger.box_totals(event.tournament)[0].total == 50_00

    def test_nothing_is_kept_where_a_part_is_refused(self, event: Event) -> None:
        stage = factories.drawn_stage(4, of=factories.event(event.tournament, name="Drawn"))
        leaver = stage.event.entrants.first()
        assert leaver is not None
        registration.withdraw(leaver, by=None, reason="Gone.")
        factories.play_open_matches(stage)
        progress.advance(stage.event)
        final = factories.open_matches(stage)[0]
        results.start(final, by=None)
        with pytest.raises(MatchBegun):
            registration.return_(leaver, by=None)
        assert leaver.event.entrants.filter(withdrawn_at=None).count() == 3
        assert Match.objects.filter(Q(one=leaver.side) | Q(two=leaver.side)).get().is_final
