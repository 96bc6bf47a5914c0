"""Variations: what a list computed from the feed by changed rules would be, and nothing that is stored moves."""

from __future__ import annotations

from datetime import date, timedelta
from math import log
from typing import Any

import pytest

from tests import factories
from tests.lists import feeds
from tournaments.actions.feed import judging
from tournaments.actions.lists import computing, keeping, publishing, variations
from tournaments.errors.federations import (
    FormulaByPeriod,
    ListOfOtherOrigin,
    NotAnOfficer,
    UnknownFormula,
    WrongCountingRules,
    WrongParameters,
)
from tournaments.errors.lists import NothingVaried, TooManyEvents, UnknownEvents, VariationUnderWay
from tournaments.models import (
    CountingRule,
    FeedRow,
    FeedVerdict,
    ListOrigin,
    ListStanding,
    ListVariation,
    OfficeKind,
    OutboxJob,
    RatingList,
    VariationMove,
)
from tournaments.queries.ratings.variations import VariationResult, VariationTerms
from tournaments.queue import MAX_ATTEMPTS, Job
from tournaments.ratings import UNITS
from tournaments.tasks import run_due

pytestmark = pytest.mark.django_db

Moves = dict[int, tuple[int | None, int, int]]


def varied(rating_list: RatingList, **terms: Any) -> ListVariation:
    """A variation of a list, computed by its job."""
    variation = variations.ask_variation(rating_list, by=None, terms=VariationTerms.of(**terms))
    run_due()
    variation.refresh_from_db()
    assert variation.is_computed, OutboxJob.objects.first()
    return variation


def present(variation: ListVariation) -> Moves:
    """Place, rating and matches of everybody in the list as it is."""
    rows = VariationMove.objects.filter(variation=variation)
    return {row.player_id: (row.place, row.rating, row.matches) for row in rows}


def other(variation: ListVariation) -> Moves:
    """Place, rating and matches of everybody in the variation."""
    rows = VariationMove.objects.filter(variation=variation)
    return {row.player_id: (row.other_place, row.other_rating, row.other_matches) for row in rows}


def stored(rating_list: RatingList) -> Moves:
    """Place, rating and matches in the list, computed and published in the way of the service."""
    computing.compute(rating_list)
    official = publishing.publish_list(rating_list, by=None, day=date(2026, 6, 1))
    places = dict(official.ratings.values_list("uid", "place"))
    rows = ListStanding.objects.filter(list=rating_list).select_related("player")
    return {row.player_id: (places[row.player.uid], row.rating, row.matches) for row in rows}


@pytest.fixture
def rating_list() -> RatingList:
    """A list of a season of 120 matches in twelve events, of which all are rated."""
    new = feeds.rating_list(provisional_below=20)
    feeds.add(feeds.season(feeds.players(12), 120), new)
    return new


@pytest.mark.parametrize(
    ("terms", "settings"),
    [
        ({"formula": "fibs-no-ramp"}, {"formula": "fibs-no-ramp"}),
        ({"parameters": {"ramp": 1}}, {"parameters": {"ramp": 1}}),
        ({"stakes": 50}, {"parameters": {"factor": 2}}),
        ({"order": "events"}, {"order": "events"}),
        ({"first_day": date(2025, 2, 1)}, {"starts_on": date(2025, 2, 1)}),
        (
            {"formula": "elo", "stakes": 50, "first_day": date(2025, 2, 1)},
            {
                "formula": "elo",
                "starts_on": date(2025, 2, 1),
                "parameters": {"k_by_length": {"1": 4, "3": 7, "5": 9, "7": 10.5, "9": 12, "11": 13.5}},
            },
        ),
    ],
)
def test_a_variation_is_the_list_that_the_same_settings_would_make(
    rating_list: RatingList, terms: dict[str, Any], settings: dict[str, Any]
) -> None:
    variation = varied(rating_list, **terms)
    twin = RatingList.objects.get(pk=rating_list.pk)
    assert present(variation) == stored(twin)
    variant = keeping.create_list(
        rating_list.federation,
        by=None,
        name="Twin",
        **{"formula": "fibs", "provisional_below": 20, **settings},
    )
    assert {key: row for key, row in other(variation).items() if row[2]} == stored(variant)


@pytest.mark.parametrize("order", ["matches", "events"])
def test_other_counting_rules_are_judged_without_touching_verdicts(order: str) -> None:
    rating_list = feeds.rating_list(order=order)
    rows = feeds.add(feeds.season(feeds.players(12), 120), rating_list)
    verdicts = list(FeedVerdict.objects.order_by("pk").values())
    computing.compute(rating_list)
    variation = varied(rating_list, rules={"shortest": 7})
    assert list(FeedVerdict.objects.order_by("pk").values()) == verdicts
    assert CountingRule.objects.count() == 1
    result = VariationResult.from_dict(variation.result)
    long = [row for row in rows if row.length >= 7]
    assert (result.present.own.matches, result.varied.own.matches) == (120, len(long))
    assert result.present.shared.matches == result.varied.shared.matches == len(long)
    judging.set_counting_rules(rating_list.federation, by=None, rules={"version": 1, "shortest": 7})
    judging.judge_all()
    assert {key: row for key, row in other(variation).items() if row[2]} == stored(rating_list)


