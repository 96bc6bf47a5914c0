"""Hostile requests: endless bodies, NUL, numbers of thousands of digits, and broken characters."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Player
from tests import factories
from tests.api.client import Caller
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

_MANY_DIGITS = "9" * 5000


@pytest.fixture
def game() -> factories.OpenMatch:
    """The first match of a public tournament."""
    return factories.open_match(7, n=4)


def _client(player: Player | None = None) -> Client:
    """A browser that is shown the error page, as it would be from a server."""
    client = Client(raise_request_exception=False)
    if player is not None:
        client.force_login(player)
    return client


class TestABodyWithoutEnd:
    """Nothing of it is read, so nothing of it is written to the disk."""

    @pytest.mark.parametrize("address", ["/accounts/login/", "/no/such/page/", "/desk/"])
    def test_is_refused_before_it_is_read(self, address: str) -> None:
        body = _Endless()
        answer = _send(address, body, length=2 * 1024**3)
        assert (answer.status_code, body.was_read) == (413, False)
        assert "2048 KiB" in answer.content.decode()

    def test_is_refused_by_the_api_as_a_problem(self, game: factories.OpenMatch) -> None:
        body = _Endless()
        answer = _send(f"/api/v1/matches/{game.match.uid}/records/", body, length=2 * 1024**3)
        assert (answer.status_code, body.was_read) == (413, False)
        assert answer["Content-Type"] == "application/problem+json"
        assert answer.json()["code"] == "body_too_large"

    def test_of_a_record_that_is_a_little_too_large_reaches_the_director(
        self, game: factories.OpenMatch
    ) -> None:
        answer = Caller(game.one).upload(f"matches/{game.match.uid}/records/", b"x" * (1024 * 1024 + 1))
        assert (answer.status, answer.code) == (413, "record_too_large")
        assert game.match.records.count() == 1


class TestNul:
    """PostgreSQL stores no NUL, so a text with one is refused and never looked up."""

    def test_in_an_address_there_is_nothing(self) -> None:
        for address in ("/t/%00a/", "/m/%00a/report/", "/desk/e/%00a/", "/me/%00/"):
            assert _client().get(address).status_code == 404, address
            assert _client().post(address).status_code == 404, address

    def test_in_a_query_is_refused(self, game: factories.OpenMatch) -> None:
        address = reverse("desk_search", args=[game.stage.event.uid])
        assert _client(game.director).get(address, {"q": "a\0b"}).status_code == 400

    @pytest.mark.parametrize(
        ("name", "fields"),
        [
            ("desk_entrants", {"q": "a\0b", "for_q": "a\0b", "do": "walk_in"}),
            ("desk_entrants", {"q": "ann", "for_q": "ann", "do": "enter:\0"}),
        ],
    )
    def test_in_a_form_is_refused(self, game: factories.OpenMatch, name: str, fields: dict[str, str]) -> None:
        address = reverse(name, args=[game.stage.event.uid])
        assert _client(game.director).post(address, fields).status_code == 400

    def test_in_a_form_is_no_way_round_its_token(self, game: factories.OpenMatch) -> None:
        client = Client(enforce_csrf_checks=True)
        client.force_login(game.one)
        address = reverse("report", args=[game.match.uid])
        assert client.post(address, {"reason": "\0"}).status_code == 403


class TestNumbersOfThousandsOfDigits:
    """Python refuses to parse them, and the pages answer with a page of their own."""

    @pytest.mark.parametrize(
        "fields",
        [
            {"lines": _MANY_DIGITS, "do": "check"},
            {"lines": "1", "do": f"remove-{_MANY_DIGITS}"},
            {"lines": "1", "do": "check", "open": _MANY_DIGITS},
        ],
    )
    def test_on_a_scoresheet(self, game: factories.OpenMatch, fields: dict[str, str]) -> None:
        address = reverse("scoresheet", args=[game.match.uid])
        assert _client(game.one).post(address, fields).status_code == 200

    def test_in_the_quick_line(self, game: factories.OpenMatch) -> None:
        address = reverse("desk_board", args=[game.stage.event.tournament.uid])
        director = _client(game.director)
        assert director.get(address, {"q": f"ann {_MANY_DIGITS}"}).status_code == 200
        fields = {"q": "ann", "for_q": "ann", "do": f"{game.match.uid}:one:{_MANY_DIGITS}"}
        assert director.post(address, fields).status_code == 404

    def test_as_a_length(self, game: factories.OpenMatch) -> None:
        address = reverse("desk_lengths")
        assert _client(game.director).get(address, {"lengths": _MANY_DIGITS}).status_code == 200

    def test_as_a_round_of_the_bracket(self, game: factories.OpenMatch) -> None:
        address = reverse("bracket", args=[game.stage.uid])
        assert _client().get(address, {"round": _MANY_DIGITS}).status_code == 200

    def test_as_a_seed(self, game: factories.OpenMatch) -> None:
        stage = factories.stage(factories.event(game.stage.event.tournament))
        (entrant, *_others) = factories.entrants(stage.event, 2)
        fields = {"do": "draw", "who": "all", f"seed-{entrant.uid}": _MANY_DIGITS}
        answer = _client(game.director).post(reverse("desk_draw", args=[stage.uid]), fields)
        assert answer.status_code == 400
        assert not stage.draws.exists()


@pytest.mark.parametrize("body", ['{"\\ud800": 1}', '{"winner": "\\udfff"}', '{"score": ["\\ud800", 1]}'])
def test_half_a_character_in_json_is_a_wrong_field(game: factories.OpenMatch, body: str) -> None:
    caller = Caller(game.one)
    address = f"/api/v1/matches/{game.match.uid}/reports/"
    answer = caller.client.post(address, data=body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


class _Endless(io.BytesIO):
    """A body that notes whether anybody has begun to read it."""

    was_read = False

    def read(self, size: int | None = -1) -> bytes:
        """Some more of it."""
        self.was_read = True
        return b"x" * max(size or 1, 1)


def _send(address: str, body: _Endless, *, length: int) -> Any:
    """What a form with a file of this length is answered, from a browser whose token is right."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.get("/accounts/login/")
    about: dict[str, Any] = {"CONTENT_LENGTH": str(length), "wsgi.input": body}
    return client.generic("POST", address, content_type="multipart/form-data; boundary=x", **about)


