"""Who asks: tokens, sessions, private links - and what each sees of themselves."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tests import factories
from tests.api.client import Caller
from tests.api.world import Who, make
from tournaments.access import LINK_IN_SESSION
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.actions.people import links
from tournaments.models import AccessLink, LogEntry

pytestmark = pytest.mark.django_db


def test_the_command_makes_a_token_by_e_mail_whatever_its_case() -> None:
    factories.player("Ada", email="ada@example.org")
    out = StringIO()
    call_command("drf_create_token", "ADA@example.org", stdout=out)
    token = out.getvalue().split()[2]
    caller = Caller()
    caller.client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    assert caller.get("me/").body["player"]["name"] == "Ada"


def test_the_command_names_an_e_mail_that_nobody_has() -> None:
    with pytest.raises(CommandError, match="nobody@example"):
        call_command("drf_create_token", "nobody@example.org")


def test_me_is_who_asks_with_their_offices() -> None:
    tournament = factories.tournament()
    body = Caller(factories.owner(tournament)).get("me/").body
    assert (body["is_via_link"], body["offices"]) == (
        False,
        [{"tournament": tournament.uid, "kind": "owner"}],
    )


def test_a_link_stands_for_its_player_in_its_tournament_and_the_log_says_so() -> None:
    place = make()
    holder = place.callers[Who.LINK]
    assert holder.get("me/").body["is_via_link"]
    answer = holder.post(f"matches/{place.ids['matches']}/reports/", {"score": [7, 2]})
    assert answer.status == 201
    assert LogEntry.objects.filter(code="reported").latest("seq").actor == "link"


@pytest.mark.both_databases
def test_a_link_shows_only_the_matches_and_notices_of_its_tournament() -> None:
    game = factories.open_match()
    elsewhere = factories.event()
    registration.enter(elsewhere, by=None, players=[game.one])
    link, _token = links.make_player_link(elsewhere.tournament, game.one, by=None)
    holder = Caller()
    session = holder.client.session
    session[LINK_IN_SESSION] = link.uid
    session.save()
    assert holder.get("me/matches/").body["results"] == []
    assert {row["tournament"] for row in holder.get("me/notices/").body["results"]} <= {
        elsewhere.tournament.uid
    }


def test_a_link_that_was_revoked_stands_for_nobody() -> None:
    place = make()
    links.revoke(AccessLink.objects.get(tournament=place.tournament), by=None)
    answer = place.callers[Who.LINK].get("me/")
    assert (answer.status, answer.code) == (401, "not_signed_in")


def test_the_session_of_a_link_needs_the_csrf_token_to_write() -> None:
    place = make()
    client = Client(enforce_csrf_checks=True)
    client.cookies = place.callers[Who.LINK].client.cookies
    path = f"/api/v1/matches/{place.ids['matches']}/start/"
    response = client.post(path, "{}", content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (403, "csrf_failed")


def test_a_session_with_its_csrf_token_may_write() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(factories.director(), backend="django.contrib.auth.backends.ModelBackend")
    client.cookies["csrftoken"] = "x" * 32
    response = client.post(
        "/api/v1/tournaments/",
        {"name": "Coupe", "starts_on": "2026-03-07"},
        content_type="application/json",
        headers={"X-CSRFToken": "x" * 32},
    )
    assert response.status_code == 201


def test_a_player_sees_no_match_of_a_draft_among_their_own() -> None:
    game = factories.open_match()
    assert len(Caller(game.one).get("me/matches/").body["results"]) == 1
    lifecycle.change_tournament(game.stage.event.tournament, by=None, visibility="draft")
    assert Caller(game.one).get("me/matches/").body["results"] == []


@pytest.mark.both_databases
def test_notices_come_in_the_language_of_the_request_with_their_codes() -> None:
    game = factories.open_match()
    english, french = (
        Caller(game.one, language=language).get("me/notices/").body["results"] for language in ("en", "fr")
    )
    assert [row["code"] for row in english] == [row["code"] for row in french]
    assert "next_opponent" in [row["code"] for row in english]
    assert all(row["text"] and row["subject"] and row["url"].startswith("/") for row in english)
