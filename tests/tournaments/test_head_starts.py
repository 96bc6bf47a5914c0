"""Head starts: the lower rating begins with points, and score, Crawford game, pages and ratings agree about it."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.errors import ReportRefused
from matches.models import Match
from matches.queries.scoresheet import conditions
from rules.game import Ended, GameScore, Result
from rules.match import Side
from tests import factories
from tests.api.client import Caller
from tests.tournaments.audits import is_clean
from tests.tournaments.test_event_lists import entered, listed, publish
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.events import lifecycle
from tournaments.actions.events.rating_list import choose_list
from tournaments.errors.events import InvalidRules
from tournaments.models import Stage
from tournaments.queries.events.event_rules import HeadStart
from tournaments.queries.ratings.match_facts import facts_of_matches
from tournaments.ratings import UNITS
from tournaments.ratings.counting import CountingRules, UnratedReason, verdict

FIRST_DAY = date(2026, 3, 7)


@given(
    one=st.none() | st.integers(1000, 2000),
    two=st.none() | st.integers(1000, 2000),
    step=st.none() | st.integers(10, 1000),
    most=st.none() | st.integers(1, 24),
    length=st.sampled_from([1, 3, 5, 7, 25]),
)
def test_a_point_for_each_step_is_counted_one_by_one(
    one: int | None, two: int | None, step: int | None, most: int | None, length: int
) -> None:
    ratings = (None if one is None else one * UNITS, None if two is None else two * UNITS)
    score = HeadStart(step, most).score(ratings, length=length)
    points = 0
    if step is not None and one is not None and two is not None:
        gap = abs(one - two)
        while gap >= step and points + 1 < length and (most is None or points < most):
            gap, points = gap - step, points + 1
    assert sorted(score) == [0, points]
    if points:
        assert one is not None
        assert two is not None
        assert (score[0] > 0) == (one < two)


@pytest.fixture
def stage() -> Stage:
    """A bracket of four to 3 points with a list: Ada is 250 points above Ben, and nobody knows the others."""
    stage = factories.stage(factories.event(), lengths=(3,))
    event = stage.event
    rating_list = listed(event)
    ada, ben, _cleo, _dan = entered(event, "Ada", "Ben", "Cleo", "Dan")
    choose_list(event, by=None, rating_list=rating_list)
    publish(rating_list, FIRST_DAY, {ada: 1750, ben: 1500})
    event.refresh_from_db()
    return stage


def drawn(stage: Stage, **settings: int) -> dict[str, Match]:
    """The matches of the first round by the name of side one, Ada beside Ben."""
    lifecycle.change_event(stage.event, by=None, profile_settings=settings)
    stage.refresh_from_db()
    uids = {one.name: one.uid for one in stage.event.entrants.select_related("side")}
    draw.draw(stage, by=None, lines=[uids[name] for name in ("Ada", "Ben", "Cleo", "Dan")])
    return {match.one.name: match for match in factories.open_matches(stage)}


@pytest.mark.django_db
def test_the_lower_rating_begins_with_points_and_the_first_game_can_be_the_crawford_game(
    stage: Stage,
) -> None:
    matches = drawn(stage, head_start_step=100)
    match = matches["Ada"]
    assert (match.start_one, match.start_two) == (0, 2)
    assert (matches["Cleo"].start_one, matches["Cleo"].start_two) == (0, 0), "nobody knows their ratings"
    assert conditions(match).opening_score == (0, 2)
    director = factories.owner(stage.event.tournament)
    with pytest.raises(ReportRefused):
        results.report(match, by=director, score=(3, 1))
    # Ben is one point away from the start, so the first game is the Crawford game and has no cube.
    doubled = [GameScore(Side.ONE, Result.SINGLE, 2, Ended.BORNE_OFF)]
    with pytest.raises(ReportRefused):
        results.report(
            match, by=director, games=[*doubled, GameScore(Side.ONE, Result.SINGLE, 1, Ended.BORNE_OFF)]
        )
    results.report(match, by=director, score=(3, 2))
    page = Visitor().open("match", match.uid)
    assert "0–2" in page
    body = Caller(director).get(f"matches/{match.uid}/").body
    assert body["start_score"] == [0, 2]
    assert is_clean(stage.event.tournament)


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_change_reaches_the_matches_that_have_not_begun(stage: Stage) -> None:
    match = drawn(stage)["Ada"]
    assert (match.start_one, match.start_two) == (0, 0)
    lifecycle.change_event(
        stage.event, by=None, profile_settings={"head_start_step": 100, "head_start_most": 1}
    )
    match.refresh_from_db()
    assert (match.start_one, match.start_two) == (0, 1)
    results.report(match, by=factories.owner(stage.event.tournament), score=(3, 2))
    lifecycle.change_event(stage.event, by=None, profile_settings={})
    match.refresh_from_db()
    assert (match.start_one, match.start_two) == (0, 1), "what has begun keeps its start"
    assert is_clean(stage.event.tournament)


@pytest.mark.django_db
def test_a_step_of_nothing_is_refused(stage: Stage) -> None:
    with pytest.raises(InvalidRules):
        lifecycle.change_event(stage.event, by=None, profile_settings={"head_start_step": 0})


@pytest.mark.django_db
def test_the_ratings_know_of_it(stage: Stage) -> None:
    match = drawn(stage, head_start_step=100)["Ada"]
    results.report(match, by=factories.owner(stage.event.tournament), score=(3, 2))
    match.refresh_from_db()
    facts = facts_of_matches([match.pk])[match.pk]
    assert facts.start_score == (0, 2)
    assert verdict(facts, CountingRules(body="club")).reason is UnratedReason.START_SCORE
