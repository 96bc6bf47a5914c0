"""The cash desk on its pages: amounts typed in the reader's way, every line, boxes that add up, and prizes."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from hypothesis import example, given
from hypothesis import strategies as st

from tests import factories
from tests.remembered import remembered
from tests.web.browsing import Page, Visitor
from tournaments.actions.draws import progress
from tournaments.actions.entrants import reception
from tournaments.actions.events import lifecycle
from tournaments.actions.money import ledger as money
from tournaments.models import (
    LARGEST_AMOUNT,
    CashBox,
    Entrant,
    Event,
    FeeKind,
    LedgerLine,
    LineKind,
    RoleKind,
)
from tournaments.payouts import STRUCTURES
from tournaments.queries.money import ledger
from tournaments.queries.money.amounts import amount_read, amount_typed, amount_words, decimals_of
from tournaments.web.money.cash_desk_forms import structure_words

_PAGE = 18


class TestAmounts:
    @pytest.mark.parametrize(
        ("text", "currency", "amount"),
        [
            ("50", "EUR", 50_00),
            ("12,5", "EUR", 12_50),
            ("12.50", "EUR", 12_50),
            ("1 250,00", "EUR", 1250_00),
            ("1’250.00", "CHF", 1250_00),
            ("20 EUR", "EUR", 20_00),
            ("5000", "JPY", 5000),
            ("1,250", "TND", 1250),
            ("12,505", "EUR", None),
            ("5,0", "JPY", None),
            ("-5", "EUR", None),
            ("five", "EUR", None),
            ("", "EUR", None),
            ("1,2,3", "EUR", None),
            ("99999999999", "EUR", None),
        ],
    )
    def test_a_comma_and_a_point_are_both_read(self, text: str, currency: str, amount: int | None) -> None:
        assert amount_read(text, currency) == amount

    def test_they_are_written_as_the_reader_does(self) -> None:
        with translation.override("en"):
            assert amount_words(1250_00, "EUR") == "1,250.00\u00a0EUR"
            assert amount_words(1250, "JPY") == "1,250\u00a0JPY"
        with translation.override("fr"):
            assert amount_words(1250_00, "EUR").replace("\u202f", "\u00a0") == "1\u00a0250,00\u00a0EUR"

    @example(LARGEST_AMOUNT, "JPY", "en")
    @given(
        st.integers(0, LARGEST_AMOUNT), st.sampled_from(["EUR", "JPY", "KWD"]), st.sampled_from(["en", "fr"])
    )
    def test_what_is_written_in_a_field_is_read_back(self, amount: int, currency: str, language: str) -> None:
        with translation.override(language):
            assert amount_read(amount_typed(amount, currency), currency) == amount

    def test_currencies_have_the_decimals_of_iso_4217(self) -> None:
        assert [decimals_of(code) for code in ("EUR", "JPY", "KRW", "ISK", "CLP", "TND", "KWD")] == [
            2,
            0,
            0,
            0,
            0,
            3,
            3,
        ]


@pytest.fixture
@remembered
def event() -> Event:
    event = factories.event()
    money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
    return event


@pytest.fixture
def visitor(event: Event) -> Visitor:
    return Visitor(factories.owner(event.tournament))


@pytest.mark.django_db
class TestFees:
    def test_a_fee_is_set_and_taken_off(self, event: Event, visitor: Visitor) -> None:
        page = visitor.send(
            "desk_fees", event.uid, kind="side_pool", name="Pool", amount="20,50", is_optional="on"
        )
        assert "20.50" in page
        pool = event.fees.get(kind="side_pool")
        assert (pool.amount, pool.is_optional) == (20_50, True)
        assert "Pool" not in visitor.send("desk_end_fee", event.uid, pool.uid).words.split("Set a fee")[0]

    def test_what_is_no_amount_is_said_and_kept(self, event: Event, visitor: Visitor) -> None:
        page = visitor.post("desk_fees", event.uid, kind="late", amount="five")
        assert page.status == 422
        assert "This is no amount in EUR. Type it as in 12.50." in page
        assert page.form(reverse("desk_fees", args=[event.uid]))["amount"] == "five"

    def test_the_statement_adds_up_and_leads_to_who_owes(self, event: Event, visitor: Visitor) -> None:
        ada, boris = factories.entrants(event, 2)
        money.pay(ada, by=None, means="card")
        page = visitor.open("desk_fees", event.uid)
        assert "1 player not settled" in page
        assert f"{reverse('desk_entrants', args=[event.uid])}?sort=due" in page.links
        page = visitor.open("desk_entrants", event.uid, show="unpaid")
        assert boris.name in page
        assert ada.name not in page

    def test_the_desk_looks_and_a_director_sets(self, event: Event) -> None:
        desk = factories.player("Eve", email="eve@example.org")
        lifecycle.appoint(event.tournament, desk, kind=RoleKind.DESK, by=factories.owner(event.tournament))
        assert "Set a fee" not in Visitor(desk).open("desk_fees", event.uid)
        assert Visitor(desk).post("desk_fees", event.uid, kind="late", amount="5").status == 403
        assert Visitor(desk).post("desk_prizes", event.uid, structure="winner").status == 403
        [fee] = ledger.fees_of(event)
        assert Visitor(desk).post("desk_end_fee", event.uid, fee.uid).status == 403


@pytest.mark.django_db
class TestEntrant:
    @pytest.fixture
    def ada(self, event: Event) -> Entrant:
        return factories.entrants(event, 1)[0]

    def test_a_payment_and_a_refund_stand_line_by_line(self, ada: Entrant, visitor: Visitor) -> None:
        page = visitor.open("desk_entrant_money", ada.uid)
        assert page.form(reverse("desk_entrant_money", args=[ada.uid]))["amount"] == "50.00"
        visitor.send("desk_entrant_money", ada.uid, do="pay", amount="30", means="cash", note="Rest later")
        assert ledger.balance(ada).due == 20_00
        page = visitor.send("desk_entrant_money", ada.uid, do="refund", amount="10", means="cash")
        assert "Rest later" in page
        assert ledger.balance(ada).due == 30_00
        assert CashBox.objects.get().name == "Desk"

    def test_of_a_double_tap_one_is_booked(self, ada: Entrant, visitor: Visitor) -> None:
        form = visitor.open("desk_entrant_money", ada.uid).form(
            reverse("desk_entrant_money", args=[ada.uid])
        ) | {"amount": "10", "do": "pay"}
        first, second = (visitor.post("desk_entrant_money", ada.uid, **form) for _ in range(2))
        assert (first.status, second.status) == (302, 422)
        assert "Something was booked for Ada" in second
        assert [line.amount for line in LedgerLine.objects.filter(entrant=ada, kind="payment")] == [10_00]
        # What is sent now says what is due now.
        again = second.form(reverse("desk_entrant_money", args=[ada.uid])) | {"do": "pay"}
        assert visitor.post("desk_entrant_money", ada.uid, **again).status == 302

    def test_too_much_says_the_most(self, ada: Entrant, visitor: Visitor) -> None:
        page = visitor.post("desk_entrant_money", ada.uid, do="pay", amount="51", means="card")
        assert page.status == 422
        assert "At most 50.00" in page
        assert page.form(reverse("desk_entrant_money", args=[ada.uid]))["amount"] == "51"

    def test_a_refused_first_payment_makes_no_box(self, ada: Entrant, visitor: Visitor) -> None:
        visitor.post("desk_entrant_money", ada.uid, do="pay", amount="51", means="cash")
        assert not CashBox.objects.exists()

    def test_a_line_is_taken_back(self, ada: Entrant, visitor: Visitor) -> None:
        visitor.send("desk_entrant_money", ada.uid, do="pay", amount="50", means="card")
        line = LedgerLine.objects.get(kind=LineKind.PAYMENT)
        assert "Line cancelled." in visitor.send("desk_take_back_line", ada.uid, line.uid)
        assert ledger.balance(ada).due == 50_00
        assert "cancelled already" in visitor.send("desk_take_back_line", ada.uid, line.uid)

    def test_a_director_lets_off_with_a_reason(self, event: Event, ada: Entrant, visitor: Visitor) -> None:
        [fee] = ledger.fees_of(event)
        assert visitor.post("desk_entrant_money", ada.uid, do="waive", fee=fee.uid, reason="").status == 422
        assert "Volunteer" in visitor.send(
            "desk_entrant_money", ada.uid, do="waive", fee=fee.uid, reason="Volunteer"
        )
        assert ledger.balance(ada).due == 0

    def test_a_side_pool_is_chosen_and_left(self, event: Event, ada: Entrant, visitor: Visitor) -> None:
        fee = money.set_fee(
            event, by=None, kind=FeeKind.SIDE_POOL, name="Pool", amount=20_00, is_optional=True
        )
        visitor.send("desk_entrant_money", ada.uid, do="choose", fee=fee.uid)
        assert ledger.balance(ada).due == 70_00
        visitor.send("desk_entrant_money", ada.uid, do="leave", fee=fee.uid)
        assert ledger.balance(ada).due == 50_00


@pytest.mark.django_db
class TestOverview:
    @pytest.mark.both_databases
    def test_a_box_says_what_should_lie_in_it_with_its_lines(self, event: Event, visitor: Visitor) -> None:
        [ada] = factories.entrants(event, 1)
        visitor.send("desk_money", event.tournament.uid, name="Bar")
        money.pay(ada, by=None, amount=30_00)
        assert "Should lie there: 30.00" in visitor.open("desk_money", event.tournament.uid)
        page = visitor.open("desk_cash_box", CashBox.objects.get().uid)
        assert ada.name in page
        assert "30.00" in page

    def test_a_currency_is_set_while_there_is_no_amount(self, event: Event, visitor: Visitor) -> None:
        page = visitor.post("desk_money", event.tournament.uid, currency="CHF")
        assert page.status == 422
        assert "There are amounts in EUR already" in page
        free = factories.tournament()
        Visitor(factories.owner(free)).send("desk_money", free.uid, currency="jpy")
        free.refresh_from_db()
        assert free.currency == "JPY"

    def test_it_speaks_french(self, event: Event, visitor: Visitor) -> None:
        factories.entrants(event, 1)
        address = reverse("desk_money", args=[event.tournament.uid])
        page = Page(visitor.client.get(address, headers={"Accept-Language": "fr"}))
        assert "Reste à payer" in page
        assert "50,00\u00a0EUR" in page.html


@pytest.mark.django_db
class TestPrizes:
    def test_they_are_set_won_and_paid_out(self) -> None:
        stage = factories.drawn_stage(4)
        event = stage.event
        visitor = Visitor(factories.owner(event.tournament))
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        form = visitor.open("desk_prizes", event.uid).form(reverse("desk_prizes", args=[event.uid]))
        assert (form["structure"], form["percent"], form["unit"]) == ("winner", "100", "1.00")
        page = visitor.send("desk_prizes", event.uid, structure="main_2", percent="90", added="20", unit="1")
        assert "Played for: 200.00" in page
        assert "Pay out" not in page
        for _ in range(2):
            factories.play_open_matches(stage)
        progress.advance(event)
        page = visitor.open("desk_prizes", event.uid)
        assert "Pay out" in page
        assert "Signature" in page
        winner = event.entrants.get(pk=_winner(event))
        page = visitor.post("desk_pay_prize", event.uid, winner.uid)
        assert page.status == 409
        assert "There: 0.00" in page
        for entrant in event.entrants.all():
            reception.pay(entrant, by=None, amount=50_00)
        page = visitor.open("desk_prizes", event.uid)
        assert "In the boxes 200.00" in page
        assert "has not come in yet" not in page
        assert "paid out" in visitor.send("desk_pay_prize", event.uid, winner.uid)
        assert ledger.statement(event).prizes_paid == 133_00
        assert "Nothing is due" in visitor.send("desk_pay_prize", event.uid, winner.uid)

    def test_what_is_promised_stands_beside_what_has_come_in(self, event: Event, visitor: Visitor) -> None:
        factories.entrants(event, 3)
        visitor.send("desk_prizes", event.uid, structure="winner", percent="100", unit="1")
        assert "150.00 EUR of what is promised has not come in yet." in visitor.open("desk_prizes", event.uid)

    def test_more_than_a_prize_needs_a_reason_and_an_empty_box_a_yes(
        self, event: Event, visitor: Visitor
    ) -> None:
        [entrant] = factories.entrants(event, 1)
        money.add_box(event.tournament, by=None, name="Desk")
        box = CashBox.objects.get().uid
        fields = {"do": "prize", "amount": "20.00", "means": "cash", "box": box, "pool": "", "note": ""}
        page = visitor.post("desk_entrant_money", entrant.uid, **fields)
        assert page.status == 422
        assert "At most 0.00" in page
        page = visitor.post("desk_entrant_money", entrant.uid, **fields | {"note": "best dressed"})
        assert page.status == 409
        form = page.form(reverse("desk_entrant_money", args=[entrant.uid]))
        assert form["note"] == "best dressed", "nothing typed is lost"
        visitor.send("desk_entrant_money", entrant.uid, **form)
        assert ledger.statement(event).prizes_paid == 20_00

    def test_side_pools_stand_with_their_own_money(self, event: Event, visitor: Visitor) -> None:
        pool = money.set_fee(event, by=None, kind="side_pool", name="Pool 20", amount=20_00, is_optional=True)
        [entrant] = factories.entrants(event, 1)
        money.choose_fee(entrant, pool, by=None, is_chosen=True)
        assert "Pool 20 1 20.00" in visitor.open("desk_prizes", event.uid)

    def test_no_prizes_is_a_choice_too(self, event: Event, visitor: Visitor) -> None:
        visitor.send("desk_prizes", event.uid, structure="winner", percent="100", unit="1")
        visitor.send("desk_prizes", event.uid, structure="", percent="100", unit="1")
        event.refresh_from_db()
        assert event.payout is None

    def test_a_per_cent_beyond_all_is_said_at_its_field(self, event: Event, visitor: Visitor) -> None:
        page = visitor.post("desk_prizes", event.uid, structure="winner", percent="101", unit="1")
        assert page.status == 422
        assert "less than or equal to 100" in page


def _winner(event: Event) -> int:
    first = event.stages.get().standings["places"][0]["entrant"]
    return Entrant.objects.get(uid=first).pk


def _counts(event: Event, visitor: Visitor) -> dict[str, int]:
    entrant = event.entrants.first()
    assert entrant is not None
    box = CashBox.objects.get(tournament=event.tournament)
    pages = {
        "desk_money": event.tournament.uid,
        "desk_fees": event.uid,
        "desk_prizes": event.uid,
        "desk_entrant_money": entrant.uid,
        "desk_cash_box": box.uid,
        "here": entrant.uid,
    }
    counts = {}
    for name, uid in pages.items():
        with CaptureQueriesContext(connection) as queries:
            assert visitor.open(name, uid).status == 200
        counts[name] = len(queries)
    return counts


@pytest.mark.django_db
def test_prizes_stand_in_words_as_a_language_writes_lists() -> None:
    event = factories.drawn_stage(4).event
    own = {"is_amount": True, "flights": [[12000, 6000], [2000]]}
    money.set_payout(event, by=None, payout={"structure": "own", "own": own})
    page = Visitor(factories.owner(event.tournament)).open("desk_prizes", event.uid)
    assert "120.00 – 60.00; 20.00\N{NO-BREAK SPACE}EUR" in page.html
    with translation.override("fr"):
        assert "\N{NO-BREAK SPACE}; consolante" in structure_words(STRUCTURES["main_2_consolation_1"])


@pytest.mark.django_db
def test_no_page_of_the_cash_desk_asks_more_for_many() -> None:
    counts = []
    for n in (4, 16):
        stage = factories.drawn_stage(n)
        money.set_fee(stage.event, by=None, kind=FeeKind.ENTRY, amount=50_00)
        money.set_payout(stage.event, by=None, payout={"structure": "main_4"})
        money.add_box(stage.event.tournament, by=None, name="Desk")
        for entrant in stage.event.entrants.all()[: n - 1]:
            money.pay(entrant, by=None, amount=30_00)
        if n > 4:
            factories.event(stage.event.tournament, name="Side")
        counts.append(_counts(stage.event, Visitor(factories.owner(stage.event.tournament))))
    assert counts[0] == counts[1]
    assert max(counts[1].values()) <= _PAGE
