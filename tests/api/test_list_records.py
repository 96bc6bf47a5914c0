"""The records of a federation, on the page and over the API: who is named, with which match."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.models import Player
from tests.api.client import Caller
from tests.lists import feeds
from tests.web.browsing import Visitor
from tournaments.actions.lists import computing
from tournaments.api.response import points_text
from tournaments.models import ListRecord, OutboxJob, RatingList
from tournaments.queue import Job
from tournaments.tasks import run_due

pytestmark = pytest.mark.django_db

_MOST_QUERIES = 8


def _computed(rating_list: RatingList) -> RatingList:
    """A list with a season of ten players, and its records as the worker stores them."""
    feeds.add(feeds.season(feeds.players(10), 60), rating_list)
    computing.compute(rating_list)
    run_due()
    return rating_list


def test_only_people_with_a_public_profile_are_named() -> None:
    rating_list = _computed(feeds.rating_list())
    federation = rating_list.federation
    empty = Visitor().open("federation_records", feeds.rating_list("OTHER").federation.uid)
    assert "No records yet" in empty
    with CaptureQueriesContext(connection) as queries:
        page = Visitor().open("federation_records", federation.uid)
    assert len(queries) <= _MOST_QUERIES
    for words in ("Highest rating ever", "Longest winning streak", "Biggest upset", "Most matches"):
        assert words in page, words
    assert "A player without a public profile" in page
    assert "Player 1" not in page
    champion = Player.objects.get(pk=ListRecord.objects.get(list=rating_list, kind="highest", place=1).player)
    Player.objects.filter(pk=champion.pk).update(has_profile=True)
    assert champion.name in Visitor().open("federation_records", federation.uid)
    french = Visitor().at(f"/f/{federation.uid}/records/", Accept_Language="fr")
    for words in ("Cote la plus haute", "Un joueur sans profil public"):
        assert words in french, words
    [of_list] = Caller().get(f"federations/{federation.uid}/records/").body
    assert of_list["name"] == rating_list.name
    first = next(row for row in of_list["records"] if row["kind"] == "highest")
    assert (first["place"], first["player"]["id"]) == (1, champion.uid)
    record = ListRecord.objects.get(list=rating_list, kind="highest", place=1)
    assert first["rating"] == points_text(record.value)
    others = [row["player"] for row in of_list["records"] if row["player"] != first["player"]]
    assert set(map(str, others)) == {"None"}


@pytest.mark.both_databases
def test_a_computation_asks_for_the_records() -> None:
    rating_list = feeds.rating_list()
    feeds.add(feeds.season(feeds.players(6), 20), rating_list)
    computing.compute(rating_list)
    assert not ListRecord.objects.exists()
    [job] = OutboxJob.objects.filter(name=Job.LIST_RECORDS)
    assert job.args == {"list_id": rating_list.pk}
    run_due()
    kinds = set(ListRecord.objects.values_list("kind", flat=True))
    assert kinds == {"highest", "streak", "upset", "matches"}
