"""Calls, tables, players who are away and suspended matches, through the API."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.models import Match
from tests import factories
from tests.api.client import Caller
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling, tables
from tournaments.actions.money import ledger

pytestmark = pytest.mark.django_db


def test_a_match_is_called_again_and_a_side_is_missing() -> None:
    game = factories.open_match()
    [table] = lifecycle.add_tables(game.stage.event.tournament, by=None, names=["1"])
    desk, path = Caller(game.director), f"matches/{game.match.uid}"
    assert desk.post(f"{path}/calls/", {"kind": "second"}).code == "not_called"
    assert desk.post(f"{path}/table/", {"table": table.uid}).status == 200
    assert desk.post(f"{path}/calls/", {"kind": "second"}).status == 200
    assert desk.post(f"{path}/calls/", {"kind": "absent", "side": "one"}).status == 200
    assert desk.post(f"{path}/calls/", {"kind": "there", "side": "one"}).status == 200
    assert desk.post(f"{path}/calls/", {"kind": "absent"}).status == 400


def test_a_table_is_set_apart_and_calls_are_automatic() -> None:
    event = factories.event()
    tournament, desk = event.tournament, Caller(factories.owner(event.tournament))
    [table] = lifecycle.add_tables(tournament, by=None, names=["1"])
    answer = desk.post(f"tables/{table.uid}/purpose/", {"is_streaming": True, "reserved_for": event.uid})
    assert (answer.body["is_streaming"], answer.body["reserved_for"]) == (True, event.uid)
    body = desk.post(f"tables/{table.uid}/purpose/", {"is_out_of_order": True}).body
    assert (body["is_streaming"], body["is_out_of_order"], body["reserved_for"]) == (True, True, event.uid)
    assert desk.post(f"tables/{table.uid}/purpose/", {"reserved_for": None}).body["reserved_for"] is None
    assert desk.post(f"tournaments/{tournament.uid}/automatic-calls/", {"is_on": True}).body == {
        "is_on": True
    }
    path = f"tournaments/{tournament.uid}/waiting-limit/"
    assert desk.post(path, {"minutes": 90}).body == desk.get(path).body == {"minutes": 90}
    assert (desk.post(path, {"minutes": 3}).status, desk.post(path, {}).status) == (400, 400)
    assert desk.post(path, {"minutes": None}).body == {"minutes": None}


def test_the_order_of_calls_has_reasons_and_names_what_holds_up_the_hall() -> None:
    main = factories.stage(lengths=(9, 7))
    tournament = main.event.tournament
    factories.entrants(main.event, 4)
    draw.draw(main, by=None, seed="videau")
    progress.advance(main.event)
    [table] = lifecycle.add_tables(tournament, by=None, names=["1"])
    first, second = factories.open_matches(main)
    desk, path = Caller(factories.owner(tournament)), f"tournaments/{tournament.uid}/call-order/"
    body = desk.get(path).body
    assert (body["is_automatic"], body["waiting_limit"], body["free_tables"]) == (False, 120, ["1"])
    assert body["holds_up"] is None, "both semifinals have equally far to go"
    assert [(turn["why"], turn["minutes_to_go"], turn["is_ready"]) for turn in body["turns"]] == [
        ("longest_way", 128, True)
    ] * 2
    assert body["turns"][0]["detail"] == "About 128 min to the end of Main."
    Match.objects.filter(pk=second.pk).update(made_at=timezone.now() - timedelta(minutes=150))
    leaver = first.one.players.get()
    tables.set_availability(tournament, leaver, by=None, leaves_at=timezone.now() + timedelta(minutes=80))
    one, two = desk.get(path).body["turns"]
    assert (one["match"], one["why"], two["match"], two["why"]) == (
        first.uid,
        "leaves_soon",
        second.uid,
        "waited",
    )
    assert one["detail"].startswith("A player leaves at ")
    assert "longer than the limit" in two["detail"]
    calling.assign(first, by=None, table=table)
    results.report(second, by=factories.owner(tournament), score=(7, 0))
    side = factories.drawn_stage(2, length=3, of=factories.event(tournament, name="Side"))
    body = desk.get(path).body
    assert (body["holds_up"]["match"], body["holds_up"]["table"]) == (first.uid, "1")
    assert body["holds_up"]["detail"].endswith("min to the end of Main.")
    assert [turn["event"] for turn in body["turns"]] == [side.event.uid]
    assert Caller(factories.player("Zoe")).get(path).status == 403


@pytest.mark.both_databases
def test_a_player_says_when_they_are_back() -> None:
    game = factories.open_match()
    entrant = game.one.entries.get().entrant
    path, moment = f"entrants/{entrant.uid}/availability/", "2026-03-07T15:30:00+01:00"
    own = Caller(game.one)
    assert own.post(path, {"away_until": moment}).body["player"] == game.one.uid
    assert len(own.get(path).body) == 1
    answer = Caller(game.director).post(path, {"away_until": None, "leaves_at": moment})
    assert (answer.body["away_until"], answer.status) == (None, 200)


def test_a_match_is_suspended_and_goes_on() -> None:
    game = factories.open_match()
    desk, path = Caller(game.director), f"matches/{game.match.uid}"
    request = {"score": [3, 1], "cube": 2, "cube_owner": "two", "clocks": [600, None], "note": "Sunday"}
    answer = desk.post(f"{path}/suspension/", request)
    assert (answer.status, answer.body["score"], answer.body["clocks"]) == (201, [3, 1], [600, None])
    assert Caller().get(f"{path}/").body["state"] == "suspended"
    refusal = Caller(game.two).post(f"{path}/reports/", {"score": [7, 1]})
    assert (refusal.status, refusal.code) == (409, "match_suspended")
    assert desk.post(f"{path}/resumption/", {}).body["resumed_at"] is not None
    assert len(desk.get(f"tournaments/{game.stage.event.tournament.uid}/suspensions/").body) == 1
    assert desk.post(f"{path}/suspension/", {"score": [9, 1]}).code == "invalid_suspension"


def test_prizes_are_shown_and_paid_out_with_what_is_left_and_why() -> None:
    stage = factories.drawn_stage(2)
    event = stage.event
    desk = Caller(factories.owner(event.tournament))
    fee = desk.post(f"events/{event.uid}/fees/", {"kind": "entry", "amount": 5000})
    side = desk.post(
        f"events/{event.uid}/fees/", {"kind": "side_pool", "name": "20", "amount": 2000, "is_optional": True}
    )
    desk.post(f"tournaments/{event.tournament.uid}/cash-boxes/", {"name": "Desk"})
    ledger.set_payout(event, by=None, payout={"structure": "winner"})
    factories.play_open_matches(stage)
    progress.advance(event)
    line = desk.get(f"events/{event.uid}/prizes/").body["flights"][0]["prizes"][0]
    assert (line["amount"], line["due"], line["paid"]) == (10000, 10000, 0)
    winner = line["entrant"]
    body = desk.post(f"entrants/{winner}/fee-choices/", {"fee": side.id, "is_chosen": True}).body
    assert (body["owed"], body["prize_due"]) == (7000, 10000)
    assert (
        desk.post(f"entrants/{winner}/waivers/", {"fee": fee.id, "reason": "helper"}).body["amount"] == 5000
    )
    assert desk.post(f"entrants/{winner}/prizes/").code == "box_short"
    assert (
        desk.post(f"entrants/{winner}/prizes/", {"amount": 5001, "means": "card"}).body["code"]
        == "more_than_pool"
    )
    assert desk.post(f"entrants/{winner}/prizes/", {"is_short_allowed": True}).body["amount"] == 5000
    assert (
        desk.post(f"entrants/{winner}/prizes/", {"pool": side.id, "amount": 2000, "means": "card"}).status
        == 201
    )
    body = desk.get(f"events/{event.uid}/prizes/").body
    assert (body["paid_out"], body["missing"], body["other_fees"]) == (5000, 5000, 0)
    assert [(pool["collected"], pool["paid_out"], pool["left"]) for pool in body["side_pools"]] == [
        (2000, 2000, 0)
    ]
