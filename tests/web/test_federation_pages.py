"""The page of a federation: what everybody may see of it, and nothing of its members."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.whole_federation import larger_federation
from tournaments.actions.events import lifecycle
from tournaments.actions.federations import clubs, sanctions
from tournaments.models import Sanction

pytestmark = pytest.mark.django_db


def _page(client: Client, address: str, language: str = "en") -> str:
    return client.get(address, headers={"Accept-Language": language}).content.decode()


def test_it_names_officers_clubs_and_sanctioned_events_and_no_member(client: Client) -> None:
    federation = larger_federation()
    page = _page(client, f"/f/{federation.uid}/")
    assert "Backgammon Nantes" in page
    # A club that became part of another one is not listed for itself.
    assert ">Sud<" not in page
    assert "president" in page
    assert "auditor" not in page
    assert page.count("/e/") == 1
    for member in federation.members.select_related("player"):
        assert member.number not in page
        assert member.player.name not in page
    assert "Épreuves homologuées" in _page(client, f"/f/{federation.uid}/", "fr")


def test_an_event_names_who_sanctioned_it_and_nobody_who_has_not(client: Client) -> None:
    federation = larger_federation()
    for sanction in Sanction.objects.select_related("event"):
        page = _page(client, f"/e/{sanction.event.uid}/")
        assert ("Sanctioned by" in page) is (sanction.state == "granted")
        assert (f"/f/{federation.uid}/" in page) is (sanction.state == "granted")


def test_an_event_of_a_draft_is_not_listed(client: Client) -> None:
    federation = factories.federation()
    event = factories.event(factories.tournament(visibility="draft"), name="Secret")
    sanctions.grant_sanction(sanctions.request_sanction(event, federation, by=None), by=None)
    assert "Secret" not in _page(client, f"/f/{federation.uid}/")
    lifecycle.change_tournament(event.tournament, by=None, visibility="public")
    assert "Secret" in _page(client, f"/f/{federation.uid}/")


def test_clubs_are_in_the_order_of_their_letters_whatever_marks_and_case_they_have(client: Client) -> None:
    federation = factories.federation()
    in_order = ["Azur", "Echecs Plus", "Écume", "écureuils", "Flèche", "Ørsted", "Zug"]
    for name in sorted(in_order):
        clubs.add_club(federation, by=None, name=name)
    page = _page(client, f"/f/{federation.uid}/")
    places = [page.index(f">{name}<") for name in in_order]
    assert places == sorted(places)


def test_there_is_no_page_for_an_unknown_federation(client: Client) -> None:
    assert client.get("/f/nowhere/").status_code == 404
