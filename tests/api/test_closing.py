"""Closing by the API: what is open, closing all the same, and reopening; for an event and for a tournament."""

from __future__ import annotations

import pytest

from tests import factories
from tests.api.client import Caller
from tournaments.actions import results

pytestmark = pytest.mark.django_db


def test_an_event_is_closed_and_reopened() -> None:
    game = factories.open_match(7)
    event = game.stage.event
    owner = Caller(game.director)
    path = f"events/{event.uid}/close/"
    view = owner.get(path).body
    assert (view["is_ready"], view["closed_at"]) == (False, None)
    assert [(one["code"], one["weight"]) for one in view["matters"]] == [
        ("stages", "settle"),
        ("matches", "settle"),
        ("notices", "cleared"),
    ]
    assert view["matters"][1]["detail"] == "1 match has no result"
    french = Caller(game.director, language="fr").get(path).body
    assert french["matters"][1]["detail"] == "1 match n’a pas de résultat"
    refusal = owner.post(path)
    assert (refusal.status, refusal.code, refusal.body["data"]["details"]) == (
        409,
        "still_open",
        ["stages", "matches"],
    )
    assert owner.post(path, {"anyway": True}).code == "reason_missing"
    closed = owner.post(path, {"anyway": True, "reason": "Nobody came."})
    assert (closed.status, closed.body["registration"]) == (200, "closed")
    assert Caller().get(f"events/{event.uid}/").body["closed_at"] == closed.body["closed_at"] is not None
    player = Caller(game.one)
    report = player.post(f"matches/{game.match.uid}/reports/", {"score": [7, 0]})
    assert (report.status, report.code) == (409, "event_is_closed")
    assert owner.post(f"events/{event.uid}/reopen/").body["closed_at"] is None
    assert player.post(f"matches/{game.match.uid}/reports/", {"score": [7, 0]}).status < 300


def test_a_tournament_is_closed_with_its_events_and_reopened() -> None:
    game = factories.open_match(7)
    results.report(game.match, by=game.director, score=(7, 3))
    tournament = game.stage.event.tournament
    factories.event(tournament, name="Side")
    owner = Caller(game.director)
    path = f"tournaments/{tournament.uid}/close/"
    view = owner.get(path).body
    assert [one["name"] for one in view["events"]] == ["Main", "Side"]
    closed = owner.post(path, {"anyway": True, "reason": "The final pairing job waits."})
    assert (closed.status, closed.body["closed_at"] is None, closed.body["appeal_days"]) == (200, False, 14)
    events = Caller().get(f"tournaments/{tournament.uid}/events/").body
    assert all(one["closed_at"] for one in events)
    refusal = owner.post(f"tournaments/{tournament.uid}/events/", {"name": "Late"})
    assert (refusal.status, refusal.code) == (409, "tournament_is_closed")
    assert owner.post(f"tournaments/{tournament.uid}/reopen/").body["closed_at"] is None
