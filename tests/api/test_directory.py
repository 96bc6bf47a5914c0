"""Players, clubs and federations over all tournaments: pages, filters, and whole lists that are streamed."""

from __future__ import annotations

import csv
import io
import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.models import Player
from tests import factories
from tests.api.client import ROOT, Caller
from tournaments.actions.federations import clubs, members
from tournaments.api import streaming
from tournaments.models import Federation

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases(long=True)]


def _person(name: str, *, birth_year: int | None = None) -> Player:
    """A person with an account."""
    person = factories.player(name, email=f"{name.split()[0].lower()}@example.org")
    Player.objects.filter(pk=person.pk).update(country="FR", birth_year=birth_year)
    return person


def _names(query: str = "") -> list[str]:
    return [row["name"] for row in Caller().get(f"players/{query}").body["results"]]


def _whole(address: str, **headers: str) -> tuple[str, str]:
    response = Client(headers=headers).get(f"{ROOT}{address}")
    assert response.streaming
    content = response.getvalue().decode()
    return response.headers["Content-Type"], content


@pytest.fixture
def federation() -> Federation:
    """A federation with a club and three members of whom one is public by initials."""
    federation = factories.federation()
    Player.objects.update(has_profile=False)
    for name in ("Ada Almeida", "Béla Brandt"):
        members.give_number(federation, _person(name), by=None, number=f"F-{name[0]}")
    secret = _person("Jane Doe")
    members.give_number(federation, secret, by=None, number="F-J")
    Player.objects.filter(pk=secret.pk).update(public_as="initials", public_name="J. D.")
    clubs.add_club(federation, by=None, name="Nantes")
    return federation


class TestPlayers:
    def test_they_are_persons_with_a_public_profile(self, federation: Federation) -> None:
        factories.player("Walter Walk-in")
        _person("Mia Minor", birth_year=2020)
        assert _names() == ["Ada Almeida", "Béla Brandt", "J. D."]

    def test_a_hidden_name_is_found_by_nothing_that_tells_it(self, federation: Federation) -> None:
        rows = Caller().get("players/").body["results"]
        assert rows[0]["numbers"] == [{"federation": "FFBG", "number": "F-A"}]
        assert rows[2]["numbers"] == []
        assert _names("?name=doe") == _names("?number=F-J") == []
        assert _names("?name=J. D") == ["J. D."]

    def test_filters_find_and_refuse(self, federation: Federation) -> None:
        assert _names("?name=bela") == _names("?number=F-B") == ["Béla Brandt"]
        assert _names(f"?federation={federation.uid}") == ["Ada Almeida", "Béla Brandt"]
        assert _names("?country=DE") == []
        for query in ("?country=fr", "?federation=nobody", "?colour=red", "?format=xml"):
            answer = Caller().get(f"players/{query}")
            assert answer.status in (400, 404), query
        assert Caller().get("players/?colour=red").code == "unknown_parameter"

    def test_a_duplicate_leads_to_the_person_who_goes_on(self, federation: Federation) -> None:
        ada, bela = Player.objects.filter(numbers__federation=federation, public_name="").order_by("pk")
        double = factories.member(federation, factories.player("Ada Almeda")).player
        factories.merge(federation, double, into=ada)
        assert Caller().get(f"players/{double.uid}/").body["id"] == ada.uid
        Player.objects.filter(pk=bela.pk).update(has_profile=False)
        assert Caller().get(f"players/{bela.uid}/").status == 404

    def test_pages_follow_each_other_and_an_etag_saves_the_next_look(self, federation: Federation) -> None:
        first = Caller().get("players/?page_size=2")
        second = Caller().get(first.body["next"])
        assert [row["name"] for row in second.body["results"]] == ["J. D."]
        unchanged = Caller().get("players/?page_size=2", If_None_Match=first.headers["ETag"])
        assert (unchanged.status, unchanged.body) == (304, None)
        Player.objects.filter(name="Ada Almeida").update(club="Lyon")
        assert Caller().get("players/?page_size=2", If_None_Match=first.headers["ETag"]).status == 200


class TestWholeLists:
    @pytest.mark.parametrize("address", ["players/", "clubs/", "federations/"])
    def test_lines_are_the_rows_of_the_pages(self, federation: Federation, address: str) -> None:
        rows = Caller().get(address).body["results"]
        assert rows
        kind, text = _whole(f"{address}?format=ndjson")
        assert kind == "application/x-ndjson; charset=utf-8"
        assert [json.loads(line) for line in text.splitlines()] == rows
        assert _whole(address, Accept="application/x-ndjson")[1] == text

    def test_a_table_has_headings_and_no_formulas(self, federation: Federation) -> None:
        Player.objects.filter(name="Ada Almeida").update(club="=1+1")
        kind, text = _whole("players/?format=csv")
        rows = list(csv.DictReader(io.StringIO(text)))
        assert kind == "text/csv; charset=utf-8"
        assert (rows[0]["name"], rows[0]["club"], rows[0]["numbers"]) == ("Ada Almeida", "'=1+1", "FFBG:F-A")
        assert rows[2]["name"] == "J. D."

    def test_a_filter_holds_and_a_page_is_refused(self, federation: Federation) -> None:
        _kind, text = _whole("players/?format=ndjson&name=ada")
        assert len(text.splitlines()) == 1
        for query in ("page_size=5", "cursor=x"):
            response = Client().get(f"{ROOT}players/?format=csv&{query}")
            assert (response.status_code, response.json()["code"]) == (400, "unknown_parameter")

    def test_rows_are_read_in_batches(self, federation: Federation, monkeypatch: pytest.MonkeyPatch) -> None:
        """The statements grow with the batches, of which each reads its numbers at once."""
        monkeypatch.setattr(streaming, "_CHUNK", 2)
        with CaptureQueriesContext(connection) as statements:
            _kind, text = _whole("players/?format=ndjson")
        assert len(text.splitlines()) == 3
        assert sum("tournaments_member" in one["sql"] for one in statements) == 2
