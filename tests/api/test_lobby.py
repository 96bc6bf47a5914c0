"""Events that start when full, and qualifiers, through the API."""

from __future__ import annotations

import pytest

from tests import factories
from tests.api.client import Caller
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import qualifying
from tournaments.models import Entrant, Event

pytestmark = pytest.mark.django_db


def with_stage(places: int | None = 4) -> tuple[Event, Caller]:
    """An event with a stage, and its director."""
    event = factories.event(name="Jackpot", capacity=places)
    factories.stage(event)
    return event, Caller(factories.owner(event.tournament))


def test_an_event_starts_when_full_and_the_next_one_opens() -> None:
    event, director = with_stage()
    request = {"starts_when_full": True, "opens_next": True}
    set_ = director.post(f"events/{event.uid}/lobby/", request)
    assert (set_.status, set_.body["places"], set_.body["missing"], set_.body["next"]) == (200, 4, 4, None)
    factories.entrants(event, 3)
    waiting = Caller().get(f"events/{event.uid}/lobby/")
    assert (waiting.body["missing"], waiting.body["is_started"]) == (1, False)
    assert [one["name"] for one in waiting.body["entrants"]] == factories.names(3)
    answer = director.post(f"events/{event.uid}/entrants/", {"players": ["Last One"]})
    assert answer.status == 201
    body = Caller().get(f"events/{event.uid}/lobby/").body
    assert (body["missing"], body["is_started"]) == (0, True)
    next_one = Caller().get(f"events/{body['next']}/").body
    assert next_one["name"] == "Jackpot (2)"
    late = director.post(f"events/{event.uid}/entrants/", {"players": ["Late One"]})
    assert Entrant.objects.get(uid=late.id).event.uid == body["next"]


def test_every_event_has_a_lobby() -> None:
    event, _ = with_stage(None)
    factories.entrants(event, 2)
    body = Caller().get(f"events/{event.uid}/lobby/").body
    assert (body["starts_when_full"], body["places"], body["missing"]) == (False, None, None)
    assert len(body["entrants"]) == 2


def test_what_cannot_start_by_itself_is_refused_with_the_nearest() -> None:
    event, director = with_stage(None)
    answer = director.post(f"events/{event.uid}/lobby/", {"starts_when_full": True})
    assert (answer.status, answer.code) == (409, "places_needed")
    event = factories.event(event.tournament, name="Groups", capacity=4)
    factories.stage(event, format="round_robin", options={"groups": 3})
    answer = director.post(f"events/{event.uid}/lobby/", {"starts_when_full": True})
    assert (answer.status, answer.code) == (409, "cannot_start_by_itself")
    assert answer.body["data"]["nearest"] == 6


def test_an_event_qualifies_for_another_and_a_tie_is_chosen_by_hand() -> None:
    stage = factories.drawn_stage(4)
    event = stage.event
    target = factories.event(event.tournament, name="Masters")
    director = Caller(factories.owner(event.tournament))
    assert Caller().get(f"events/{event.uid}/qualifying/").body["target"] is None
    set_ = director.post(f"events/{event.uid}/qualifying/", {"target": target.uid, "places": 3})
    assert (set_.status, set_.body["target"], set_.body["places"]) == (200, target.uid, 3)
    early = director.post(f"events/{event.uid}/qualified/", {})
    assert (early.status, early.code) == (409, "qualifier_not_complete")
    for _ in range(2):
        factories.play_open_matches(stage)
    qualifying.qualify(Event.objects.get(pk=event.pk))
    body = Caller().get(f"events/{event.uid}/qualifying/").body
    assert [one["presence"] for one in body["certain"]] == ["entered", "entered"]
    assert [(one["place"], one["last_place"]) for one in body["tied"]] == [(3, 4), (3, 4)]
    assert body["needs_director"]
    tied = director.post(f"events/{event.uid}/qualified/", {})
    assert (tied.status, tied.code) == (409, "tied_for_qualifying")
    tie = body["tied"][0]
    [entrant] = director.post(f"events/{event.uid}/qualified/", {"entrants": [tie["entrant"]]}).body
    assert entrant["event"] == target.uid
    assert not Caller().get(f"events/{event.uid}/qualifying/").body["needs_director"]


