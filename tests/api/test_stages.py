"""Stages, draws, brackets and standings through the API."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.serializers import ListSerializer, Serializer

from tests import factories
from tests.api.client import Caller
from tournaments.actions import results
from tournaments.actions.draws import progress
from tournaments.api.response import serializer_of
from tournaments.api.responses.stages import BracketResponse, PairingResponse
from tournaments.models import LogEntry, Stage

pytestmark = pytest.mark.django_db


def director_of(stage: Stage) -> Caller:
    """The owner of the stage's tournament."""
    return Caller(factories.owner(stage.event.tournament))


def test_a_stage_is_added_with_its_format_options_and_lengths() -> None:
    event = factories.event()
    request = {"format": "single_elimination", "lengths": [15, 13, 11], "name": "Main"}
    answer = Caller(factories.owner(event.tournament)).post(f"events/{event.uid}/stages/", request)
    assert answer.status == 201
    assert {name: answer.body[name] for name in request} == request
    assert (answer.body["event"], answer.body["round_lengths"], answer.body["completed_at"]) == (
        event.uid,
        {},
        None,
    )
    assert Caller().get(answer.headers["Location"]).body == answer.body
    assert Caller().get(f"events/{event.uid}/stages/").body == [answer.body]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"format": "lottery"}, "invalid"),
        ({"lengths": [8]}, "invalid_lengths"),
        ({"lengths": []}, "invalid"),
        ({"lengths": [7] * 11}, "invalid"),
        ({"options": {"no_such_option": 1}}, "invalid_options"),
        ({"options": []}, "invalid"),
        ({"options": {"a": ["\0"]}}, "invalid"),
    ],
)
def test_a_stage_that_cannot_be_is_refused(body: dict[str, Any], code: str) -> None:
    event = factories.event()
    answer = Caller(factories.owner(event.tournament)).post(f"events/{event.uid}/stages/", body)
    assert (answer.status, answer.code) == (400, code)


def test_a_draw_keeps_what_it_saw_so_that_anybody_can_repeat_it() -> None:
    stage = factories.stage()
    entrants = [entrant.uid for entrant in factories.entrants(stage.event, 5)]
    seeds = {entrants[0]: 1, entrants[1]: 2}
    answer = director_of(stage).post(f"stages/{stage.uid}/draw/", {"seed": "14-07-31", "seeds": seeds})
    assert (answer.status, answer.body["seed"]) == (201, "14-07-31")
    assert {
        entry["uid"]: entry["seed"] for entry in answer.body["input"]["entries"] if entry["seed"]
    } == seeds
    assert sorted(uid for uid in answer.body["placement"] if uid) == sorted(entrants)
    assert Caller().get(answer.headers["Location"]).body == answer.body
    assert Caller().get(f"stages/{stage.uid}/draw/").body == [answer.body]


def test_a_second_draw_is_refused_until_the_first_is_void_and_its_seed_stays_public() -> None:
    stage = factories.drawn_stage(4)
    director = director_of(stage)
    again = director.post(f"stages/{stage.uid}/draw/")
    assert (again.status, again.code) == (409, "stage_already_drawn")
    draw = Caller().get(f"stages/{stage.uid}/draw/").body[0]["id"]
    void = director.post(f"draws/{draw}/void/", {"reason": "Somebody was missing."})
    assert (void.status, void.body["void_reason"]) == (200, "Somebody was missing.")
    assert director.post(f"stages/{stage.uid}/draw/").status == 201
    assert Caller().get(f"stages/{stage.uid}/draw/").body[0]["seed"] == "videau"


@pytest.mark.both_databases
def test_void_needs_a_reason() -> None:
    stage = factories.drawn_stage(4)
    draw = Caller().get(f"stages/{stage.uid}/draw/").body[0]["id"]
    assert director_of(stage).post(f"draws/{draw}/void/").status == 400


@pytest.mark.parametrize("what", ["bracket", "standings"])
def test_what_follows_from_the_draw_waits_for_it(what: str) -> None:
    answer = Caller().get(f"stages/{factories.stage().uid}/{what}/")
    assert (answer.status, answer.code) == (409, "not_drawn")


def test_the_pairings_come_by_round_and_slot_with_the_byes() -> None:
    stage = factories.drawn_stage(3)
    rows = Caller().get(f"stages/{stage.uid}/pairings/").body["results"]
    assert [(row["round"], row["slot"]) for row in rows] == sorted(
        (row["round"], row["slot"]) for row in rows
    )
    bye = next(row for row in rows if row["match"] is None)
    assert (bye["two"], bye["winner"], bye["is_final"]) == (None, "one", True)
    row = next(row for row in rows if row["match"] is not None)
    assert (row["winner"], row["is_final"]) == ("", False)
    assert set(row) == set(serializer_of(PairingResponse)().fields)


def test_the_bracket_shows_every_planned_slot_with_score_and_way_on() -> None:
    stage = factories.drawn_stage(4)
    game = factories.around(factories.open_matches(stage)[0])
    results.report(game.match, by=game.two, score=(8, 3))
    bracket = Caller().get(f"stages/{stage.uid}/bracket/").body
    assert (bracket["stage"], bracket["is_complete"], bracket["champion"]) == (stage.uid, False, None)
    first, final = bracket["rounds"]
    assert [first["name"], final["name"]] == ["semifinal", "final"]
    slot = next(slot for slot in first["slots"] if slot["match"] == game.match.uid)
    assert (slot["state"], slot["outcome"], slot["following"]) == ("final", "played", [2, 0])
    assert [(slot[side]["score"], slot[side]["is_winner"]) for side in ("one", "two")] == [
        (7, True),
        (3, False),
    ]
    assert final["slots"][0]["two"]["kind"] == "winner"