@pytest.mark.both_databases
def test_events_are_left_out(rating_list: RatingList) -> None:
    events = ["event00003", "event00004"]
    variation = varied(rating_list, without_events=events)
    result = VariationResult.from_dict(variation.result)
    assert (result.present.own.matches, result.varied.own.matches) == (120, 100)
    twin = feeds.rating_list("TWIN", provisional_below=20)
    rule = CountingRule.objects.get(federation=twin.federation)
    feeds.judge(rule, FeedRow.objects.exclude(event_uid__in=events))
    assert {key: row for key, row in other(variation).items() if row[2]} == stored(twin)


def test_scores_are_those_worked_by_hand() -> None:
    """Two matches between the same two: the first is a coin, and the second is known by the first."""
    rating_list = feeds.rating_list(formula="fibs-no-ramp")
    ann, ben = feeds.players(2)
    rows = [feeds.row(ann, ben, day=feeds.FIRST_DAY + timedelta(days=day), length=9) for day in (0, 1)]
    feeds.add(rows, rating_list)
    result = VariationResult.from_dict(varied(rating_list, stakes=50).result)
    # A coin moves both by 4 * 3 / 2 = 6 points, half of them by 3; 12 and 6 points lie between them afterwards.
    for side, distance in ((result.present, 12), (result.varied, 6)):
        chance = 1 / (1 + 10 ** (-distance * 3 / 2000))
        assert side.own.log_loss == pytest.approx((log(2) - log(chance)) / 2)
        assert side.own.brier == pytest.approx((0.25 + (1 - chance) ** 2) / 2)
        [bucket] = side.own.calibration
        assert (bucket.length, bucket.least, bucket.matches, bucket.won) == (9, 0.5, 2, 1.5)
        assert bucket.expected == pytest.approx(0.5 + chance)


@pytest.mark.both_databases
def test_everybody_who_is_in_one_list_alone_has_no_place_in_the_other() -> None:
    rating_list = feeds.rating_list(formula="fibs-no-ramp")
    ann, ben, cleo, dan = feeds.players(4)
    feeds.add(
        [
            feeds.row(ann, ben, day=feeds.FIRST_DAY, length=5),
            feeds.row(cleo, dan, day=feeds.FIRST_DAY, length=1),
        ],
        rating_list,
    )
    variation = varied(rating_list, rules={"shortest": 3})
    assert present(variation)[cleo.pk] == (2, 1502 * UNITS, 1)
    assert other(variation)[cleo.pk] == (None, 1500 * UNITS, 0)
    moves = list(VariationMove.objects.filter(variation=variation).order_by("pk"))
    assert [move.player_id for move in moves] == [ann.pk, ben.pk, cleo.pk, dan.pk]
    assert [move.change for move in moves] == [0, 0, None, None]


@pytest.mark.parametrize(
    ("terms", "error"),
    [
        ({}, NothingVaried),
        ({"stakes": 100}, NothingVaried),
        ({"formula": "mystery"}, UnknownFormula),
        ({"formula": "glicko2"}, FormulaByPeriod),
        ({"parameters": {"ramp": -1}}, WrongParameters),
        ({"rules": {"shortest": 0}}, WrongCountingRules),
        ({"rules": {"nonsense": 1}}, WrongCountingRules),
        ({"without_events": ["nothing"]}, UnknownEvents),
        ({"without_events": [str(number) for number in range(201)]}, TooManyEvents),
    ],
)
def test_terms_that_cannot_be_are_refused(terms: dict[str, Any], error: type[Exception]) -> None:
    rating_list = feeds.rating_list()
    with pytest.raises(error):
        variations.ask_variation(rating_list, by=None, terms=VariationTerms.of(**terms))
    assert not ListVariation.objects.exists()


@pytest.mark.both_databases
def test_one_is_computed_at_a_time_by_who_may_rate() -> None:
    rating_list = feeds.rating_list()
    terms = VariationTerms.of(stakes=50)
    auditor = factories.officer(rating_list.federation, OfficeKind.AUDITOR)
    with pytest.raises(NotAnOfficer):
        variations.ask_variation(rating_list, by=auditor, terms=terms)
    officer = factories.officer(rating_list.federation, OfficeKind.RATING_OFFICER)
    first = variations.ask_variation(rating_list, by=officer, terms=terms)
    with pytest.raises(VariationUnderWay):
        variations.ask_variation(rating_list, by=officer, terms=terms)
    # One whose job is dead is given up by the sweep.
    OutboxJob.objects.filter(name=Job.VARIATION).update(is_dead=True, attempts=MAX_ATTEMPTS)
    variations.fail_dead()
    first.refresh_from_db()
    assert first.failure == "not_computed"
    second = variations.ask_variation(rating_list, by=officer, terms=terms)
    run_due()
    second.refresh_from_db()
    assert second.is_computed


def test_an_uploaded_list_has_no_variation() -> None:
    federation = factories.federation()
    partner = keeping.create_list(federation, by=None, name="Partner", origin=ListOrigin.UPLOADED)
    with pytest.raises(ListOfOtherOrigin):
        variations.ask_variation(partner, by=None, terms=VariationTerms.of(stakes=50))
