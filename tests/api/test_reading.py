"""Reads: an ETag that changes with the tournament's log, and lists in pages that stay right."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries, Settings

from tests import factories
from tests.api.client import Caller
from tournaments.actions.events import lifecycle

# What is read in one piece stays of one moment.
pytestmark = [pytest.mark.django_db, pytest.mark.both_databases(long=True)]


def test_a_read_with_the_etag_at_hand_is_304_until_something_happens() -> None:
    event = factories.event()
    path = f"events/{event.uid}/entrants/"
    first = Caller().get(path)
    assert first.status == 200
    unchanged = Caller().get(path, If_None_Match=first.headers["ETag"])
    assert (unchanged.status, unchanged.body) == (304, None)
    assert unchanged.headers["ETag"] == first.headers["ETag"]
    factories.entrant(event)
    answer = Caller().get(path, If_None_Match=first.headers["ETag"])
    assert (answer.status, len(answer.body["results"])) == (200, 1)
    assert answer.headers["ETag"] != first.headers["ETag"]


def test_an_upgrade_renews_what_a_client_has(settings: Settings) -> None:
    path = f"events/{factories.event().uid}/"
    etag = Caller().get(path).headers["ETag"]
    settings.RELEASE = "0.0.0"
    assert Caller().get(path, If_None_Match=etag).status == 200


def test_what_happens_in_another_tournament_leaves_the_etag_as_it_is() -> None:
    event = factories.event()
    first = Caller().get(f"events/{event.uid}/")
    factories.entrant(factories.event())
    assert Caller().get(f"events/{event.uid}/", If_None_Match=first.headers["ETag"]).status == 304


def test_an_etag_belongs_to_who_asks_because_an_officer_sees_more() -> None:
    game = factories.open_match()
    path = f"matches/{game.match.uid}/"
    player, director = Caller(game.one), Caller(game.director)
    assert player.get(path).headers["ETag"] != director.get(path).headers["ETag"]
    assert player.get(path, If_None_Match=director.get(path).headers["ETag"]).status == 200


def test_an_unchanged_bracket_costs_two_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    stage = factories.drawn_stage(8)
    path = f"stages/{stage.uid}/bracket/"
    etag = Caller().get(path).headers["ETag"]
    with django_assert_num_queries(1):
        assert Caller().get(path, If_None_Match=etag).status == 304


def test_no_cache_keeps_an_answer_for_somebody_else() -> None:
    event = factories.event()
    assert Caller().get(f"events/{event.uid}/").headers["Cache-Control"].startswith("public, max-age=0")
    caller = Caller(factories.director())
    assert caller.get(f"events/{event.uid}/").headers["Cache-Control"] == "private, no-store"
    assert Caller(factories.director()).get("me/").headers["Cache-Control"] == "private, no-store"


def test_the_pages_of_a_list_hold_every_row_once_in_order() -> None:
    event = factories.event()
    names = [entrant.name for entrant in factories.entrants(event, 7)]
    path: str | None = f"events/{event.uid}/entrants/?page_size=3"
    pages = []
    while path:
        answer = Caller().get(path)
        pages.append([row["name"] for row in answer.body["results"]])
        path = answer.body["next"]
    assert [len(page) for page in pages] == [3, 3, 1]
    assert [name for page in pages for name in page] == names


def test_a_page_stays_right_while_rows_are_added_in_front() -> None:
    director = factories.director()
    days = ["2026-03-01", "2026-03-02", "2026-03-02"]
    for day in days:
        Caller(director).post("tournaments/", {"name": day, "starts_on": day, "visibility": "public"})
    first = Caller().get("tournaments/?page_size=2")
    Caller(director).post("tournaments/", {"name": "new", "starts_on": "2026-04-01", "visibility": "public"})
    second = Caller().get(first.body["next"])
    assert [row["name"] for row in first.body["results"] + second.body["results"]] == sorted(
        days, reverse=True
    )
    assert second.body["next"] is None


def test_a_page_that_ends_with_the_list_has_no_next_one() -> None:
    event = factories.event()
    factories.entrants(event, 2)
    assert Caller().get(f"events/{event.uid}/entrants/?page_size=2").body["next"] is None


def test_a_cursor_of_another_list_is_refused() -> None:
    event, other = factories.event(), factories.event()
    stranger = factories.entrant(other)
    for cursor in (stranger.uid, "nonsense", "%ff"):
        answer = Caller().get(f"events/{event.uid}/entrants/?cursor={cursor}")
        assert (answer.status, answer.code) == (400, "invalid_cursor")


@pytest.mark.parametrize("size", ["0", "-1", "x", "1.5", "9" * 30, ""])
def test_a_page_size_that_is_no_number_is_refused(size: str) -> None:
    answer = Caller().get(f"tournaments/?page_size={size}")
    assert (answer.status, answer.body["errors"][0]["field"]) == (400, "page_size")


def test_a_page_larger_than_the_limit_is_refused_with_the_limit() -> None:
    refusal = Caller().get("tournaments/?page_size=501")
    assert (refusal.status, refusal.code, refusal.body["data"]) == (
        400,
        "page_size_too_large",
        {"largest": 500},
    )
    assert Caller().get("tournaments/?page_size=500").status == 200


@pytest.mark.parametrize("what", ["bracket", "standings", "pairings"])
def test_a_list_takes_the_same_queries_whatever_the_number_of_entrants(
    what: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for n in (4, 16):
        stage = factories.drawn_stage(n)
        with django_assert_max_num_queries(10):
            assert Caller().get(f"stages/{stage.uid}/{what}/").status == 200


def test_lists_of_people_take_the_same_queries_whatever_their_number(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    tournament = factories.tournament()
    event = factories.event(tournament)
    factories.drawn_stage(16, of=event)
    lifecycle.add_tables(tournament, by=None, names=[str(number) for number in range(9)])
    factories.entrant(factories.event(tournament, kind="doubles"))
    for path, most in (
        (f"events/{event.uid}/entrants/", 5),
        (f"tournaments/{tournament.uid}/matches/", 7),
        (f"tournaments/{tournament.uid}/tables/", 5),
        (f"tournaments/{tournament.uid}/events/", 5),
        (f"events/{event.uid}/stages/", 5),
    ):
        with django_assert_max_num_queries(most):
            assert Caller().get(path).status == 200
