"""Coming back after a loss, lots for a bye, and rounds that wait, through the API."""

from __future__ import annotations

import pytest

from tests import factories
from tests.api.client import Caller
from tests.tournaments.test_obstacles import waiting
from tournaments.actions.draws import draw
from tournaments.actions.events import reentry_rule
from tournaments.models import Entrant, Pairing, Stage, StageEntry

pytestmark = pytest.mark.django_db


def director_of(stage: Stage) -> Caller:
    """The owner of the stage's tournament."""
    return Caller(factories.owner(stage.event.tournament))


def loser_in(stage: Stage) -> Entrant:
    """Whoever lost the first match of a stage of seven."""
    match = factories.open_matches(stage)[0]
    factories.play_open_matches(stage)
    return Entrant.objects.get(side=match.two)


def test_the_rule_is_set_shown_and_taken_away() -> None:
    stage = factories.stage()
    director, address = director_of(stage), f"events/{stage.event.uid}/reentry/"
    assert Caller().get(address).body == {"rule": None}
    answer = director.post(address, {"rule": {"most": 2, "fee_percent": 50}})
    assert (answer.status, answer.body["rule"]["most"], answer.body["rule"]["after"]) == (200, 2, "first")
    assert Caller().get(address).body["rule"]["fee_percent"] == 50
    wrong = director.post(address, {"rule": {"most": 0}})
    assert (wrong.status, wrong.code) == (400, "invalid_reentry")
    assert director.post(address, {"rule": None}).body == {"rule": None}


def test_whoever_lost_comes_back() -> None:
    stage = factories.drawn_stage(7)
    loser = loser_in(stage)
    director, address = director_of(stage), f"entrants/{loser.uid}/come-back/"
    assert director.get(address).code == "no_reentry"
    reentry_rule.set_rule(stage.event, by=None, rule={"fee_percent": 50})
    body = director.get(address).body
    assert (body["number"], body["fee_percent"], body["returned"], body["refusals"]) == (1, 50, None, [])
    again = director.post(address, {})
    assert (again.status, again.body["name"]) == (201, f"{loser.name} (2)")
    assert again.headers["Location"].endswith(f"/entrants/{again.id}/")
    assert director.get(address).body["returned"] == again.id
    assert director.post(address, {}).id == again.id


def test_whoever_is_still_in_reads_why_not() -> None:
    stage = factories.drawn_stage(4)
    reentry_rule.set_rule(stage.event, by=None, rule={})
    entrant = stage.event.entrants.all()[0]
    director = director_of(stage)
    [refusal] = director.get(f"entrants/{entrant.uid}/come-back/").body["refusals"]
    assert refusal["code"] == "still_in"
    assert "correct it first" in refusal["detail"]
    assert director.post(f"entrants/{entrant.uid}/come-back/", {}).code == "reentry_refused"


def test_lots_for_a_bye() -> None:
    entrant = factories.entrant(factories.event())
    director = Caller(factories.owner(entrant.event.tournament))
    answer = director.post(f"entrants/{entrant.uid}/bye-lots/", {"lots": 2})
    assert (answer.status, answer.body["bye_lots"]) == (200, 2)
    assert director.post(f"entrants/{entrant.uid}/bye-lots/", {"lots": 101}).status == 400


def test_a_late_entrant_takes_the_bye_of_the_round_under_way() -> None:
    stage = factories.stage(format="swiss", options={"rounds": 3})
    factories.entrants(stage.event, 5)
    draw.draw(stage, by=None, seed="late")
    late = factories.entrant(stage.event, "Lea Late")
    answer = director_of(stage).post(
        f"stages/{stage.uid}/late-entries/", {"entrant": late.uid, "takes_bye": True}
    )
    assert answer.status == 200
    assert StageEntry.objects.get(entrant=late).joins == 1
    assert not Pairing.objects.filter(stage=stage, match=None, cancelled_at=None).exists()


def test_a_round_that_waits_names_the_choices_and_takes_one() -> None:
    stage = waiting()
    director, address = director_of(stage), f"stages/{stage.uid}/obstacles/"
    [waiting_round] = director.get(address).body
    assert (waiting_round["code"], waiting_round["choices"]) == (
        "round_needs_rematch",
        ["allow_rematches", "sit_out"],
    )
    assert waiting_round["values"]["round"] == 2
    assert "second meeting" in waiting_round["detail"]
    assert director.post(address, {"choice": "sit_out"}).status == 200
    assert director.get(address).body == []
    assert director.post(address, {"choice": "sit_out"}).code == "choice_not_offered"
    assert director.get(f"stages/{factories.stage(stage.event).uid}/obstacles/").body == []
