"""The pages on which a desk makes a code for a walk-in, and on which a person claims with it."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from pytest_django import Settings

from matches.models import Player
from tests import factories
from tests.web.browsing import Page, Visitor
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.actions.people import claims
from tournaments.models import Claim, Entrant, OfficeKind

pytestmark = pytest.mark.django_db

_PASSWORD = "a long enough password"


@pytest.fixture
def entrant() -> Entrant:
    """Walter, typed by the desk."""
    cache.clear()
    return factories.entrant(factories.event(), "Walter Walkin")


@pytest.fixture
def walter(entrant: Entrant) -> Player:
    """The player of the entrant."""
    return entrant.side.players.get()


def code_on(page: Page) -> str:
    """The code that a page shows."""
    [code] = set(re.findall(r"\b[2-9a-z]{5}-[2-9a-z]{5}\b", page.words.partition("Valid until")[0]))
    return str(code)


def code_of(entrant: Entrant, walter: Player, **fields: str) -> str:
    """The code that the desk makes on the page of the entrant."""
    desk = Visitor(factories.clerk(entrant.event.tournament))
    return code_on(desk.post("desk_make_claim", entrant.uid, walter.uid, **fields))


def test_a_desk_prints_a_code_and_an_account_claims_with_it(entrant: Entrant, walter: Player) -> None:
    desk = Visitor(factories.clerk(entrant.event.tournament))
    assert "Make a code for Walter Walkin" in desk.open("desk_entrant", entrant.uid)
    page = desk.post("desk_make_claim", entrant.uid, walter.uid)
    assert "<svg" in page.html
    assert "works once" in page
    code = code_on(page)
    assert code not in desk.open("desk_entrant", entrant.uid)
    visitor = Visitor(factories.player("Walter Wright", email="walter@example.org"))
    assert visitor.send("enter_code", code="zzzzz-zzzzz").status == 422
    page = visitor.send("enter_code", code=code.upper())
    assert "Are you Walter Walkin?" in page
    assert "You are signed in as Walter Wright" in page
    # With no referrer at all a browser sends a form without its origin.
    assert page.response["Referrer-Policy"] == "same-origin"
    page = visitor.send("claim", code)
    assert "Walter Walkin is you now." in page
    assert "is you now: matches" in visitor.open("notices")
    over = visitor.open("claim", code)
    assert over.status == 404
    assert "Ask the desk for a new one." in over
    director = Visitor(factories.owner(entrant.event.tournament))
    assert "Claimed by the account Walter Wright" in director.open("desk_entrant", entrant.uid)
    assert "Undo the claim" not in desk.open("desk_entrant", entrant.uid)
    assert desk.send("desk_end_claim", entrant.uid, Claim.objects.get().uid).status == 403
    page = director.send("desk_end_claim", entrant.uid, Claim.objects.get().uid)
    assert "Everything is as it was before the claim." in page


def test_a_code_tells_of_no_draft_of_other_desks(entrant: Entrant, walter: Player) -> None:
    code = code_of(entrant, walter)
    draft = factories.tournament(name="Secret Cup", visibility="draft")
    registration.enter(factories.event(draft), by=None, players=[walter])
    page = Visitor().open("claim", code)
    assert entrant.event.tournament.name in page
    assert "Secret Cup" not in page


def test_the_office_reads_no_draft_in_which_a_player_was_claimed(entrant: Entrant, walter: Player) -> None:
    tournament, federation = entrant.event.tournament, factories.federation()
    account = factories.player("Walter Wright", email="walter@example.org")
    factories.member(federation, account)
    claims.claim_player(claims.find(code_of(entrant, walter)), by=account)
    registrar = Visitor(factories.officer(federation))
    assert tournament.name in registrar.open("office_duplicates", federation.uid)
    lifecycle.change_tournament(tournament, by=factories.owner(tournament), visibility="draft")
    page = registrar.open("office_duplicates", federation.uid)
    assert "Walter Walkin" in page
    assert tournament.name not in page


def test_a_stranger_chooses_a_password_and_is_signed_in(entrant: Entrant, walter: Player) -> None:
    code, visitor = code_of(entrant, walter), Visitor()
    page = visitor.open("claim", code)
    assert "Choose a password" in page
    assert "12345" not in visitor.post("claim", code, email="w@example.org", password="12345").html
    factories.player("Other", email="taken@example.org")
    error_page = visitor.post("claim", code, email="taken@example.org", password=_PASSWORD, agrees="on")
    assert error_page.status == 422
    page = visitor.send("claim", code, email="w@example.org", password=_PASSWORD, agrees="on")
    assert "Welcome, Walter Walkin. These are your matches." in page
    assert Visitor().post("account_login", login="w@example.org", password=_PASSWORD).status == 302
    french = Visitor().at("/claim/", **{"Accept-Language": "fr"})
    assert "Reprendre vos résultats" in french


def test_where_mail_confirms_addresses_an_account_comes_first(
    entrant: Entrant, walter: Player, settings: Settings
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    code, visitor = code_of(entrant, walter), Visitor()
    page = visitor.open("claim", code)
    assert "come back to this page" in page
    assert any(f"next=/claim/{code}/" in link for link in page.links)
    assert (
        "make an account"
        in visitor.post("claim", code, email="w@example.org", password=_PASSWORD, agrees="on").words.lower()
    )
    walter.refresh_from_db()
    assert walter.email is None


def test_a_mail_goes_to_the_player_and_a_minor_needs_the_guardian(entrant: Entrant, walter: Player) -> None:
    desk = Visitor(factories.clerk(entrant.event.tournament))
    Player.objects.filter(pk=walter.pk).update(contact_email="walter@example.org", birth_year=2199)
    assert "the guardian agrees" in desk.open("desk_entrant", entrant.uid)
    assert "is a minor" in desk.send("desk_make_claim", entrant.uid, walter.uid)
    page = desk.send("desk_make_claim", entrant.uid, walter.uid, do="mail", guardian="on")
    assert "A code is on its way to Walter Walkin." in page
    claim = Claim.objects.get()
    assert "Revoke" in page
    assert "The code is revoked." in desk.send("desk_end_claim", entrant.uid, claim.uid)


@pytest.mark.usefixtures("same_minute")
def test_guesses_come_to_an_end(entrant: Entrant, walter: Player) -> None:
    code, visitor = code_of(entrant, walter), Visitor()
    statuses = [visitor.post("enter_code", code=f"22222-{number:05}").status for number in range(13)]
    assert statuses == [422] * 12 + [429]
    assert visitor.open("claim", code).status == 429
    assert visitor.at(f"/api/v1/codes/{code}/").status == 429
    cache.clear()


def test_a_registrar_undoes_a_claim_on_the_page_of_duplicates(entrant: Entrant, walter: Player) -> None:
    federation = factories.federation()
    factories.sanction(entrant.event, federation)
    Visitor(factories.player("Walter Wright", email="w@example.org")).send("claim", code_of(entrant, walter))
    office = Visitor(factories.officer(federation, OfficeKind.REGISTRAR))
    assert "Walter Walkin → Walter Wright" in office.open("office_duplicates", federation.uid)
    page = office.send("office_duplicates", federation.uid, claim=Claim.objects.get().uid)
    assert "Everything is as it was before the claim." in page
    walter.refresh_from_db()
    assert walter.merged_into is None
