"""Official lists: numbered, frozen, with places, provisional and inactive players, and adjustments."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from tests import factories
from tests.lists import feeds
from tournaments.actions.lists import computing, keeping, publishing
from tournaments.errors.common import InvalidFields
from tournaments.errors.federations import (
    DayTooEarly,
    DayTooLate,
    FormulaByPeriod,
    ListOfOtherOrigin,
    NotAnOfficer,
    UnknownFormula,
    WrongParameters,
)
from tournaments.models import (
    LatePolicy,
    ListStanding,
    OfficeKind,
    OfficialList,
    OfficialRow,
    RatingList,
)
from tournaments.ratings import UNITS

pytestmark = pytest.mark.django_db

DAY = feeds.FIRST_DAY


def _ratings(official: OfficialList) -> dict[str, int]:
    return dict(OfficialRow.objects.filter(official=official).values_list("uid", "rating"))


def _live(rating_list: RatingList) -> dict[str, int]:
    computing.compute(rating_list)
    return dict(ListStanding.objects.filter(list=rating_list).values_list("player__uid", "rating"))


def test_an_official_list_is_the_live_one_as_of_its_day() -> None:
    rating_list = feeds.rating_list()
    rows = feeds.season(feeds.players(9), 60)
    early = [row for row in rows if row.day is not None and row.day <= DAY + timedelta(weeks=3)]
    feeds.add(early, rating_list)
    live = _live(rating_list)
    feeds.add([row for row in rows if row not in early], rating_list)
    official = publishing.publish_list(rating_list, by=None, day=DAY + timedelta(weeks=3))
    assert _ratings(official) == live
    assert (official.number, official.players) == (1, 9)
    assert _live(rating_list) != live


def test_places_follow_the_ratings_and_who_is_level_shares_one() -> None:
    rating_list = feeds.rating_list(formula="fibs-no-ramp")
    ann, ben, cleo, dan = feeds.players(4)
    feeds.add([feeds.row(ann, ben, day=DAY), feeds.row(cleo, dan, day=DAY)], rating_list)
    official = publishing.publish_list(rating_list, by=None, day=DAY)
    places = dict(official.ratings.values_list("uid", "place"))
    assert places == {ann.uid: 1, cleo.uid: 1, ben.uid: 3, dan.uid: 3}


@pytest.mark.both_databases
def test_who_played_too_little_or_too_long_ago_has_no_place() -> None:
    rating_list = feeds.rating_list(provisional_below=14, inactive_after=12)
    ann, ben, cleo = feeds.players(3)
    day = date(2024, 2, 29)
    feeds.add(
        [feeds.row(ann, ben, day=day), feeds.row(ann, ben, day=day), feeds.row(cleo, ben, day=day)],
        rating_list,
    )
    statuses = []
    for later in (date(2025, 2, 28), date(2025, 3, 1)):
        official = publishing.publish_list(rating_list, by=None, day=later)
        statuses.append(dict(official.ratings.values_list("uid", "status")))
    assert statuses == [
        {ann.uid: "ranked", ben.uid: "ranked", cleo.uid: "provisional"},
        {ann.uid: "inactive", ben.uid: "inactive", cleo.uid: "provisional"},
    ]


@pytest.mark.both_databases
def test_an_official_list_never_changes(transactional_db: None) -> None:
    rating_list = feeds.rating_list()
    feeds.add(feeds.season(feeds.players(3), 5), rating_list)
    official = publishing.publish_list(rating_list, by=None, day=DAY + timedelta(days=9))
    for change in (
        lambda: OfficialList.objects.filter(pk=official.pk).update(day=DAY),
        lambda: OfficialRow.objects.filter(official=official).update(rating=1),
        lambda: OfficialRow.objects.filter(official=official).delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()


def test_late_results_rewrite_the_live_list_or_wait_for_the_next_official_one() -> None:
    """With adjustments, the last official list, the adjustment and every change since are the rating."""
    for late in LatePolicy.values:
        rating_list = feeds.rating_list(f"F{late.upper()}", late=late)
        people = feeds.players(6)
        feeds.add(feeds.season(people, 40), rating_list)
        day = DAY + timedelta(weeks=2)
        first = publishing.publish_list(rating_list, by=None, day=day)
        live = _live(rating_list)
        feeds.add([feeds.row(people[0], people[1], day=DAY, length=11)], rating_list)
        assert (_live(rating_list) == live) is (late == LatePolicy.ADJUST)
        second = publishing.publish_list(rating_list, by=None, day=day + timedelta(weeks=4))
        assert _ratings(second) == _live(rating_list)
        adjustments = dict(second.ratings.values_list("uid", "adjustment"))
        assert any(adjustments.values()) is (late == LatePolicy.ADJUST)
        as_of_first = publishing.players_as_of(rating_list, day)
        uids = {person.pk: person.uid for person in people}
        now = dict(
            zip(map(uids.get, as_of_first.key.tolist()), as_of_first.ratings.rating.tolist(), strict=True)
        )
        if late == LatePolicy.ADJUST:
            assert now == {uid: rating + adjustments[uid] for uid, rating in _ratings(first).items()}


def test_official_lists_follow_each_other_in_time() -> None:
    rating_list = feeds.rating_list()
    publishing.publish_list(rating_list, by=None, day=DAY)
    with pytest.raises(DayTooEarly):
        publishing.publish_list(rating_list, by=None, day=DAY)
    with pytest.raises(DayTooLate):
        publishing.publish_list(rating_list, by=None, day=date(2999, 1, 1))
    assert publishing.publish_list(rating_list, by=None, day=DAY + timedelta(days=1)).number == 2


@pytest.mark.parametrize(
    ("values", "error"),
    [
        ({"formula": "mystery"}, UnknownFormula),
        ({"formula": "glicko2"}, FormulaByPeriod),
        ({"formula": "fibs", "parameters": {"ramp": -1}}, WrongParameters),
        ({"formula": "fibs", "origin": "uploaded"}, ListOfOtherOrigin),
        ({"formula": "fibs", "inactive_after": 900}, InvalidFields),
    ],
)
def test_a_list_that_cannot_be_is_refused(values: dict[str, Any], error: type[Exception]) -> None:
    federation = factories.federation()
    with pytest.raises(error):
        keeping.create_list(federation, by=None, name="National", **values)
    assert not RatingList.objects.exists()


def test_another_formula_computes_every_rating_anew() -> None:
    rating_list = feeds.rating_list()
    feeds.add(feeds.season(feeds.players(6), 30), rating_list)
    live = _live(rating_list)
    rating_list = keeping.change_list(rating_list, by=None, formula="fibs-no-ramp")
    other = _live(rating_list)
    assert other != live
    assert sum(other.values()) == 6 * 1500 * UNITS
    assert _live(keeping.change_list(rating_list, by=None, formula="fibs")) == live


def test_rating_officers_keep_lists_and_nobody_else() -> None:
    rating_list = feeds.rating_list()
    federation = rating_list.federation
    registrar = factories.officer(federation)
    for call in (
        lambda: keeping.create_list(federation, by=registrar, name="Other", formula="elo"),
        lambda: keeping.change_list(rating_list, by=registrar, name="Other"),
        lambda: publishing.publish_list(rating_list, by=registrar, day=DAY),
    ):
        with pytest.raises(NotAnOfficer):
            call()
    officer = factories.officer(federation, OfficeKind.RATING_OFFICER)
    assert publishing.publish_list(rating_list, by=officer, day=DAY).by == officer
