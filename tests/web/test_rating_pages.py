"""The rating of a person explained: pages and API add up to the last digit, and tell nobody what they may not know."""

from __future__ import annotations

import json
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from random import Random

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from matches.models import Match, Player
from tests import factories
from tests.api.client import ROOT, Caller
from tests.lists import feeds
from tests.web.browsing import Visitor
from tournaments.actions.feed import judging, writing
from tournaments.actions.lists import computed_list, computing, publishing
from tournaments.models import (
    CountingRule,
    FeedRow,
    ListOrder,
    ListStanding,
    RatingHistory,
    RatingList,
)
from tournaments.queries.ratings.histories import HistoryMatch, unpacked
from tournaments.queries.ratings.match_ratings import in_list
from tournaments.queries.ratings.rating_story import (
    PeriodKind,
    PersonInList,
    RatingStory,
    rating_story,
)
from tournaments.ratings import UNITS, RatedPlayer
from tournaments.web.federations.rating_graph import rating_graph

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases(long=True)]


def _computed(order: ListOrder = ListOrder.MATCHES, **values: str) -> RatingList:
    """A list of 400 matches of nine people over years, with two official ones, one match without a day."""
    people = feeds.players(9)
    row = feeds.rating_list(order=order, **values)
    season = feeds.season(people, 400)
    feeds.add([*season, feeds.row(people[0], people[1], day=None)], row)
    for days in (90, 200):
        publishing.publish_list(row, by=None, day=feeds.FIRST_DAY + timedelta(days=days))
    computing.compute(row)
    return RatingList.objects.select_related("federation").get(pk=row.pk)


def _story(row: RatingList, player: Player) -> RatingStory:
    story = rating_story(PersonInList(row, player))
    assert story is not None
    return story


@pytest.mark.parametrize("order", list(ListOrder))
@pytest.mark.parametrize("formula", ["fibs", "brass-city", "elo"])
def test_the_start_and_every_change_make_the_rating_however_they_are_parted(
    order: ListOrder, formula: str
) -> None:
    row = _computed(order, formula=formula)
    for standing in ListStanding.objects.filter(list=row).select_related("player"):
        story = _story(row, standing.player)
        assert (story.start, story.now) == (1500 * 10**9, standing.rating)
        assert (story.sum.matches, story.sum.wins) == (standing.matches, standing.wins)
        for kind in PeriodKind:
            parts = story.periods(kind)
            assert parts[0].start == story.start
            assert parts[-1].end == story.now
            assert all(one.end == other.start for one, other in pairwise(parts))
            assert sum(part.sum.expected for part in parts) == pytest.approx(story.sum.expected)
        sums = ([total for _l, total in story.by_length()], [total for *_b, total in story.by_strength()])
        for totals in sums:
            assert sum(total.change for total in totals) == story.now - story.start
            assert sum(total.matches for total in totals) == standing.matches
        most = {abs(match.history.change) for match in story.most_moving()}
        assert max(
            abs(match.history.change) for match in story.matches if match not in story.most_moving()
        ) <= min(most)


@pytest.mark.parametrize("order", list(ListOrder))
@pytest.mark.parametrize("formula", ["fibs", "fibs-no-ramp", "brass-city", "elo"])
def test_every_stored_change_is_the_one_that_its_match_is_explained_by(
    order: ListOrder, formula: str
) -> None:
    """Computed anew from what is stored of it, in both orders of a list; the other result has the other sign."""
    row = _computed(order, formula=formula)
    count = 0
    for bucket, data in RatingHistory.objects.filter(list=row).values_list("bucket", "matches"):
        for match in unpacked(bucket, data):
            change = in_list(row, match)
            changes = (change.one.change, change.two.change)
            other_changes = (change.one.other_change, change.two.other_change)
            assert (changes, other_changes) == _changes(row, match)
            assert change.one.change == match.change
            assert (change.one.change > 0) is bool(match.has_won) is (change.one.other_change < 0)
            count += 1
    assert count == 2 * 401


def _changes(row: RatingList, match: HistoryMatch) -> tuple[tuple[int, int], tuple[int, int]]:
    """The changes of both, and those if the other one had won."""
    formula = computed_list.formula_of(row)
    one = RatedPlayer(match.rating, match.experience)
    two = RatedPlayer(match.opponent_rating, match.opponent_experience)
    if_one_wins = formula.changes(one, two, length=match.length)
    gain, loss = formula.changes(two, one, length=match.length)
    return (if_one_wins, (loss, gain)) if match.has_won else ((loss, gain), if_one_wins)