def test_the_bracket_has_the_fields_that_the_schema_says() -> None:
    def check(content: Any, declared: Any) -> None:
        match declared:
            case ListSerializer():
                for entry in content:
                    check(entry, declared.child)
            case Serializer():
                assert set(content) == set(declared.fields)
                for name, field in declared.fields.items():
                    check(content[name], field)

    check(
        Caller().get(f"stages/{factories.drawn_stage(5).uid}/bracket/").body, serializer_of(BracketResponse)()
    )


def test_the_standings_are_final_when_the_stage_is_complete() -> None:
    stage = factories.drawn_stage(2)
    before = Caller().get(f"stages/{stage.uid}/standings/").body
    assert (before["is_final"], [line["is_in"] for line in before["lines"]]) == (False, [True, True])


def test_the_length_of_a_round_is_fixed_for_its_matches_that_have_not_begun() -> None:
    stage = factories.drawn_stage(4, length=7)
    answer = director_of(stage).post(f"stages/{stage.uid}/round-lengths/", {"round": 1, "length": 9})
    assert (answer.status, answer.body["round_lengths"]) == (200, {"1": 9})
    match = factories.open_matches(stage)[0]
    assert Caller().get(f"matches/{match.uid}/").body["length"] == 9


def test_a_late_entrant_takes_a_bye_and_the_next_one_waits() -> None:
    stage = factories.drawn_stage(3)
    director = director_of(stage)
    late = [factories.entrant(stage.event, name).uid for name in ("Late", "Later")]
    answer = director.post(f"stages/{stage.uid}/late-entries/", {"entrant": late[0]})
    assert (answer.status, answer.id) == (200, stage.uid)
    refusal = director.post(f"stages/{stage.uid}/late-entries/", {"entrant": late[1]})
    assert (refusal.status, refusal.code) == (409, "no_free_bye")


def test_two_entrants_change_places_before_they_begin() -> None:
    stage = factories.drawn_stage(4)
    director = director_of(stage)
    first, second = (
        row["one"]["entrant"] for row in Caller().get(f"stages/{stage.uid}/pairings/").body["results"]
    )
    request = {"first": first, "second": second, "reason": "Brothers."}
    assert director.post(f"stages/{stage.uid}/swap/", request).status == 200
    assert director.post(f"stages/{stage.uid}/swap/", request | {"second": first}).code == "same_entrant"


def test_an_alternate_takes_the_place_of_who_did_not_come() -> None:
    stage = factories.drawn_stage(4)
    alternate = factories.entrant(stage.event, "Alternate").uid
    absent = Caller().get(f"stages/{stage.uid}/pairings/").body["results"][0]["one"]["entrant"]
    request = {"absent": absent, "alternate": alternate, "reason": "Did not come."}
    assert director_of(stage).post(f"stages/{stage.uid}/replacements/", request).status == 200
    rows = Caller().get(f"stages/{stage.uid}/pairings/").body["results"]
    sitting = {row[side]["entrant"] for row in rows for side in ("one", "two")}
    assert alternate in sitting
    assert absent not in sitting


def test_an_entrant_of_another_event_is_unknown_here() -> None:
    stage = factories.drawn_stage(4)
    stranger = factories.entrant(factories.event()).uid
    answer = director_of(stage).post(f"stages/{stage.uid}/late-entries/", {"entrant": stranger})
    assert (answer.status, answer.body["errors"][0]["field"]) == (400, "entrant")


def test_a_stage_is_closed_before_its_end_and_opened_again_by_the_log() -> None:
    stage = factories.stage(format="swiss", options={"rounds": 5})
    factories.entrants(stage.event, 6)
    director = director_of(stage)
    director.post(f"stages/{stage.uid}/draw/")
    for _round in range(2):
        factories.play_open_matches(stage)
        progress.advance(stage.event)
    address, request = f"stages/{stage.uid}/close/", {"reason": "The hall closes."}
    impact = director.post(f"{address}impact/", request)
    assert (impact.status, len(impact.body["cancelled"])) == (200, 3)
    answer = director.post(address, request)
    assert (answer.status, answer.body["is_closed"]) == (200, True)
    assert answer.body["completed_at"] is not None
    assert Caller().get(f"stages/{stage.uid}/standings/").body["is_final"]
    assert director.post(address, request).code == "stage_is_over"
    entry = LogEntry.objects.get(code="stage_closed")
    log = f"tournaments/{stage.event.tournament.uid}/log/undo/"
    assert director.post(log, {"numbers": [entry.seq]}).status == 200
    assert not director.get(f"stages/{stage.uid}/").body["is_closed"]


def test_a_stage_under_way_is_shortened_and_its_other_options_stay() -> None:
    stage = factories.stage(format="swiss", options={"rounds": 5, "bye": "half"})
    factories.entrants(stage.event, 6)
    director = director_of(stage)
    director.post(f"stages/{stage.uid}/draw/")
    factories.play_open_matches(stage)
    answer = director.patch(f"stages/{stage.uid}/", {"options": {"rounds": 3}, "lengths": [5]})
    assert (answer.status, answer.body["lengths"]) == (200, [5])
    assert (answer.body["options"]["rounds"], answer.body["options"]["bye"]) == (3, "half")
    refusal = director.patch(f"stages/{stage.uid}/", {"options": {"seeding": "seeded"}})
    assert (refusal.status, refusal.code) == (409, "options_fixed")
    assert refusal.body["data"]["details"] == [{"code": "fixed_by_draw", "option": "seeding"}]
    assert "close it" in refusal.body["detail"]
