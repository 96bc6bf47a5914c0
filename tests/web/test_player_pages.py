"""The public pages of players and clubs: who has one, what stands there, and what is never told."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.models import Player, PublicAs
from tests import factories
from tests.tournaments.careers import Careers, careers
from tests.web.browsing import Visitor
from tournaments.actions.federations import clubs
from tournaments.actions.people import publicity
from tournaments.actions.people.publicity import Publicity
from tournaments.models import ListStanding, RatingList
from tournaments.queries.careers.career import career, figures

pytestmark = pytest.mark.django_db

# What the page of a player may ask of the database.
_MOST_QUERIES = 8


def _status(name: str, *args: str) -> int:
    return Visitor().open(name, *args).status


def _rated(known: Careers) -> RatingList:
    """A list of a federation with everybody in it, in the order of their names."""
    federation = factories.federation()
    clubs.add_club(federation, by=None, name="Backgammon Nantes", city="Nantes", other_names=["NANTES"])
    rating_list = RatingList.objects.create(federation=federation, name="National", formula="fibs")
    ListStanding.objects.bulk_create(
        ListStanding(
            list=rating_list,
            player=person,
            rating=(1700 - 50 * number) * 10**9 + 5 * 10**6,
            experience=70,
            matches=10,
            wins=5,
            last_day=739_000,
        )
        for number, person in enumerate((*known.people, known.walk_in))
    )
    return rating_list


def test_a_page_shows_ratings_figures_opponents_and_results_in_few_queries() -> None:
    known = careers()
    rating_list = _rated(known)
    ada = known.people[0]
    with CaptureQueriesContext(connection) as queries:
        page = Visitor().open("player", ada.uid)
    assert len(queries) <= _MOST_QUERIES
    for words in (
        "Ada Almeida",
        rating_list.name,
        "1700.01",
        "Cup of Nantes",
        "Place",
        "In pairs",
        "forfeit",
    ):
        assert words in page, words
    assert "Secret" not in page
    club = rating_list.federation.clubs.get()
    assert reverse("club", args=[club.uid]) in page.html
    met = figures(career(ada)).by_opponent.keys() - {known.walk_in.pk}
    for opponent in Player.objects.filter(pk__in=met):
        assert reverse("against", args=[ada.uid, opponent.uid]) in page.html
    french = Visitor().at(reverse("player", args=[ada.uid]), Accept_Language="fr")
    for words in ("1700,01", "Matchs gagnés et perdus", "Place", "Résultats"):
        assert words in french, words


def test_only_who_has_a_public_profile_has_a_page_or_is_found() -> None:
    known = careers()
    ada, bela = known.people[:2]
    assert _status("player", known.walk_in.uid) == _status("against", ada.uid, known.walk_in.uid) == 404
    assert _status("against", ada.uid, ada.uid) == 404
    search = Visitor().open("players")
    assert ("Ada Almeida" in search, "Tim Typed" in search) == (True, False)
    # Whoever has no page is named among the results of others, as on the pages of the tournament, without a link.
    page = Visitor().open("player", known.rival.uid)
    assert "Tim Typed" in page
    assert known.walk_in.uid not in page.html
    Player.objects.filter(pk=bela.pk).update(has_profile=False)
    assert _status("player", bela.uid) == _status("against", ada.uid, bela.uid) == 404
    assert bela.uid not in Visitor().open("player", ada.uid).html


def test_a_duplicate_leads_to_the_person_who_goes_on() -> None:
    known = careers()
    ada = known.people[0]
    federation = factories.federation()
    factories.member(federation, ada)
    twin = factories.member(federation, factories.player("Ada Almeda")).player
    factories.merge(federation, twin, into=ada)
    for address, target in (
        (reverse("player", args=[twin.uid]), reverse("player", args=[ada.uid])),
        (
            reverse("against", args=[known.people[1].uid, twin.uid]),
            reverse("against", args=[known.people[1].uid, ada.uid]),
        ),
    ):
        response = Visitor().client.get(address)
        assert (response.status_code, response.headers["Location"]) == (302, target)


def test_two_players_are_compared_from_both_sides() -> None:
    known = careers()
    ada, bela = known.people[:2]
    with CaptureQueriesContext(connection) as queries:
        page = Visitor().open("against", ada.uid, bela.uid)
    assert len(queries) <= _MOST_QUERIES
    assert "Ada Almeida – Béla Brandt" in page
    assert "Cleo" not in page
    assert reverse("against", args=[bela.uid, ada.uid]) in page.html


@pytest.mark.both_databases
def test_the_search_reads_public_names_alone() -> None:
    known = careers()
    ada = known.people[0]
    publicity.choose(ada, Publicity(PublicAs.PSEUDONYM, "Zebra"), by=ada)
    for query, names in (
        ("", ["Béla Brandt", "Cleo Çelik", "Dan Dupuis"]),
        ("bela", ["Béla Brandt"]),
        ("dup", ["Dan Dupuis"]),
        ("celik cleo", ["Cleo Çelik"]),
        ("almeida", []),
        ("zeb", ["Zebra"]),
    ):
        page = Visitor().open("players", q=query)
        order = [name for name in ("Béla Brandt", "Cleo Çelik", "Dan Dupuis", "Zebra") if name in page]
        assert [name for name in order if name in names] == names, query
        assert ("Almeida" in page, "Zebra" in page) == (False, query in ("", "zeb")), query
    assert "Béla Brandt" in Visitor().open("players", club="nant", country="fr")
    for nothing in ({"club": "Brest"}, {"country": "DE"}, {"country": "F1"}):
        assert "Nobody by this name" in Visitor().open("players", **nothing)


@pytest.mark.both_databases
def test_a_club_shows_its_players_who_have_a_page_its_ranking_and_results() -> None:
    known = careers()
    rating_list = _rated(known)
    Player.objects.filter(pk=known.walk_in.pk).update(club="Nantes", country="FR")
    club = rating_list.federation.clubs.get()
    with CaptureQueriesContext(connection) as queries:
        page = Visitor().open("club", club.uid)
    assert len(queries) <= 2 + _MOST_QUERIES
    for words in ("Backgammon Nantes", "1 Ada Almeida 1700.01", "4 Dan Dupuis 1550.01", "Latest results"):
        assert words in page, words
    assert known.walk_in.uid not in page.html
    assert reverse("club", args=[club.uid]) in Visitor().open("federation", rating_list.federation.uid).html
    other = clubs.add_club(rating_list.federation, by=None, name="Sud")
    clubs.merge_clubs(club, other, by=None)
    response = Visitor().client.get(reverse("club", args=[club.uid]))
    assert response.headers["Location"] == reverse("club", args=[other.uid])
    # What a desk wrote leads to the club of which that club has become a part.
    assert reverse("club", args=[other.uid]) in Visitor().open("player", known.people[0].uid).html
    assert "1 Ada Almeida 1700.01" in Visitor().open("club", other.uid)