def test_a_page_explains_a_person_with_a_profile_and_oneself(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    row = _computed()
    standing = ListStanding.objects.filter(list=row).select_related("player").order_by("-rating")[1]
    player = standing.player
    address = f"/lists/{row.uid}/players/{player.uid}/"
    assert Client().get(address).status_code == 404
    own = Visitor(player).at(address)
    assert own.status == 200
    Player.objects.update(has_profile=True)
    with django_assert_num_queries(8):
        page = Client().get(address).content.decode()
    for words in ("2025", "All together", "By strength of the opponent", "<path", "an event elsewhere"):
        assert words in page, words
    assert "Between official lists" in page
    official = Visitor().at(f"{address}?by=official&page=2")
    assert "since then" in official
    assert "Page 2 of" in official
    assert Client().get(f"/lists/{row.uid}/players/{factories.player('Nobody').uid}/").status_code == 404
    list_page = Visitor().open("rating_list", row.uid)
    assert address in list_page.html


def test_a_person_who_only_began_or_is_only_in_official_lists_is_told_so() -> None:
    one, two = feeds.players(2)
    Player.objects.update(has_profile=True)
    row = feeds.rating_list()
    feeds.add([feeds.row(one, two, day=date(2026, 1, 3))], row)
    for day in (date(2026, 1, 31), date(2026, 2, 28)):
        publishing.publish_list(row, by=None, day=day)
    # The live list was never computed.
    assert "In official lists" in Visitor().at(f"/lists/{row.uid}/players/{one.uid}/")
    ListStanding.objects.create(
        list=row, player=two, rating=1600 * 10**9, experience=0, matches=0, wins=0, last_day=0
    )
    page = Visitor().at(f"/lists/{row.uid}/players/{two.uid}/")
    assert "In official lists" in page
    assert Caller().get(f"lists/{row.uid}/players/{two.uid}/").body["rating"] == "1600.000000000"


@pytest.fixture
def game() -> tuple[RatingList, Match]:
    """A list in which the matches of a played bracket count, with one of them."""
    stage = factories.drawn_stage(4)
    factories.play_open_matches(stage)
    row = feeds.rating_list()
    writing.write_all()
    judging.judge_all()
    computing.compute(row)
    Player.objects.update(has_profile=True)
    match = Match.objects.get(uid=FeedRow.objects.order_by("number")[0].match_uid)
    return RatingList.objects.get(pk=row.pk), match


def test_a_match_is_explained_with_the_other_result(
    game: tuple[RatingList, Match], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    row, match = game
    [line] = Caller().get(f"matches/{match.uid}/ratings/").body
    assert (line["list"], line["length"], line["order"]) == (row.uid, match.length, "matches")
    winner, loser = (line["one"], line["two"]) if line["winner"] == "one" else (line["two"], line["one"])
    assert winner["chance"] == loser["chance"] == 0.5
    gain, loss = Decimal(winner["change"]), Decimal(loser["change"])
    assert (gain, Decimal(winner["other_change"])) == (-loss, loss)
    # Both are rounded to a billionth.
    assert abs(Decimal(winner["stake"]) - 2 * gain) <= Decimal("1e-9")
    page = Visitor().open("match_ratings", match.uid)
    assert "Points at stake" in page
    assert "50.0 %" in page
    CountingRule.objects.update(name="elsewhere")
    assert "It counts in no list yet" in Visitor().open("match_ratings", match.uid)
    assert Caller().get(f"matches/{match.uid}/ratings/").body == []


def test_a_match_of_an_event_that_is_not_public_has_no_names(game: tuple[RatingList, Match]) -> None:
    row, match = game
    stage = match.pairing.stage
    player = match.one.members.get().player
    opponent = match.two.members.get().player
    address = f"lists/{row.uid}/players/{player.uid}/"
    for visibility, is_told in (("public", True), ("unlisted", False)):
        type(stage.event.tournament).objects.update(visibility=visibility)
        page = Visitor().at(f"/{address}")
        assert (opponent.name in page) is is_told
        assert (stage.event.name in page) is is_told
        assert (f"/m/{match.uid}/ratings/" in page.html) is is_told
        body = Caller().get(address).body["results"][-1]
        assert [body["match"], body["opponent_name"]] == (
            [match.uid, opponent.name] if is_told else [None, None]
        )
        assert (opponent.uid in json.dumps(Caller().get(address).body)) is is_told


def test_the_api_explains_what_the_page_does() -> None:
    row = _computed(ListOrder.EVENTS)
    Player.objects.update(has_profile=True)
    standing = ListStanding.objects.filter(list=row).select_related("player")[0]
    address = f"lists/{row.uid}/players/{standing.player.uid}/"
    answer = Caller().get(address)
    story = answer.body
    change = Decimal(story["sum"]["change"])
    assert Decimal(story["rating"]) == Decimal(standing.rating) / UNITS == Decimal(story["start"]) + change
    for name in ("years", "officials", "lengths", "strengths", "events"):
        assert sum(Decimal(part["sum"]["change"]) for part in story[name]) == change, name
    assert len(story["most_moving"]) == 3
    assert Caller().get(address, If_None_Match=answer.headers["ETag"]).status == 304
    first = Caller().get(f"{address}?page_size=20")
    second = Caller().get(first.body["next"])
    whole = Client().get(f"{ROOT}{address}?format=ndjson").getvalue().decode().splitlines()
    rows = [json.loads(line) for line in whole]
    assert rows[:40] == [*first.body["results"], *second.body["results"]]
    assert sum(Decimal(row["change"]) for row in rows) == change
    for row in rows:
        assert Decimal(row["before"]) + Decimal(row["change"]) == Decimal(row["after"])
    assert [row["before"] for row in rows] == [*(row["after"] for row in rows[1:]), story["start"]]
    assert Caller().get(f"{address}?cursor=nothing").status == 400


def test_a_graph_has_few_lines_and_ends_where_its_ratings_end() -> None:
    chance = Random(2)
    for days, count in ((1, 3), (40, 9), (400, 50), (9000, 900)):
        points = [
            (date(2001, 1, 1) + timedelta(days=days * place // count), chance.randrange(400, 2600) * 10**9)
            for place in range(count)
        ]
        graph = rating_graph(points)
        assert graph is not None
        assert 2 <= len(graph.ratings) <= 6
        assert 1 <= len(graph.times) <= 8
        places = [tuple(map(float, point.split())) for point in graph.path[1:].split("L")]
        assert len(places) == count
        assert all(0 <= x <= 1000 and 0 <= y <= 300 for x, y in places)
        assert [x for x, _y in places] == sorted(x for x, _y in places)
    assert rating_graph(points[:1]) is None
