"""Deviations beside a live list: those of a loop by months or weeks, and who of two is stronger."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from statistics import NormalDist
from typing import Any

import pytest

from matches.models import Player
from tests.api.client import Caller
from tests.lists import feeds
from tests.web.browsing import Visitor
from tournaments.actions.lists import computing, keeping
from tournaments.errors.common import InvalidFields
from tournaments.models import FeedRow, ListDeviation, ListOrigin, ListStanding, RatingList
from tournaments.ratings import FORMULAS
from tournaments.ratings.base import PeriodMatch, PeriodPlayer
from tournaments.ratings.formulas.glicko2 import POINT

pytestmark = pytest.mark.django_db


def twin(rows: list[FeedRow], *, by_weeks: bool) -> dict[int, PeriodPlayer]:
    """The end of the last period, player by player and period by period."""
    formula: Any = FORMULAS["glicko2"]
    players: dict[int, PeriodPlayer] = {}
    days = sorted({row.day for row in rows if row.day is not None})
    periods: dict[Any, list[FeedRow]] = defaultdict(list)
    for row in rows:
        periods[_period(row.day or days[-1], by_weeks=by_weeks)].append(row)
    every = [
        _period(days[0] + timedelta(days=number), by_weeks=by_weeks)
        for number in range((days[-1] - days[0]).days + 1)
    ]
    for period in dict.fromkeys(every):
        games: dict[int, list[PeriodMatch]] = defaultdict(list)
        for row in periods[period]:
            pair = (row.one_id, row.two_id) if row.winner == 1 else (row.two_id, row.one_id)
            for me, other, has_won in ((pair[0], pair[1], True), (pair[1], pair[0], False)):
                assert me is not None and other is not None  # noqa: PT018 - narrows both types
                games[me].append(PeriodMatch(players.get(other, formula.start), has_won=has_won))
        players = {
            key: formula.after_period(players.get(key, formula.start), games[key])
            for key in {*players, *games}
        }
    return players


def _period(day: date, *, by_weeks: bool) -> tuple[int, int]:
    year, week, _weekday = day.isocalendar()
    return (year, week) if by_weeks else (day.year, day.month)


def _stored(rating_list: RatingList) -> dict[int, PeriodPlayer]:
    rows = ListDeviation.objects.filter(list=rating_list)
    return {row.player_id: PeriodPlayer(row.rating, row.deviation, row.volatility) for row in rows}


@pytest.mark.parametrize("periods", ["months", "weeks"])
def test_deviations_are_those_of_a_loop_and_follow_the_list(periods: str) -> None:
    rating_list = feeds.rating_list(uncertainty=periods)
    people = feeds.players(8)
    rows = feeds.season(people, 80)
    # Nobody plays for a while, and one match has no day.
    rows += [
        feeds.row(people[0], people[1], day=date(2025, 9, 30)),
        feeds.row(people[2], people[0], day=None),
    ]
    feeds.add(rows, rating_list)
    computing.compute(rating_list)
    assert _stored(rating_list) == twin(rows, by_weeks=periods == "weeks")
    # A correction in the middle is in them, as in the list.
    correction = feeds.corrected(rows[30], winner=3 - (rows[30].winner or 1))
    feeds.add([correction], rating_list)
    computing.compute(rating_list)
    now = [*rows[:30], correction, *rows[31:]]
    assert _stored(rating_list) == twin(now, by_weeks=periods == "weeks")


@pytest.mark.both_databases
def test_the_federation_chooses_periods_or_none() -> None:
    rating_list = feeds.rating_list()
    feeds.add(feeds.season(feeds.players(4), 20), rating_list)
    digest = computing.compute(rating_list).digest
    assert _stored(rating_list) == {}
    rating_list = keeping.change_list(rating_list, by=None, uncertainty="months")
    assert computing.compute(rating_list).digest == digest
    by_months = _stored(rating_list)
    assert len(by_months) == 4
    rating_list = keeping.change_list(rating_list, by=None, uncertainty="weeks")
    computing.compute(rating_list)
    assert _stored(rating_list).keys() == by_months.keys()
    assert _stored(rating_list) != by_months
    rating_list = keeping.change_list(rating_list, by=None, uncertainty="")
    computing.compute(rating_list)
    assert _stored(rating_list) == {}
    with pytest.raises(InvalidFields):
        keeping.create_list(
            rating_list.federation,
            by=None,
            name="Partner",
            origin=ListOrigin.UPLOADED,
            uncertainty="weeks",
        )


@pytest.mark.both_databases
def test_who_of_two_is_stronger_is_said_to_everybody_about_who_is_public() -> None:
    rating_list = feeds.rating_list(uncertainty="weeks")
    ann, ben, cleo = people = feeds.players(3)
    for one in people[:2]:
        one.has_profile = True
        one.save()
    days = [feeds.FIRST_DAY + timedelta(days=number) for number in range(30)]
    feeds.add(
        [
            feeds.row(ann, (ben, cleo)[number % 2], day=day, winner=2 if number % 5 == 0 else 1)
            for number, day in enumerate(days)
        ],
        rating_list,
    )
    computing.compute(rating_list)
    known = _stored(rating_list)
    means = (known[ann.pk].rating - known[ben.pk].rating) / POINT
    spread = ((known[ann.pk].deviation / POINT) ** 2 + (known[ben.pk].deviation / POINT) ** 2) ** 0.5
    chance = 1 - NormalDist(means, spread).cdf(0)
    assert chance > 0.5
    address = f"lists/{rating_list.uid}/stronger/?one={{}}&two={{}}"
    answer = Caller().get(address.format(ann.uid, ben.uid)).body
    assert answer["chance"] == pytest.approx(chance)
    assert Caller().get(address.format(ben.uid, ann.uid)).body["chance"] == pytest.approx(1 - chance)
    assert answer["one"]["deviation"] == known[ann.pk].deviation / POINT
    page = Visitor().at("/" + address.format(ben.uid, ann.uid))
    assert f"{ann.name} is stronger than {ben.name}: {round(100 * chance)} %." in page
    for secret in (address.format(ann.uid, cleo.uid), address.format(ann.uid, "nobody")):
        assert Caller().get(secret).code == "not_on_list"
        assert Visitor().at("/" + secret).status == 400
    # They are found by name, without anybody who is not public.
    page = Visitor().at(f"/lists/{rating_list.uid}/stronger/?q=player")
    assert [link for link in page.links if link.startswith("?one=")] == [
        f"?one={one.uid}" for one in _by_rating(rating_list) if one.pk != cleo.pk
    ]
    assert f"Choose with whom {ann.name} is compared." in Visitor().at(
        f"/lists/{rating_list.uid}/stronger/?one={ann.uid}"
    )


def _by_rating(rating_list: RatingList) -> list[Player]:
    standings = ListStanding.objects.filter(list=rating_list).select_related("player")
    return [row.player for row in standings.order_by("-rating", "player_id")]


def test_a_list_without_uncertainty_says_so() -> None:
    rating_list = feeds.rating_list()
    assert Caller().get(f"lists/{rating_list.uid}/stronger/?one=a&two=b").code == "no_uncertainty"
    assert "does not show how certain its ratings are" in Visitor().at(f"/lists/{rating_list.uid}/stronger/")
