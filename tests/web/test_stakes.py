"""Before a match its page and its slip say whether it is rated, and what it would change in the lists."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from pytest_django.fixtures import DjangoAssertNumQueries

from matches.models import Match, Player
from tests import factories
from tests.api.client import Caller
from tests.lists import feeds
from tests.web.browsing import Visitor
from tournaments import access
from tournaments.actions import results
from tournaments.actions.feed import judging
from tournaments.actions.lists import computing
from tournaments.models import CountingRule, RatingList, pairing_of
from tournaments.queries.ratings.counted import counting_of_match
from tournaments.queries.ratings.stakes import MatchStake, with_stakes
from tournaments.ratings import UNITS
from tournaments.web.results.match_page import counting_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """An open match to 7 of an event that a federation has sanctioned."""
    return factories.open_match().match


@pytest.fixture
def rating_list(match: Match) -> RatingList:
    """The list of the federation, in which the first side has beaten the second one to 9 before."""
    row = feeds.rating_list()
    factories.sanction(pairing_of(match).stage.event, row.federation)
    one, two = players(match)
    feeds.add([feeds.row(one, two, day=date(2027, 1, 10), length=9)], row)
    computing.compute(row)
    return row


def players(match: Match) -> tuple[Player, Player]:
    return match.one.members.get().player, match.two.members.get().player


def stakes(match: Match, length: int = 7) -> tuple[MatchStake, ...]:
    [line] = with_stakes({match: length}, {match: counting_of_match(match)})[match]
    return line.stakes


def test_stakes_are_those_of_the_formula_with_the_ratings_of_now(
    match: Match, rating_list: RatingList
) -> None:
    [stake] = stakes(match)
    # Worked by hand: both began at 1500, and 4 * 5 * 3 * 0.5 is 30.
    assert (stake.one.rating, stake.two.rating) == (1530 * UNITS, 1470 * UNITS)
    # The ramp after 9 points of experience is 4.91, and the favourite has a chance of 0.5456.
    factor = Decimal(4) * Decimal("4.91") * Decimal(7).sqrt()
    chance = 1 / (1 + Decimal(10) ** (-Decimal(60) * Decimal(7).sqrt() / 2000))
    assert abs(Decimal(stake.one.if_won) - factor * (1 - chance) * UNITS) < 2
    assert abs(Decimal(stake.one.if_lost) + factor * chance * UNITS) < 2
    assert (stake.two.if_won, stake.two.if_lost) == (-stake.one.if_lost, -stake.one.if_won)


def test_the_page_says_so_before_play_and_the_effect_afterwards(
    match: Match, rating_list: RatingList
) -> None:
    one, two = players(match)
    page = Visitor().open("match", match.uid)
    assert "Rated." in page
    assert f"{one.name} 1530.00 (+23.61 if won, −28.35 if lost)" in page
    assert f"{two.name} 1470.00 (+28.35 if won, −23.61 if lost)" in page
    french = Visitor().at(f"/m/{match.uid}/", **{"Accept-Language": "fr"})
    assert "+23,61 en cas de victoire" in french
    results.report(match, by=one, score=(7, 3))
    results.confirm(match.reports.get(), by=two)
    after = Visitor().open("match", match.uid)
    assert "if won" not in after


def test_a_match_that_is_not_rated_says_why_and_has_no_stakes(match: Match, rating_list: RatingList) -> None:
    judging.set_counting_rules(rating_list.federation, by=None, rules={"version": 1, "shortest": 9})
    page = Visitor().open("match", match.uid)
    assert "Not rated." in page
    assert "if won" not in page
    judging.set_counting_rules(
        rating_list.federation, by=None, rules={"version": 1, "membership": "everybody"}
    )
    # Who is a member is told to the two and to the desk alone.
    assert "member" not in Visitor().open("match", match.uid)
    assert "member" in Visitor(players(match)[0]).open("match", match.uid)


def test_no_stakes_are_shown_that_would_be_others_in_the_list(match: Match, rating_list: RatingList) -> None:
    assert stakes(match)
    for change in ({"order": "events"}, {"rules": "trial"}, {"origin": "uploaded", "formula": ""}):
        RatingList.objects.filter(pk=rating_list.pk).update(**{"order": "matches", "rules": "", **change})
        assert stakes(match) == (), change


def test_the_page_of_an_open_match_asks_little_where_no_federation_rates_it(
    match: Match, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    stranger = access.Visitor()
    counting_for(stranger, match)
    with django_assert_num_queries(1):
        assert counting_for(stranger, match) == ()


def test_the_page_of_an_open_match_that_is_rated_asks_a_fixed_number_of_times(
    match: Match, rating_list: RatingList, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    stranger = access.Visitor()
    counting_for(stranger, match)
    with django_assert_num_queries(17):
        [line] = counting_for(stranger, match)
    assert line.stakes


def test_a_slip_has_them_for_every_match_by_as_many_queries(
    rating_list: RatingList, match: Match, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    stage = pairing_of(match).stage
    director = factories.owner(stage.event.tournament)
    page = Visitor(director).open("desk_print_slips", stage.uid)
    assert "National:" in page
    assert "1530.00 (+23.61 if won, −28.35 if lost)" in page
    larger = factories.drawn_stage(16)
    factories.sanction(larger.event, rating_list.federation)
    matches = list(Match.objects.filter(pairing__stage=larger).exclude(one=None).exclude(two=None))
    counting = {one: counting_of_match(one) for one in matches}
    with django_assert_num_queries(3):
        lines = with_stakes(dict.fromkeys(matches, 7), counting)
    assert all(line.stakes for rows in lines.values() for line in rows)


def test_the_api_says_whether_a_match_is_rated_and_asks_anew_when_a_federation_changes_its_mind(
    match: Match, rating_list: RatingList
) -> None:
    address = f"matches/{match.uid}/"
    first = Caller().get(address)
    assert (first.body["rated"], first.body["reason"]) == (True, None)
    etag = first.headers["ETag"]
    assert Caller().get(address, **{"If-None-Match": etag}).status == 304
    rules = CountingRule.objects.get(federation=rating_list.federation)
    judging.set_counting_rules(rating_list.federation, by=None, rules={**rules.data, "shortest": 9})
    later = Caller().get(address, **{"If-None-Match": etag})
    assert (later.status, later.body["rated"], later.body["reason"]) == (200, False, "too_short")


def test_where_no_federation_was_asked_nothing_is_said_of_rating(match: Match) -> None:
    body = Caller().get(f"matches/{match.uid}/").body
    assert (body["rated"], body["reason"]) == (None, None)
