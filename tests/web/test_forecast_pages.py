"""The pages of a forecast: questions, answers, and a limit on the time that they compute."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.core.cache import cache, caches
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.models import Player
from tests import factories
from tests.web.browsing import Visitor
from tournaments.actions.events import lifecycle
from tournaments.models import Event
from tournaments.plans import PlannedEvent, PlannedStage
from tournaments.queries.events import planning
from tournaments.web.wording.outlook import duration

pytestmark = pytest.mark.django_db
QUESTION = {"entrants": "16", "tables": "", "minutes": "8", "first": "one_day", "second": "lives"}


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    cache.clear()
    caches["shared"].clear()


def owner_of(event: Event) -> Player:
    """Who may see the desk of an event."""
    return factories.owner(event.tournament)


def test_it_begins_with_the_event_as_it_is() -> None:
    stage = factories.stage(format="swiss", options={"rounds": 4})
    factories.entrants(stage.event, 9)
    page = Visitor(owner_of(stage.event)).open("desk_event_forecast", stage.event.uid)
    assert page.status == 200
    form = page.form("")
    assert (form["entrants"], form["first"]) == ("9", "own")
    assert "What may be expected" not in page


def test_it_compares_ways_to_play_side_by_side() -> None:
    event = factories.event()
    page = Visitor(owner_of(event)).open("desk_forecast", event.tournament.uid, **QUESTION)
    assert page.status == 200
    assert "One day with a consolation" in page
    assert "Two lives" in page
    assert "Over after, nine times in ten" in page
    # A knock-out with a consolation has stages of its own; two lives is one stage.
    assert "Consolation" in page
    assert page.html.count("<svg viewBox") == 2


def test_the_event_as_it_is_set_up_is_one_of_the_ways() -> None:
    stage = factories.stage(format="swiss", options={"rounds": 4})
    question = {**QUESTION, "first": "own", "first_lengths": "5", "second": "format:single_elimination"}
    page = Visitor(owner_of(stage.event)).open("desk_event_forecast", stage.event.uid, **question)
    assert "As this event is set up" in page
    # Four rounds of sixteen are 32 matches, and a knock-out has 15.
    assert "Matches in all 32.0 15.0" in page


def test_what_cannot_be_played_says_why_and_the_others_are_worked_out() -> None:
    stage = factories.stage(format="swiss", options={"rounds": 9})
    question = {**QUESTION, "entrants": "6", "first": "own"}
    page = Visitor(owner_of(stage.event)).open("desk_event_forecast", stage.event.uid, **question)
    assert page.status == 200
    assert "6 entrants can play at most 5 rounds" in page
    assert page.html.count("<svg viewBox") == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"entrants": "1"},
        {"entrants": "5000"},
        {"minutes": "0"},
        {"first": "nonsense"},
        {"first_lengths": "4"},
    ],
)
def test_what_makes_no_sense_is_named_at_its_field(wrong: dict[str, str]) -> None:
    event = factories.event()
    page = Visitor(owner_of(event)).open("desk_forecast", event.tournament.uid, **{**QUESTION, **wrong})
    assert page.status == 422
    assert "What may be expected" not in page


def test_only_the_desk_sees_it() -> None:
    event = factories.event()
    for name, uid in (("desk_forecast", event.tournament.uid), ("desk_event_forecast", event.uid)):
        assert Visitor().open(name, uid).status in {302, 401}
        assert Visitor(factories.player("Nora New")).open(name, uid, **QUESTION).status == 403


def test_the_same_question_is_not_worked_out_twice() -> None:
    questions = [planning.Question(plan_of_one("single_elimination"), 8, None, 8.0)]
    runs: list[None] = []
    first = planning.expected(questions, before_working=lambda: runs.append(None))
    assert planning.expected(questions, before_working=lambda: runs.append(None)) == first
    assert len(runs) == 1


def plan_of_one(code: str) -> PlannedEvent:
    """A plan of one stage."""
    return PlannedEvent((PlannedStage(format=code),))


def test_one_forecast_at_a_time_is_worked_out() -> None:
    event = factories.event()
    visitor = Visitor(owner_of(event))
    cache.add("forecast:at_work", 1, timeout=60)
    page = visitor.open("desk_forecast", event.tournament.uid, **QUESTION)
    assert page.status == 503
    assert "Another forecast is being worked out" in page
    cache.delete("forecast:at_work")
    assert visitor.open("desk_forecast", event.tournament.uid, **QUESTION).status == 200
    assert cache.add("forecast:at_work", 1)


@pytest.mark.usefixtures("same_minute")
def test_a_desk_may_ask_so_often_a_minute(settings: pytest.FixtureRequest) -> None:
    event = factories.event()
    visitor = Visitor(owner_of(event))
    settings.PAGE_RATES = {"forecast": 1}  # type: ignore[attr-defined]
    assert visitor.open("desk_forecast", event.tournament.uid, **QUESTION).status == 200
    # What is known already costs nothing.
    assert visitor.open("desk_forecast", event.tournament.uid, **QUESTION).status == 200
    other = {**QUESTION, "entrants": "17"}
    assert visitor.open("desk_forecast", event.tournament.uid, **other).status == 429


def test_what_takes_too_long_is_given_up() -> None:
    large = planning.Question(plan_of_one("round_robin"), 256, None, 8.0)
    answer = planning.worked_out(large, seconds=0.02, wait=9)
    assert answer.forecast is None
    assert answer.problem is not None
    assert answer.problem.code == "no_time_left"


def test_what_has_no_end_is_said_to_have_none() -> None:
    answer = planning.worked_out(planning.Question(plan_of_one("ladder"), 8, None, 8.0), seconds=1.0, wait=9)
    assert answer.problem is not None
    assert answer.problem.code == "stands_still"


def test_it_asks_no_more_of_the_database_for_more_entrants() -> None:
    counts = set()
    for entrants in (4, 32):
        stage = factories.stage()
        factories.entrants(stage.event, entrants)
        visitor = Visitor(owner_of(stage.event))
        with CaptureQueriesContext(connection) as queries:
            visitor.client.get(reverse("desk_event_forecast", args=[stage.event.uid]), QUESTION)
        counts.add(len(queries))
    assert len(counts) == 1


@pytest.mark.parametrize(("minutes", "words"), [(12, "10 min"), (58, "1 h 00"), (401, "6 h 40")])
def test_times_are_rounded_to_five_minutes(minutes: float, words: str) -> None:
    assert duration(minutes) == words


def test_a_league_has_its_deadlines_and_no_minutes_of_a_hall() -> None:
    stage = factories.stage(format="league", options={"days": 7})
    question = {**QUESTION, "entrants": "6", "first": "own", "second": ""}
    visitor = Visitor(owner_of(stage.event))
    page = visitor.open("desk_event_forecast", stage.event.uid, **question)
    assert "5 rounds with deadlines: over after 35 days." in page
    assert "Over after, half of the time – Over after, nine times in ten –" in page
    assert '<svg viewBox="0 0 600' not in page.html
    too_few = visitor.open("desk_event_forecast", stage.event.uid, **{**question, "entrants": "2"})
    assert (too_few.status, "1 round with a deadline: over after 7 days." in too_few) == (200, True)
    lifecycle.change_event(stage.event, by=None, starts_at=datetime(2026, 5, 1, 12, tzinfo=UTC))
    page = visitor.open("desk_event_forecast", stage.event.uid, **question)
    assert "5 rounds with deadlines: the first by 8 May 2026, the last by 5 June 2026." in page