def test_a_circle_and_another_tournament_are_refused() -> None:
    event, director = with_stage()
    target = factories.event(event.tournament, name="Masters")
    qualifying.set_target(target, by=None, target=event)
    circle = director.post(f"events/{event.uid}/qualifying/", {"target": target.uid})
    assert (circle.status, circle.code) == (409, "qualifying_circle")
    elsewhere = director.post(f"events/{event.uid}/qualifying/", {"target": factories.event().uid})
    assert (elsewhere.status, elsewhere.code) == (400, "invalid")
    none = director.post(f"events/{event.uid}/qualifying/", {"target": None})
    assert (none.status, none.body["target"]) == (200, None)


def test_kept_places_are_counted_given_by_name_and_freed() -> None:
    event, director = with_stage()
    target = factories.event(event.tournament, name="Masters", capacity=2)
    director.post(f"events/{event.uid}/qualifying/", {"target": target.uid, "places": 2})
    assert Caller().get(f"events/{target.uid}/lobby/").body["kept"] == 2
    first = director.post(f"events/{target.uid}/entrants/", {"players": ["Walk In"]}).body
    assert first["is_alternate"]
    refusal = director.post(f"entrants/{first['id']}/promote/", {})
    assert (refusal.status, refusal.code, refusal.body["data"]["kept"]) == (409, "kept_for_qualifiers", 2)
    answer = director.post(f"entrants/{first['id']}/promote/", {"overrides": ["kept_for_qualifiers"]})
    assert (answer.status, answer.body["is_alternate"]) == (200, False)
    second = director.post(f"events/{target.uid}/entrants/", {"players": ["Second"]}).body
    release = director.post(f"events/{event.uid}/freed-places/", {"places": 2})
    assert (release.status, release.body["freed"]) == (200, 2)
    assert not Entrant.objects.get(uid=second["id"]).is_alternate
    too_many = director.post(f"events/{event.uid}/freed-places/", {"places": 3})
    assert (too_many.status, too_many.code) == (400, "more_than_qualify")


def test_a_satellite_pays_the_entry_and_says_so_on_both_sides() -> None:
    event, director = with_stage()
    masters = factories.event(event.tournament, name="Masters")
    for one, amount in ((event, 60_00), (masters, 100_00)):
        director.post(f"events/{one.uid}/fees/", {"kind": "entry", "amount": amount})
    factories.entrants(event, 2)
    body = director.post(f"events/{event.uid}/qualifying/", {"target": masters.uid, "pays_entry": True}).body
    assert (body["target"], body["pays_entry"]) == (masters.uid, True)
    stage = event.stages.get()
    draw.draw(stage, by=None)
    factories.play_open_matches(stage)
    progress.advance(event)
    qualifying.qualify(Event.objects.get(pk=event.pk))
    prizes = director.get(f"events/{event.uid}/prizes/").body
    [flight] = prizes["flights"]
    [line] = flight["prizes"]
    assert (prizes["structure"], flight["stage"], flight["target"]) == (None, None, masters.uid)
    assert (line["amount"], line["paid"], line["entry_to_pay"], prizes["entries_out"]) == (
        100_00,
        100_00,
        0,
        100_00,
    )
    there = director.get(f"entrants/{line['entry']}/ledger/").body
    payment = there["lines"][-1]
    assert (there["due"], payment["means"]) == (0, "entry")
    back = director.post(f"lines/{payment['id']}/take-back/", {})
    assert (back.status, director.get(f"entrants/{line['entrant']}/ledger/").body["prize_due"]) == (
        201,
        100_00,
    )
    again = director.post(f"entrants/{line['entrant']}/entry-prize/", {})
    assert (again.status, again.body["kind"], again.body["paid_from"]) == (201, "prize", None)
    lines = director.get(f"entrants/{line['entry']}/ledger/").body["lines"]
    assert lines[-1]["paid_from"] == again.body["id"]
    twice = director.post(f"entrants/{line['entrant']}/entry-prize/", {})
    assert (twice.status, twice.code) == (409, "nothing_due")
    cash = director.post(f"entrants/{line['entry']}/payments/", {"means": "entry"})
    assert (cash.status, cash.code) == (400, "invalid")
