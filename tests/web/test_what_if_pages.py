"""The page and the read on which somebody asks a list: whom they may name, and what they are told."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from matches.models import Player
from tests import factories
from tests.api.client import Caller
from tests.lists import feeds
from tests.web.browsing import Page, Visitor
from tournaments.actions.entrants import registration
from tournaments.actions.federations import sanctions
from tournaments.actions.lists import computing
from tournaments.api.response import points_text
from tournaments.models import ListStanding, RatingList
from tournaments.ratings import FORMULAS, UNITS, RatedPlayer
from tournaments.web.wording.ratings import change_words

pytestmark = pytest.mark.django_db


@pytest.fixture
def rating_list() -> RatingList:
    """A list of twelve, of whom all but the last two have a public profile."""
    new = feeds.rating_list()
    people = feeds.players(12)
    for place, one in enumerate(people):
        one.has_profile = True if place < 10 else None
        one.save()
    feeds.add(feeds.season(people, 60), new)
    computing.compute(new)
    return new


def _people(rating_list: RatingList) -> list[Player]:
    return [row.player for row in ListStanding.objects.filter(list=rating_list).order_by("player_id")]


def _rated(rating_list: RatingList, player: Player) -> RatedPlayer:
    row = ListStanding.objects.get(list=rating_list, player=player)
    return RatedPlayer(row.rating, row.experience)


def _question(player: Player, *matches: tuple[Player, int, str], **more: str) -> str:
    rows = [
        pair
        for opponent, length, result in matches
        for pair in (("opponent", opponent.uid), ("length", str(length)), ("result", result))
    ]
    return "?" + urlencode([("player", player.uid), *rows, *more.items()])


def _at(rating_list: RatingList, query: str = "", *, by: Player | None = None) -> Page:
    return Visitor(by).at(f"/lists/{rating_list.uid}/what-if/{query}")


def test_given_results_are_rated_as_the_list_rates_them(rating_list: RatingList) -> None:
    one, two, three, *_others = _people(rating_list)
    query = _question(one, (two, 7, "won"), (three, 5, "lost"))
    formula: Any = FORMULAS["fibs"]
    before = _rated(rating_list, one)
    gain, _loss = formula.changes(before, _rated(rating_list, two), length=7)
    middle = RatedPlayer(before.rating + gain, before.experience + 7)
    _gain, loss = formula.changes(_rated(rating_list, three), middle, length=5)
    answer = Caller().get(f"lists/{rating_list.uid}/what-if/{query}").body
    [line] = answer["lines"]
    assert line["worst"] == line["best"] == answer["expected"] == points_text(gain + loss)
    assert [match["rating"] for match in answer["matches"]] == [
        points_text(row.rating) for row in (before, middle)
    ]
    page = _at(rating_list, query)
    assert f"change the rating by exactly {change_words(gain + loss)}" in page
    # The list itself says the same once the matches are played.
    day = feeds.FIRST_DAY + timedelta(weeks=60)
    rows = [
        feeds.row(one, two, day=day, length=7, slot=1),
        feeds.row(one, three, day=day, winner=2, length=5, slot=2),
    ]
    for row in rows:
        row.event_uid = "later"
    feeds.add(rows, rating_list)
    computing.compute(rating_list)
    assert _rated(rating_list, one).rating == before.rating + gain + loss


def test_a_number_of_wins_has_a_range_and_a_mean(rating_list: RatingList) -> None:
    one, two, three, four, *_others = _people(rating_list)
    matches = [(other, 7, "open") for other in (two, three, four)]
    answer = Caller().get(f"lists/{rating_list.uid}/what-if/{_question(one, *matches)}").body
    line = answer["lines"][2]
    worst, expected, best = (int(Decimal(line[name]) * UNITS) for name in ("worst", "expected", "best"))
    assert worst < expected < best
    page = _at(rating_list, _question(one, *matches, wins="2"))
    figures = [change_words(units) for units in (worst, best, expected)]
    assert "2 wins change the rating by {} to {}, about {} on average.".format(*figures) in page
    assert sum(one["chance"] for one in answer["lines"]) == pytest.approx(1)


def test_somebody_is_found_added_and_taken_away_by_links_alone(rating_list: RatingList) -> None:
    one, two, *_others, secret = _people(rating_list)
    page = _at(rating_list, "?q=player+0")
    [link] = [address for address in page.links if one.uid in address]
    page = _at(rating_list, link)
    assert f"{one.name} has " in page
    page = _at(rating_list, f"{link}&q=player+1")
    [link] = [address for address in page.links if f"opponent={two.uid}" in address]
    page = _at(rating_list, link)
    assert "Length of match 1" in page.html
    [away] = [
        address for address in page.links if address.startswith("?player") and "opponent" not in address
    ]
    assert parse_qs(urlsplit(away).query) == {"player": [one.uid]}
    assert "Nobody on the list by this name" in _at(rating_list, f"?q={secret.name}")


def test_only_who_is_on_the_list_and_public_is_named(rating_list: RatingList) -> None:
    one, *_others, secret = _people(rating_list)
    stranger = factories.player("Stella", email="stella@example.org")
    for query in (
        _question(secret),
        _question(stranger),
        _question(one, (secret, 7, "won")),
        _question(one, (one, 7, "won")),
    ):
        refusal = Caller().get(f"lists/{rating_list.uid}/what-if/{query}")
        assert (refusal.status, refusal.code) == (400, "not_on_list")
        page = _at(rating_list, query)
        assert page.status == 400
        assert "Choose a player of the list." in page
    assert "Ask for" not in _at(rating_list, by=secret)
    Player.objects.filter(pk=one.pk).update(email="one@example.org")
    assert f"Ask for {one.name}" in _at(rating_list, by=one)


@pytest.mark.parametrize(
    ("columns", "code"),
    [
        ({"opponent": ["x"], "length": []}, "uneven_matches"),
        ({"opponent": ["x"], "length": ["0"]}, "uneven_matches"),
        ({"opponent": ["x"], "length": ["seven"]}, "uneven_matches"),
        ({"opponent": ["x"], "length": ["7"], "result": ["drawn"]}, "uneven_matches"),
        ({"opponent": ["x"] * 16, "length": ["7"] * 16}, "too_many_matches"),
        ({}, "not_on_list"),
    ],
)
def test_matches_that_cannot_be_are_refused(
    rating_list: RatingList, columns: dict[str, list[str]], code: str
) -> None:
    query = urlencode(columns, doseq=True)
    assert Caller().get(f"lists/{rating_list.uid}/what-if/?{query}").code == code


@pytest.mark.both_databases
def test_the_players_of_an_event_are_added_at_once(rating_list: RatingList) -> None:
    one, two, three, *_others, secret = _people(rating_list)
    event = factories.event()
    today = timezone.localdate(timezone=rating_list.federation.time_zone)
    type(event.tournament).objects.update(starts_on=today, ends_on=today, visibility="public")
    for player in (one, two, three, secret):
        registration.enter(event, by=None, players=[player])
    sanctions.grant_sanction(
        sanctions.request_sanction(event, rating_list.federation, by=None), by=None, event_class="Main"
    )
    page = _at(rating_list, f"{_question(one)}&event={event.uid}")
    [link] = [address for address in page.links if address.count("opponent=") == 2]
    assert {two.uid, three.uid} == set(parse_qs(urlsplit(link).query)["opponent"])
    assert secret.name not in page


def test_the_page_asks_as_much_for_many_matches_as_for_one(
    rating_list: RatingList, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    one, *others = _people(rating_list)[:10]
    for some in (others[:1], others):
        with django_assert_num_queries(3):
            assert _at(rating_list, _question(one, *((other, 7, "open") for other in some))).status == 200
