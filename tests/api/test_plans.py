"""Whole events through the API: templates, events from plans, plans of events, and plans checked without effect."""

from __future__ import annotations

from typing import Any

import pytest

from tests import factories
from tests.api.client import Caller
from tournaments.actions.draws import draw
from tournaments.actions.events import plans
from tournaments.models import Event, Tournament
from tournaments.plans import TEMPLATES, PlannedEvent

pytestmark = pytest.mark.django_db

WEEKEND = TEMPLATES["weekend"].plan.to_dict()


@pytest.fixture
def tournament() -> Tournament:
    """A tournament without an event."""
    return factories.tournament()


@pytest.fixture
def director(tournament: Tournament) -> Caller:
    """Its director."""
    return Caller(factories.owner(tournament))


def test_templates_are_plans_to_begin_with() -> None:
    templates = {template["code"]: template for template in Caller().get("templates/").body}
    assert set(templates) == set(TEMPLATES)
    assert PlannedEvent.from_dict(templates["weekend"]["plan"]) == TEMPLATES["weekend"].plan
    assert (templates["jackpot"]["capacity"], templates["league"]["hours"]) == (8, 0)


def test_an_event_is_made_of_a_plan_and_shows_it(tournament: Tournament, director: Caller) -> None:
    request = {"name": "Main", "plan": WEEKEND, "entrants": 48, "capacity": 64}
    answer = director.post(f"tournaments/{tournament.uid}/events/", request)
    assert answer.status == 201
    assert answer.body["capacity"] == 64
    body = Caller().get(f"events/{answer.body['id']}/plan/").body
    assert [stage["name"] for stage in body["stages"]] == ["Main", "Consolation", "Last chance"]
    again = director.post(f"tournaments/{tournament.uid}/events/", {"name": "Copy", "plan": body})
    assert Caller().get(f"events/{again.body['id']}/plan/").body == body


@pytest.mark.parametrize(
    ("plan", "path"),
    [
        ({"stages": "main"}, "stages"),
        ({"stages": [{"format": "lottery"}]}, "stages.0.format"),
        ({"stages": [{"format": "swiss", "lengths": [8]}]}, "stages.0.lengths.0"),
    ],
)
def test_one_that_cannot_be_is_refused_and_nothing_is_made(
    tournament: Tournament, director: Caller, plan: dict[str, Any], path: str
) -> None:
    answer = director.post(f"tournaments/{tournament.uid}/events/", {"name": "Main", "plan": plan})
    assert (answer.status, answer.code) == (400, "invalid_plan")
    assert path in [detail["path"] for detail in answer.body["data"]["details"]]
    assert not Event.objects.exists()


def test_a_plan_is_looked_at_without_anything_being_made(director: Caller) -> None:
    request = {"plan": WEEKEND, "entrants": 48, "tables": 24}
    sound = director.post("plans/check/", request).body
    assert (sound["problems"], sound["warnings"]) == ([], [])
    assert [stage["entrants"] for stage in sound["preview"]] == [48, 46, 42]
    few = director.post("plans/check/", {"plan": WEEKEND, "entrants": 1, "tables": 0}).body
    assert [(one["code"], one["path"], one["works"]) for one in few["problems"]] == [
        ("no_tables", "tables", 1),
        ("too_few_entrants", "entrants", 2),
    ]
    assert few["problems"][0]["message"] == "There is no table to play at."
    assert few["preview"] == []
    assert not Event.objects.exists()


def test_what_is_odd_is_a_warning(director: Caller) -> None:
    plan = {"stages": [{"format": "single_elimination", "lengths": [9, 7, 5]}]}
    body = director.post("plans/check/", {"plan": plan, "entrants": 4}).body
    assert [one["code"] for one in body["warnings"]] == ["more_lengths_than_rounds"]
    assert director.post("plans/check/", {"plan": plan}).body["preview"] == []


def test_feeds_change_until_the_draw(tournament: Tournament, director: Caller) -> None:
    event = plans.create_from_plan(tournament, by=None, plan=TEMPLATES["weekend"].plan, name="Main")
    main, below, _last = event.stages.order_by("order")
    request = {"feeds": [{"stage": 0, "take": "losers", "last_round": 2}]}
    assert director.post(f"stages/{below.uid}/feeds/", request).body["feeds"][0]["last_round"] == 2
    circle = {"feeds": [{"stage": 1, "take": "losers"}]}
    assert director.post(f"stages/{below.uid}/feeds/", circle).code == "invalid_feeds"
    factories.entrants(event, 8)
    draw.draw(main, by=None)
    assert director.post(f"stages/{below.uid}/feeds/", request).code == "stage_already_drawn"
