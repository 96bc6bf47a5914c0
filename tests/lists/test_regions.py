"""Lists by region: the region of a club filters the people of a list on the page, over the API and in files."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Player
from tests.api.client import Caller
from tests.lists import feeds
from tests.web.browsing import Visitor
from tournaments.actions.federations import clubs
from tournaments.actions.lists import computing, publishing
from tournaments.models import Club, OfficialList, RatingList
from tournaments.queries.federations.club_page import players_of_club

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def rating_list() -> RatingList:
    """A list of four people, of two clubs in Bretagne, of one elsewhere, and of none; it was published."""
    row = feeds.rating_list()
    nantes = clubs.add_club(row.federation, by=None, name="Nantes BC", region="Bretagne")
    clubs.add_club(row.federation, by=None, name="Rennes BC", region="Bretagne")
    clubs.add_club(row.federation, by=None, name="Lille BC", region="Hauts-de-France")
    old = clubs.add_club(row.federation, by=None, name="Club de Nantes", region="Pays de la Loire")
    clubs.merge_clubs(old, nantes, by=None)
    people = feeds.players(4)
    for person, club in zip(people, ("club de nantes", "Rennes BC", "Lille BC", ""), strict=True):
        Player.objects.filter(pk=person.pk).update(club=club)
    pairs = ((people[0], people[1]), (people[2], people[3]))
    feeds.add([feeds.row(*pair, day=feeds.FIRST_DAY) for pair in pairs], row)
    computing.compute(row)
    publishing.publish_list(row, by=None, day=date(2025, 12, 31))
    return RatingList.objects.select_related("federation").get(pk=row.pk)


def _names(caller: Caller, address: str, region: str) -> set[str]:
    answer = caller.get(f"{address}?region={region}")
    assert answer.status == 200, answer.body
    return {line["player"]["name"] for line in answer.body["results"]}


def test_a_region_selects_those_whose_club_lies_in_it_in_live_and_official_lists(
    rating_list: RatingList,
) -> None:
    for address in (f"lists/{rating_list.uid}/", f"lists/{rating_list.uid}/official/1/"):
        assert _names(Caller(), address, "Bretagne") == {"Player 0", "Player 1"}
        assert _names(Caller(), address, "Hauts-de-France") == {"Player 2"}


def test_the_region_of_a_merged_club_is_that_of_the_club_that_goes_on(rating_list: RatingList) -> None:
    answer = Caller().get(f"lists/{rating_list.uid}/?region=Pays de la Loire")
    assert answer.status == 400
    assert [error["field"] for error in answer.body["errors"]] == ["region"]


def test_a_club_that_became_part_of_others_is_where_the_one_that_goes_on_is(rating_list: RatingList) -> None:
    """Whoever wrote its name plays for that club, on lists, in files and on its page."""
    nantes, lille = (Club.objects.get(name=name) for name in ("Nantes BC", "Lille BC"))
    clubs.merge_clubs(nantes, lille, by=None)
    whole = clubs.add_club(rating_list.federation, by=None, name="National", region="France")
    clubs.merge_clubs(lille, whole, by=None)
    Player.objects.update(has_profile=True)
    expected = {"Player 0", "Player 2"}
    for address in (f"lists/{rating_list.uid}/", f"lists/{rating_list.uid}/official/1/"):
        assert _names(Caller(), address, "France") == expected
    text = Client().get(f"/api/v1/lists/{rating_list.uid}/sheet/?format=csv&region=France").content.decode()
    assert text.count("France") == len(expected)
    assert {player.name for player in players_of_club(whole)} == expected


def test_an_unknown_region_is_refused_with_those_that_there_are(rating_list: RatingList) -> None:
    answer = Caller().get(f"lists/{rating_list.uid}/?region=Atlantis")
    assert answer.status == 400
    assert "Bretagne, Hauts-de-France" in str(answer.body)


def test_who_is_not_named_is_found_by_no_region(rating_list: RatingList) -> None:
    Player.objects.filter(name="Player 1").update(public_as="")
    for address in (f"lists/{rating_list.uid}/", f"lists/{rating_list.uid}/official/1/"):
        assert _names(Caller(), address, "Bretagne") == {"Player 0"}


def test_files_name_the_region_and_are_filtered_by_it(rating_list: RatingList) -> None:
    for address in (f"lists/{rating_list.uid}/sheet/", f"lists/{rating_list.uid}/official/1/sheet/"):
        text = Client().get(f"/api/v1/{address}?format=csv&region=Bretagne").content.decode()
        heading, *lines = [line.split(",") for line in text.splitlines()]
        at = [heading.index(name) for name in ("name", "club", "region")]
        assert sorted([line[one] for one in at] for line in lines) == [
            ["Player 0", "club de nantes", "Bretagne"],
            ["Player 1", "Rennes BC", "Bretagne"],
        ]


def test_the_page_offers_the_regions_and_its_files_keep_the_choice(rating_list: RatingList) -> None:
    official = OfficialList.objects.get()
    for name, uid in (("rating_list", rating_list.uid), ("official_list", official.uid)):
        page = Visitor().open(name, uid, region="Bretagne", status="all")
        assert '<option value="Hauts-de-France">' in page.html
        assert ("Player 1" in page.words, "Player 2" in page.words) == (True, False)
        assert "region=Bretagne" in page.html


def test_a_federation_without_regions_offers_none(rating_list: RatingList) -> None:
    rating_list.federation.clubs.update(region="")
    assert 'name="region"' not in Visitor().at(reverse("rating_list", args=[rating_list.uid])).html


def test_the_region_of_a_club_is_changed_and_read_over_the_api(rating_list: RatingList) -> None:
    president = Caller(rating_list.federation.officers.get().player)
    club = president.post(
        f"federations/{rating_list.federation.uid}/clubs/", {"name": "Brest BC", "region": "Bretagne"}
    )
    assert (club.status, club.body["region"]) == (201, "Bretagne")
    changed = president.patch(f"clubs/{club.id}/", {"region": "Finistère"})
    assert (changed.body["region"], changed.body["name"]) == ("Finistère", "Brest BC")
    assert president.patch(f"clubs/{club.id}/", {"city": "Brest"}).body["region"] == "Finistère"
