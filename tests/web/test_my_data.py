"""One's own data: the file with all of it, the erasure, and the page that says what is stored."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse
from pytest_django import Settings

from matches.models import Player
from tests import factories
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.people import browsers
from tournaments.models import EntrantPlayer, Tournament

pytestmark = pytest.mark.django_db


def _player_with_a_result() -> Player:
    game = factories.open_match(7)
    player = game.one
    player.email, player.contact_email = "paula@example.org", "family@example.org"
    player.set_password("a long enough password")
    player.save()
    results.report(game.match, by=player, score=(7, 2))
    browsers.note(player, cookie=browsers.new_cookie(), agent="Firefox Linux")
    Tournament.objects.update(ends_on="2026-03-08")
    return player


def test_the_file_has_everything_of_the_person_and_nothing_secret() -> None:
    player = _player_with_a_result()
    response = Visitor(player).client.get(reverse("my_data_file"))
    assert response["Content-Disposition"] == 'attachment; filename="my-data.json"'
    assert "no-store" in response["Cache-Control"]
    content = json.loads(response.content)
    assert content["person"][0]["email"] == "paula@example.org"
    assert content["person"][0]["contact_email"] == "family@example.org"
    entry = EntrantPlayer.objects.get(player=player)
    assert content["entries"][0]["event_name"] == entry.event.name
    assert [(row["score_one"], row["score_two"]) for row in content["reports"]] == [(7, 2)]
    assert content["browsers"][0]["name"] == "Firefox, Linux"
    assert content["acts"]
    assert "argon2" not in response.content.decode()
    assert "hash" not in response.content.decode()
    assert Visitor().client.get(reverse("my_data_file")).status_code == 302


def test_who_types_the_own_name_is_erased_and_signed_out() -> None:
    player = _player_with_a_result()
    visitor, name = Visitor(player), player.name
    page = visitor.post("my_data", name="Somebody Else")
    assert page.status == 422
    assert f"This is not your name as it stands here: {name}" in page
    page = visitor.send("my_data", name=f" {name.lower()} ")
    assert "You are erased." in page
    assert visitor.client.get(reverse("my_data")).status_code == 302
    player.refresh_from_db()
    assert (player.email, player.is_active) == (None, False)
    assert player.name.startswith("N. N. ")
    event = EntrantPlayer.objects.get(player=player).event
    everybody = Visitor().open("entrants", event.uid)
    assert player.name in everybody
    assert name not in everybody


def test_an_owner_reads_what_comes_first() -> None:
    tournament = factories.tournament()
    owner = factories.owner(tournament)
    page = Visitor(owner).post("my_data", name=owner.name)
    assert page.status == 422
    assert "You hold an office in Coupe de Nantes. Hand it over first" in page


def test_everybody_reads_what_is_stored_and_who_runs_the_service(settings: Settings) -> None:
    factories.tournament()
    settings.OPERATOR_CONTACT = "Club of Nantes, privacy@example.org"
    visitor = Visitor()
    page = visitor.open("privacy")
    assert "Club of Nantes, privacy@example.org" in page
    assert "erase yourself" in page
    assert not page.response.cookies
    assert reverse("privacy") in visitor.open("home").links
    assert reverse("privacy") in visitor.open("account_signup").links
