"""Players agree on a split of their prizes by their phones and by the API; a director asks them, or decides alone."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories
from tests.api.client import Caller
from tests.remembered import remembered
from tests.tournaments.test_prize_money import event, winners
from tests.web.browsing import Visitor
from tournaments.actions.money import prize_offers
from tournaments.actions.people import claims
from tournaments.models import Entrant, Event, Notice

pytestmark = pytest.mark.django_db

__all__ = ["event"]


@pytest.fixture
@remembered
def two(event: Event) -> list[Entrant]:
    return winners(event)


def test_two_winners_propose_and_agree_on_their_phones(event: Event, two: list[Entrant]) -> None:
    first, second = two
    one, other = (Visitor(entrant.side.players.get()) for entrant in two)
    page = one.open("event", event.uid)
    assert reverse("split", args=[first.uid]) in page.links
    page = one.open("split", first.uid)
    assert "Propose a split" in page
    amounts = {f"split-amount_{first.uid}": "300", f"split-amount_{second.uid}": "90"}
    page = one.send("split", first.uid, **amounts)
    assert page.status == 422
    assert "Together they have won 400.00" in page
    amounts = {f"split-amount_{first.uid}": "200", f"split-amount_{second.uid}": "200"}
    page = one.send("split", first.uid, **amounts)
    assert "Proposed. The others are asked" in page
    assert 'value="agree"' not in page.html, "who proposes has agreed"
    desk = Visitor(factories.owner(event.tournament))
    assert f"Still to agree: {second.name}" in desk.open("desk_prizes", event.uid)
    assert "as agreed" not in desk.open("desk_prizes", event.uid)
    # A director sees the page, and agrees for nobody.
    assert 'value="agree"' not in desk.open("split", second.uid).html
    assert Visitor(factories.player()).open("split", second.uid).status in (403, 404)
    address = reverse("split", args=[second.uid])
    with CaptureQueriesContext(connection) as queries:
        page = other.open("split", second.uid)
    assert len(queries) <= 24
    fields = next(fields for at, fields in page.forms if at == address and f"gets-{first.uid}" in fields)
    page = other.send("split", second.uid, **(fields | {"do": "agree"}))
    assert "You have agreed" in page
    assert "All have agreed" in page
    assert "as agreed" in desk.open("desk_prizes", event.uid)
    notice = Notice.objects.filter(code="split_agreed", recipient=first.side.players.get())
    assert notice.exists()


def test_a_director_asks_them_and_either_says_no(event: Event, two: list[Entrant]) -> None:
    first, second = two
    desk = Visitor(factories.owner(event.tournament))
    amounts = {f"amount_{first.uid}": "250", f"amount_{second.uid}": "150"}
    page = desk.send("desk_prizes", event.uid, do="offer_split", **amounts)
    assert "it counts once all agree" in page
    assert f"Still to agree: {first.name}, {second.name}" in page or f"{second.name}, {first.name}" in page
    page = Visitor(second.side.players.get()).send(
        "split", second.uid, do="withdraw", **{f"gets-{first.uid}": "25000", f"gets-{second.uid}": "15000"}
    )
    assert "The proposal is withdrawn" in page
    desk.send("desk_prizes", event.uid, do="offer_split", **amounts)
    page = desk.send("desk_prizes", event.uid, do="withdraw_offer", entrant=[first.uid, second.uid])
    assert "Still to agree" not in page
    page = desk.send("desk_prizes", event.uid, do="split", are_agreed="on", **amounts)
    assert "The split is entered" in page
    reader = Visitor(second.side.players.get())
    french = reader.at(reverse("split", args=[second.uid]), **{"Accept-Language": "fr"})
    assert "Tous sont d’accord" in french


def test_the_api_does_what_the_page_does(event: Event, two: list[Entrant]) -> None:
    first, second = two
    one, other = (Caller(entrant.side.players.get()) for entrant in two)
    amounts = {first.uid: 200_00, second.uid: 200_00}
    account = one.get(f"entrants/{first.uid}/prize-split/").body
    assert (account["together"], account["is_final_open"], account["offers"]) == (400_00, False, [])
    assert account["partners"] == {first.uid: first.name, second.uid: second.name}
    body = one.post(f"entrants/{first.uid}/prize-split/offer/", {"amounts": amounts}).body
    assert [(offer["agreed"], offer["is_agreed"]) for offer in body["offers"]] == [([first.uid], False)]
    agree = f"entrants/{second.uid}/prize-split/agree/"
    assert other.post(agree, {"amounts": amounts | {first.uid: 1}}).code == "no_such_offer"
    assert Caller(factories.owner(event.tournament)).post(agree, {"amounts": amounts}).code == "forbidden"
    withdraw = f"entrants/{second.uid}/prize-split/withdraw/"
    assert other.post(withdraw, {"entrants": [*amounts]}).body["offers"] == []
    assert other.post(withdraw, {"entrants": [*amounts]}).code == "no_such_offer"
    one.post(f"entrants/{first.uid}/prize-split/offer/", {"amounts": amounts})
    body = other.post(agree, {"amounts": amounts}).body
    assert [offer["is_agreed"] for offer in body["offers"]] == [True]


def test_amounts_that_nobody_proposed_agree_to_nothing(event: Event, two: list[Entrant]) -> None:
    address = reverse("split", args=[two[0].uid])
    one = Visitor(two[0].side.players.get())
    for amount in ("9" * 5_000, "9" * 15, "-1", "", "²", "1.5"):
        answer = one.post("split", two[0].uid, do="agree", **{f"gets-{two[0].uid}": amount})
        assert answer.status in {302, 409, 422}, amount
        assert one.at(address).status == 200
    event.refresh_from_db()
    assert not (event.payout or {}).get("splits")


def test_who_claimed_the_entrant_agrees_as_its_player(event: Event, two: list[Entrant]) -> None:
    first, second = two
    typed, account = second.side.players.get(), factories.player("Claire", email="claire@example.org")
    prize_offers.offer_split(
        event, by=first.side.players.get(), amounts={first.uid: 20_000, second.uid: 20_000}
    )
    claim, _code = claims.make_code(event.tournament, typed, by=None)
    claims.claim_player(claim, by=account)
    page = Visitor(account).open("split", second.uid)
    assert 'value="agree"' in page.html
