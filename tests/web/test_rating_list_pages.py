"""The public pages of rating lists, and the same lines over the API."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from matches.models import Player
from tests import factories
from tests.api.client import ROOT, Caller
from tests.lists import feeds
from tests.web.browsing import Visitor
from tournaments.actions.federations import clubs, members
from tournaments.actions.lists import computing, keeping, publishing, uploading
from tournaments.models import ListOrigin, ListStanding, ListState, OfficialList, RatingList
from tournaments.queries.ratings.list_filters import ListFilter, club_keys
from tournaments.queries.ratings.list_lines import lines_of_list, lines_of_official

# Filters, places and pages are those of a database.
pytestmark = [pytest.mark.django_db, pytest.mark.both_databases(long=True)]


@pytest.fixture
def rating_list() -> RatingList:
    """A live list of nine players beside its official list, where one is provisional, one inactive and two are level."""
    people = feeds.players(9)
    for person in people:
        # Made in bulk, they have no search keys.
        person.set_unusable_password()
        person.save()
    row = feeds.rating_list(provisional_below=20, inactive_after=6)
    today = timezone.localdate()
    season = [
        feeds.row(one, two, day=today - timedelta(days=day), winner=winner, slot=day)
        for day, (one, two, winner) in enumerate(_pairs(people[:7]), start=1)
    ]
    old = [
        feeds.row(people[7], people[0], day=today - timedelta(days=400 + day), slot=day) for day in range(3)
    ]
    feeds.add([*old, *season[5:]], row)
    publishing.publish_list(row, by=None, day=today - timedelta(days=5))
    feeds.add(season[:5], row)
    # Two who have never met share a rating to the last digit, as do two in an uploaded list.
    feeds.add([feeds.row(people[8], people[6], day=today)], row)
    computing.compute(row)
    level = ListStanding.objects.filter(list=row).order_by("-rating")[1:3]
    ListStanding.objects.filter(pk=level[1].pk).update(rating=level[0].rating)
    return RatingList.objects.select_related("federation").get(pk=row.pk)


def _pairs(people: list[Player]) -> list[tuple[Player, Player, int]]:
    """Everybody against everybody, where mostly the former wins."""
    return [
        (one, two, 2 if (first + second) % 5 == 0 else 1)
        for first, one in enumerate(people)
        for second, two in enumerate(people)
        if first < second
    ]


def _twin(rating_list: RatingList) -> dict[str, tuple[str, int | None]]:
    """Status and place by uid, counted one by one."""
    oldest = (timezone.localdate() - timedelta(days=190)).toordinal()
    rows = list(ListStanding.objects.filter(list=rating_list).select_related("player"))
    status = {
        row.player.uid: "provisional"
        if row.experience < 20
        else "inactive"
        if row.last_day < oldest
        else "ranked"
        for row in rows
    }
    ranked = [row.rating for row in rows if status[row.player.uid] == "ranked"]
    return {
        row.player.uid: (
            status[row.player.uid],
            1 + sum(other > row.rating for other in ranked) if status[row.player.uid] == "ranked" else None,
        )
        for row in rows
    }


def test_places_are_those_counted_one_by_one_in_whatever_part_is_read(rating_list: RatingList) -> None:
    twin = _twin(rating_list)
    assert {status for status, _place in twin.values()} == {"ranked", "provisional", "inactive"}
    last = OfficialList.objects.get()
    clubs.add_club(rating_list.federation, by=None, name="Nantes", region="Bretagne")
    Player.objects.filter(name__in=("Player 1", "Player 4")).update(
        club="NANTES", country="FR", has_profile=True
    )
    nantes = rating_list.federation.clubs.get()
    for only in (
        ListFilter(),
        ListFilter(words="player 4"),
        ListFilter(clubs=frozenset({nantes.pk})),
        ListFilter(country="FR"),
        ListFilter(clubs=club_keys([nantes], region="Bretagne")),
    ):
        lines = lines_of_list(rating_list, only, last=last)
        assert lines is not None
        every = list(lines.every())
        assert len(every) == lines.count() == (1 if only.words else 2 if only.is_by_person else 9)
        assert every == lines[0:100]
        # A page that begins among those who are level has their place.
        assert [lines[place : place + 1][0] for place in range(len(every))] == every
        for line in every:
            assert (line.status, line.place) == twin[line.uid or ""]
    assert [line.rating for line in every] == sorted((line.rating for line in every), reverse=True)


def test_the_time_of_the_live_list_is_that_of_the_federation(rating_list: RatingList) -> None:
    ListState.objects.filter(list=rating_list).update(computed_at=datetime(2026, 1, 10, 22, 30, tzinfo=UTC))
    assert "10 January 2026, 23:30" in Visitor().open("rating_list", rating_list.uid).html


def test_moves_are_those_since_the_official_list(rating_list: RatingList) -> None:
    last = OfficialList.objects.get()
    before = {row.uid: row for row in last.ratings.all()}
    lines = lines_of_list(rating_list, ListFilter(), last=last)
    assert lines is not None
    moves = {line.uid: line for line in lines[0:100]}
    assert any(line.places for line in moves.values())
    for line in moves.values():
        old = before.get(line.uid or "")
        assert line.change == (None if old is None else line.rating - old.rating)
        if old is not None and old.place is not None and line.place is not None:
            assert line.places == old.place - line.place
        else:
            assert line.places is None


def test_a_list_leads_to_the_results_of_whoever_has_a_profile(rating_list: RatingList) -> None:
    uid = next(uid for uid, (status, _place) in _twin(rating_list).items() if status == "ranked")
    known = Player.objects.get(uid=uid)
    Player.objects.filter(pk=known.pk).update(has_profile=True)
    page = Visitor().at(f"/lists/{rating_list.uid}/")
    profiles = [link for link in page.links if link.startswith("/players/")]
    assert f"/players/{known.uid}/" in profiles
    with_rating = [link for link in page.links if link.startswith(f"/lists/{rating_list.uid}/players/")]
    assert len(profiles) == len(with_rating), "only who has a profile"
    assert f"/players/{known.uid}/" in Visitor().at(f"/lists/{rating_list.uid}/players/{known.uid}/").links


def test_the_page_shows_places_with_moves_and_filters_that_it_offers(rating_list: RatingList) -> None:
    page = Visitor().open("rating_list", rating_list.uid)
    assert page.status == 200
    assert "Moves are those since the official list 1" in page
    ranked = [uid for uid, (status, _place) in _twin(rating_list).items() if status == "ranked"]
    assert page.html.count('<th scope="row">') == len(ranked)
    everybody = Visitor().open("rating_list", rating_list.uid, status="all")
    assert everybody.html.count('<th scope="row">') == 9
    assert "provisional" in everybody
    inactive = Visitor().open("rating_list", rating_list.uid, status="inactive")
    assert "Player 7" in inactive
    Player.objects.filter(name="Player 7").update(country="DK")
    for country, is_there in (("dk", True), ("FR", False)):
        of_country = Visitor().open("rating_list", rating_list.uid, status="all", country=country)
        assert ("Player 7" in of_country) is is_there
    error_page = Visitor().open("rating_list", rating_list.uid, status="nonsense")
    assert "Select a valid choice" in error_page
    assert "Listes officielles" in Visitor().at(f"/lists/{rating_list.uid}/", **{"Accept-Language": "fr"})
    # Who has no profile is in the list and found by no search.
    assert "No player matches this filter" in Visitor().open("rating_list", rating_list.uid, name="Player 3")


def test_a_hidden_name_is_in_no_page_file_or_answer(rating_list: RatingList) -> None:
    Player.objects.filter(name="Player 1").update(
        public_as="initials",
        public_name="Q. X.",
        has_profile=True,
        name="Quentin Xylo",
        name_key="quentin xylo",
    )
    official = OfficialList.objects.get()
    addresses = [
        f"/lists/{rating_list.uid}/?status=all",
        f"/officials/{official.uid}/?status=all",
        *(
            f"{ROOT}{kind}/?format={form}"
            for kind in (f"lists/{rating_list.uid}", f"lists/{rating_list.uid}/official/{official.number}")
            for form in ("json", "csv", "ndjson")
        ),
    ]
    for address in addresses:
        text = Client().get(address).getvalue().decode()
        assert "Q. X." in text, address
        assert "Xylo" not in text, address
    for name in ("xylo", "quentin"):
        assert Caller().get(f"lists/{rating_list.uid}/?name={name}").body["results"] == []
    assert len(Caller().get(f"lists/{rating_list.uid}/official/1/?name=Q.").body["results"]) == 1


def test_an_official_list_stays_and_names_people_as_they_are_now(rating_list: RatingList) -> None:
    official = OfficialList.objects.get()
    rows = {row.uid: row for row in official.ratings.all()}
    [one, two] = Player.objects.filter(name__in=("Player 7", "Player 8")).order_by("name")
    for player in (one, two):
        members.give_number(rating_list.federation, player, by=None, number=f"N{player.pk}")
    factories.merge(rating_list.federation, one, into=two)
    lines = lines_of_official(official, ListFilter())[0:100]
    assert sorted((line.rating, line.place) for line in lines if line.place) == sorted(
        (row.rating, row.place) for row in rows.values() if row.place
    )
    assert {line.uid for line in lines} == rows.keys() - {one.uid} | {two.uid}
    page = Visitor().open("official_list", official.uid, status="all")
    assert "It never changes." in page
    assert "Player 8" in page


def test_late_results_of_an_official_list_have_a_column() -> None:
    one, two = feeds.players(2)
    row = feeds.rating_list(late="adjust")
    feeds.add([feeds.row(one, two, day=date(2026, 1, 10))], row)
    publishing.publish_list(row, by=None, day=date(2026, 1, 31))
    feeds.add([feeds.row(two, one, day=date(2026, 1, 20))], row)
    second = publishing.publish_list(row, by=None, day=date(2026, 2, 28))
    assert "Late results" in Visitor().open("official_list", second.uid)
    assert "Late results" not in Visitor().open("official_list", OfficialList.objects.get(number=1).uid)


def test_an_uploaded_list_shows_its_last_official_one_with_moves() -> None:
    people = feeds.players(3)
    row = feeds.rating_list()
    partner = keeping.create_list(row.federation, by=None, name="Partner", origin=ListOrigin.UPLOADED)
    assert "No official list yet" in Visitor().open("rating_list", partner.uid)
    empty = Caller().get(f"lists/{partner.uid}/").body
    assert [empty[name] for name in ("as_of", "digest", "next", "results")] == [None, "", None, []]
    for day, ratings in ((date(2026, 1, 31), (1500, 1600, 1600)), (date(2026, 2, 28), (1700, 1600, 1600))):
        lines = [f"{person.uid};{rating}" for person, rating in zip(people, ratings, strict=True)]
        data = "\n".join(["uid;rating", *lines]).encode()
        assert uploading.upload_list(partner, by=None, data=data, day=day, source="a.csv").official
    answer = Caller().get(f"lists/{partner.uid}/").body["results"]
    assert [(line["place"], line["change"], line["places"]) for line in answer] == [
        (1, "200.000000000", 2),
        (2, "0.000000000", -1),
        (2, "0.000000000", -1),
    ]
    page = Visitor().open("rating_list", partner.uid)
    assert "official list 2" in page
    assert "up 2 places" in page


def test_a_list_that_was_never_computed_says_so() -> None:
    row = feeds.rating_list()
    assert "Not computed yet" in Visitor().open("rating_list", row.uid)
    assert "Not computed yet" in Visitor().open("federation_lists", row.federation.uid)
    assert "Rating lists" in Visitor().open("federation", row.federation.uid)
    RatingList.objects.all().delete()
    assert "No rating list yet" in Visitor().open("federation_lists", row.federation.uid)


def test_a_list_that_is_computed_while_it_is_read_keeps_its_people(rating_list: RatingList) -> None:
    Player.objects.update(country="FR")
    lines = lines_of_list(rating_list, ListFilter(country="FR"), last=None)
    assert lines is not None
    assert lines.count() == 9
    rows = list(ListStanding.objects.filter(list=rating_list))
    ListStanding.objects.filter(list=rating_list).delete()
    for row in rows:
        row.pk = None
    ListStanding.objects.bulk_create(rows)
    assert len(lines[0:100]) == 9


def test_a_page_takes_eight_queries_for_strangers_however_long_the_list_is(
    rating_list: RatingList, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    clubs.add_club(rating_list.federation, by=None, name="Nantes")
    nantes = rating_list.federation.clubs.get()
    Player.objects.update(club="Nantes", has_profile=True)
    official = OfficialList.objects.get()
    client = Client()
    for query in ("", "?status=all", f"?name=player&club={nantes.uid}"):
        with django_assert_num_queries(8 - (query == "?status=all")):
            assert b"Player" in client.get(f"/lists/{rating_list.uid}/{query}").content
        with django_assert_num_queries(7 - (query == "?status=all")):
            assert b"Player" in client.get(f"/officials/{official.uid}/{query}").content
    with django_assert_num_queries(7):
        assert len(client.get(f"{ROOT}lists/{rating_list.uid}/").json()["results"]) == 9
    with django_assert_num_queries(3):
        client.get(f"/f/{rating_list.federation.uid}/lists/")


def test_pages_of_the_api_follow_each_other_and_a_file_has_all_lines(rating_list: RatingList) -> None:
    address = f"lists/{rating_list.uid}/"
    whole = Caller().get(address).body["results"]
    first = Caller().get(f"{address}?page_size=4")
    second = Caller().get(first.body["next"])
    assert [*first.body["results"], *second.body["results"]] == whole[:8]
    assert Caller().get(f"{address}?page_size=4", If_None_Match=first.headers["ETag"]).status == 304
    official = f"{address}official/1/"
    for place in (address, f"{address}?status=ranked", official, f"{official}?status=ranked"):
        rows = Caller().get(place).body["results"]
        sign = "&" if "?" in place else "?"
        lines = Client().get(f"{ROOT}{place}{sign}format=ndjson").getvalue().decode().splitlines()
        assert [json.loads(line) for line in lines] == rows != []
        text = Client().get(f"{ROOT}{place}{sign}format=csv").getvalue().decode()
        table = list(csv.DictReader(io.StringIO(text)))
        assert [row["player_id"] for row in table] == [row["player"]["id"] for row in rows]


def test_unknown_filters_and_values_are_refused(rating_list: RatingList) -> None:
    address = f"lists/{rating_list.uid}/"
    for query in ("status=gone", "club=nobody", "country=fr", "colour=red", "page_size=5&format=csv"):
        assert Caller().get(f"{address}?{query}").status == 400, query
    for query in ("origin=x", "federation=nobody", "colour=red"):
        assert Caller().get(f"lists/?{query}").status == 400, query
    federation = rating_list.federation.uid
    assert [row["id"] for row in Caller().get(f"lists/?federation={federation}").body["results"]] == [
        rating_list.uid
    ]
    assert Caller().get("lists/?origin=uploaded").body["results"] == []