class TestTheEndsOfTheCalendar:
    """A day that another time zone does not have would break every page that shows it."""

    @pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
    def test_no_tournament_is_held_there(self, day: str) -> None:
        answer = Caller(factories.director()).post("tournaments/", {"name": "Never", "starts_on": day})
        assert (answer.status, answer.code) == (400, "invalid")
        assert {fault["field"] for fault in answer.body["errors"]} == {"starts_on", "ends_on"}

    @pytest.mark.parametrize("start", ["0001-01-01T00:00", "9999-12-31T23:59"])
    @pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
    def test_no_event_begins_there(self, start: str, zone: str) -> None:
        tournament = factories.tournament()
        Tournament.objects.filter(pk=tournament.pk).update(zone=zone)
        fields = {"name": "Never", "starts_at": start, "grace_minutes": "10", "registration": "open"}
        fields |= {"format": "single_elimination", "lengths": "7"}
        director = _client(factories.owner(tournament))
        answer = director.post(reverse("desk_new_event", args=[tournament.uid]), fields)
        assert (answer.status_code, tournament.events.count()) == (422, 0)
        start = f"{start}:00+00:00"
        api_answer = Caller(factories.owner(tournament)).post(
            f"tournaments/{tournament.uid}/events/", {"name": "Never", "starts_at": start}
        )
        assert (api_answer.status, tournament.events.count()) == (400, 0)


@pytest.mark.parametrize("address", ["/", "/api/v1/tournaments/", "/accounts/login/"])
def test_a_request_is_not_told_back_to_whoever_traces_it(address: str) -> None:
    answer = Client(headers={"X-Secret": "videau"}).trace(address)
    assert answer.status_code == 405
    assert b"videau" not in answer.content
