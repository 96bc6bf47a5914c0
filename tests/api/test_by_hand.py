"""Pairing by hand through the API: foreseen with every rule it breaks, done, marked, and refused where it cannot be."""

from __future__ import annotations

import pytest

from tests import factories
from tests.api.client import Caller
from tests.tournaments.test_by_hand import lines, match_of, play, seats, swiss
from tournaments.actions import results
from tournaments.models import LogEntry, Notice, Pairing

pytestmark = pytest.mark.django_db
_WRITTEN = (LogEntry, Notice, Pairing)


def test_a_pair_is_foreseen_with_the_rules_it_breaks_then_done_and_marked_for_everybody() -> None:
    stage = swiss()
    director = Caller(factories.owner(stage.event.tournament))
    address = f"stages/{stage.uid}/by-hand/"
    assert director.get(address).body == {
        "orders": [],
        "rounds": [{"round": number, "breaches": []} for number in range(1, 5)],
    }
    one, two = sorted(next(iter(seats(stage, 1))))
    play(stage)
    request = {"round": 2, "pairs": [{"one": one, "two": two}], "reason": "They share a car."}
    before = [model.objects.count() for model in _WRITTEN]
    preview = director.post(f"{address}impact/", request).body
    assert [breach["code"] for breach in preview["breaches"]] == ["hand_met", "hand_points"]
    assert "met in Round 1." in preview["breaches"][0]["text"]
    assert preview["impact"]["made"]
    assert [model.objects.count() for model in _WRITTEN] == before
    in_french = Caller(factories.owner(stage.event.tournament), language="fr").post(
        f"{address}impact/", request
    )
    assert "se sont déjà rencontrés" in in_french.body["breaches"][0]["text"]
    answer = director.post(address, request)
    assert answer.status == 200
    assert [(one["kind"], one["round"]) for one in answer.body["orders"]] == [("pair", 2)]
    pairings = Caller().get(f"stages/{stage.uid}/pairings/").body["results"]
    marked = [row for row in pairings if row["is_by_hand"]]
    assert [{row["one"]["entrant"], row["two"]["entrant"]} for row in marked] == [{one, two}]
    slots = [
        slot for of in Caller().get(f"stages/{stage.uid}/bracket/").body["rounds"] for slot in of["slots"]
    ]
    assert [slot["pairing"] for slot in slots if slot["is_by_hand"]] == [marked[0]["id"]]
    reasons = Caller().get(f"pairings/{marked[0]['id']}/reasons/").body["reasons"]
    assert [reason["code"] for reason in reasons] == ["by_hand"]
    assert Caller().get(address).status in (401, 403)


def test_who_is_kept_apart_is_told_to_the_desk_alone_and_why_to_nobody() -> None:
    stage = swiss()
    director = Caller(factories.owner(stage.event.tournament))
    a, b, *_ = lines(stage)
    request = {"first": a, "second": b, "reason": "Married."}
    assert director.post(f"stages/{stage.uid}/apart/impact/", request).status == 200
    answer = director.post(f"stages/{stage.uid}/apart/", request)
    assert [(one["kind"], set(one["entrants"]), one["until"]) for one in answer.body["orders"]] == [
        ("apart", {a, b}, None)
    ]
    for address in ("", "bracket/", "pairings/", "standings/", "draw/"):
        assert "Married" not in str(Caller().get(f"stages/{stage.uid}/{address}").body)
    assert director.post(f"stages/{stage.uid}/apart/end/", {"first": b, "second": a}).body["orders"] == []
    assert director.post(f"stages/{stage.uid}/apart/end/", {"first": b, "second": a}).code == "not_kept_apart"


@pytest.mark.both_databases
def test_a_round_missed_is_given_a_point_and_a_begun_match_set_aside_only_on_demand() -> None:
    stage = swiss()
    director = Caller(factories.owner(stage.event.tournament))
    address = f"stages/{stage.uid}/by-hand/"
    one, two = sorted(next(iter(seats(stage, 1))))
    results.start(match_of(stage, one, two), by=factories.owner(stage.event.tournament))
    request = {"round": 1, "missed": [{"entrant": one, "points": 1}], "reason": "Train late."}
    assert (director.post(address, request).status, director.post(address, request).code) == (
        409,
        "pair_under_way",
    )
    orders = director.post(address, request | {"sets_aside": True}).body["orders"]
    assert [(order["kind"], order["entrants"], order["points"]) for order in orders] == [("miss", [one], 1)]
    assert one not in {uid for pair in seats(stage, 1) for uid in pair}


@pytest.mark.parametrize(
    ("orders", "status", "code"),
    [
        ({"pairs": [{"one": 0, "two": 1}, {"one": 1, "two": 2}]}, 409, "twice_in_round"),
        ({"pairs": [{"one": 0, "two": 0}]}, 400, "same_entrant"),
        ({"byes": ["nobody"]}, 409, "not_in_stage"),
        ({"round": 7, "byes": [0]}, 409, "round_not_to_come"),
        ({"missed": [{"entrant": 0, "points": 2}]}, 400, "invalid"),
        ({"byes": [0], "reason": ""}, 400, "invalid"),
    ],
)
def test_what_cannot_be_is_refused_with_its_code(orders: dict[str, object], status: int, code: str) -> None:
    stage = swiss(6)
    uids = lines(stage)

    def named(value: object) -> object:
        if isinstance(value, dict):
            return {key: one if key in ("points", "round") else named(one) for key, one in value.items()}
        if isinstance(value, list):
            return [named(one) for one in value]
        return uids[value] if isinstance(value, int) else value

    request = {"round": 1, "reason": "Wanted.", **named(orders)}  # type: ignore[dict-item]
    answer = Caller(factories.owner(stage.event.tournament)).post(f"stages/{stage.uid}/by-hand/", request)
    assert (answer.status, answer.code) == (status, code)
    assert not LogEntry.objects.filter(code="paired_by_hand").exists()


@pytest.mark.both_databases
def test_a_move_to_a_line_is_foreseen_with_what_it_breaks_and_done() -> None:
    stage = factories.drawn_stage(6)
    director = Caller(factories.owner(stage.event.tournament))
    players = {entry.line or 0: entry.entrant.uid for entry in stage.entries.select_related("entrant")}
    alone = next(line for line in players if line ^ 1 not in players)
    mover = players[next(line for line in players if line ^ 1 in players)]
    request = {"entrant": mover, "line": alone, "reason": "Late train."}
    preview = director.post(f"stages/{stage.uid}/lines/impact/", request).body
    assert [breach["code"] for breach in preview["breaches"]] == ["line_bye"]
    assert director.post(f"stages/{stage.uid}/lines/", request).status == 200
    assert stage.entries.get(entrant__uid=mover).line == alone
    answer = director.post(f"stages/{stage.uid}/lines/", request | {"line": 8})
    assert (answer.status, answer.code) == (400, "no_such_line")
