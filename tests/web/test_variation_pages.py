"""The officers' page of variations: asked in a form, read as tables, taken along as a file."""

from __future__ import annotations

import pytest
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from tests import factories
from tests.api.client import Caller
from tests.lists import feeds
from tests.web.browsing import Visitor
from tournaments.models import ListVariation, OfficeKind, RatingList, VariationMove
from tournaments.tasks import run_due

pytestmark = pytest.mark.django_db


@pytest.fixture
def rating_list() -> RatingList:
    """A list of sixty matches among twelve players."""
    new = feeds.rating_list()
    feeds.add(feeds.season(feeds.players(12), 60), new)
    return new


def _officer(rating_list: RatingList, kind: OfficeKind = OfficeKind.RATING_OFFICER) -> Visitor:
    return Visitor(factories.officer(rating_list.federation, kind))


def test_an_officer_asks_for_a_variation_and_an_auditor_reads_it(rating_list: RatingList) -> None:
    federation = rating_list.federation
    officer = _officer(rating_list)
    page = officer.send(
        "office_variations", federation.uid, list=rating_list.uid, shortest="7", stakes="50", formula=""
    )
    assert "The variation is being computed" in page
    again = officer.post("office_variations", federation.uid, list=rating_list.uid, stakes="50")
    assert again.status == 422
    assert "A variation of National is being computed." in again
    run_due()
    variation = ListVariation.objects.get()
    auditor = _officer(rating_list, OfficeKind.AUDITOR)
    page = auditor.open("office_variation", federation.uid, variation.uid)
    assert "Shortest match, in points 7" in page
    assert "predict the matches that both lists rate" in page.words.replace("predicts", "predict")
    assert "Matches to 9, by the chance of the favourite" in page
    first = VariationMove.objects.select_related("player").order_by("pk")[0]
    assert f"{first.player.name} {first.place}" in page
    assert "Try a variation" not in auditor.open("office_variations", federation.uid)
    assert "Try a variation" in officer.open("office_variations", federation.uid)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "This is the list as it is."),
        ({"rules": '{"shortest": 0}'}, "shortest must be a whole number"),
        ({"rules": "[1]"}, "Write an object"),
        ({"parameters": '{"rump": 1}'}, "unknown parameter rump"),
        ({"stakes": "0"}, "greater than or equal to 1"),
    ],
)
def test_what_cannot_be_is_said_at_the_form(
    rating_list: RatingList, fields: dict[str, str], words: str
) -> None:
    page = _officer(rating_list).post(
        "office_variations", rating_list.federation.uid, list=rating_list.uid, **fields
    )
    assert page.status == 422
    assert words in page
    assert not ListVariation.objects.exists()


@pytest.mark.both_databases
def test_moves_are_sorted_and_the_page_asks_as_much_for_many_as_for_few(
    rating_list: RatingList, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    officer = _officer(rating_list)
    uid = rating_list.federation.uid
    officer.send("office_variations", uid, list=rating_list.uid, parameters='{"ramp": 1}')
    run_due()
    variation = ListVariation.objects.get()
    for by in ("place", "gain", "loss"):
        with django_assert_num_queries(10):
            page = officer.open("office_variation", uid, variation.uid, by=by)
        moves = list(VariationMove.objects.select_related("player"))
        sizes = {"place": 0, "gain": -1, "loss": 1}
        order = {move.pk: ((move.change or 0) * sizes[by], move.pk) for move in moves}
        moves.sort(key=lambda move: order[move.pk])
        table = page.words[page.words.index("Moves of all players") :]
        places = [table.index(f"{move.player.name} {move.place} ") for move in moves]
        assert places == sorted(places)


@pytest.mark.both_databases
def test_the_file_and_the_api_say_the_same_by_public_names(rating_list: RatingList) -> None:
    officer = factories.officer(rating_list.federation, OfficeKind.RATING_OFFICER)
    answer = Caller(officer).post(f"lists/{rating_list.uid}/variations/", {"rules": {"shortest": 7}})
    assert (answer.status, answer.body["present"], answer.body["terms"]) == (
        201,
        None,
        {"rules": {"shortest": 7}},
    )
    run_due()
    uid = answer.body["id"]
    body = Caller(officer).get(f"variations/{uid}/").body
    assert body["varied"]["own"]["matches"] == body["varied"]["shared"]["matches"] < 60
    assert body["present"]["own"]["matches"] == 60
    rows = Caller(officer).get(f"variations/{uid}/moves/").body["results"]
    assert [row["varied_place"] for row in rows][:3] == [1, 2, 3]
    first = Caller(officer).get(f"variations/{uid}/moves/?page_size=7").body
    assert first["results"] + Caller(officer).get(first["next"]).body["results"] == rows
    address = reverse("office_variation_file", args=[rating_list.federation.uid, uid])
    file = Visitor(officer).client.get(address)
    lines = file.content.decode("utf-8-sig").splitlines()
    assert lines[0].startswith("Id of the player,Name,Place,Rating,Matches")
    assert [line.split(",")[0] for line in lines[1:]] == [row["id"] for row in rows]
    sheet = Caller(officer).client.get(f"/api/v1/variations/{uid}/moves/sheet/")
    assert sheet.content.decode().splitlines()[1:] == lines[1:]
    assert Caller(officer).get(f"lists/{rating_list.uid}/variations/").body["results"][0]["id"] == uid
    assert Caller().get(f"variations/{uid}/").status in (401, 404)
