"""The results of a person over the API: pages, the balance of two persons, and what is not told."""

from __future__ import annotations

import pytest

from matches.models import Player
from tests.api.client import Caller
from tests.tournaments.careers import careers
from tournaments.queries.careers.career import career, figures

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases(long=True)]


def test_results_come_in_pages_and_opponents_without_a_profile_have_no_id() -> None:
    known = careers()
    cleo = known.rival
    rows = Caller().get(f"players/{cleo.uid}/results/").body["results"]
    assert [row["id"] for row in rows] == [match.uid for match in career(cleo)]
    by_name = {row["opponent"]["name"]: row["opponent"]["id"] for row in rows}
    assert by_name["Tim Typed"] is None
    for person in known.people:
        assert by_name.get(person.name) in (person.uid, None)
    assert "Secret" not in {row["event_name"] for row in rows}
    [place] = [row["place"] for row in rows if row["event_name"] == "Cup"][:1]
    assert place["entrants"] == 4
    results, address = [], f"players/{cleo.uid}/results/?page_size=2"
    while address:
        answer = Caller().get(address)
        results += answer.body["results"]
        address = answer.body["next"]
    assert [row["id"] for row in results] == [row["id"] for row in rows]
    wrong = Caller().get(f"players/{cleo.uid}/results/?cursor=nothing")
    assert (wrong.status, wrong.code) == (400, "invalid_cursor")
    assert Caller().get(f"players/{known.walk_in.uid}/results/").status == 404


def test_two_persons_are_compared_and_an_etag_saves_the_next_look() -> None:
    known = careers()
    ada, bela = known.people[:2]
    answer = Caller().get(f"players/{ada.uid}/against/{bela.uid}/")
    balance = figures(match for match in career(ada) if match.opponent == bela.pk)
    assert (answer.body["figures"]["won"], answer.body["figures"]["lost"]) == (
        balance.total.won,
        balance.total.lost,
    )
    assert {row["opponent"]["id"] for row in answer.body["matches"]} == {bela.uid}
    assert answer.body["figures"]["by_length"] == [
        {"of": length, "won": of_length.won, "lost": of_length.lost}
        for length, of_length in balance.by_length.items()
    ]
    address = f"players/{ada.uid}/against/{bela.uid}/"
    assert Caller().get(address, If_None_Match=answer.headers["ETag"]).status == 304
    Player.objects.filter(pk=bela.pk).update(has_profile=False)
    assert Caller().get(address).status == 404
