"""The impact of an act through the API: it equals what the act then does, and writes nothing."""

from __future__ import annotations

import pytest

from tests import factories
from tests.api.client import Caller
from tournaments.actions import results
from tournaments.actions.draws import progress
from tournaments.models import Entrant, LogEntry, Notice, OutboxJob, Pairing

pytestmark = pytest.mark.django_db
_WRITTEN = (LogEntry, Notice, OutboxJob, Pairing)


def test_a_correction_is_foreseen_as_it_happens_and_refused_as_it_would_be() -> None:
    game = factories.open_match(7, n=4)
    factories.play_open_matches(game.stage)
    progress.advance(game.stage.event)
    before = [model.objects.count() for model in _WRITTEN]
    director, address = Caller(game.director), f"matches/{game.match.uid}/correction/"
    request = {"score": [3, 7], "reason": "Mixed up."}
    impact = director.post(f"{address}impact/", request)
    assert impact.status == 200
    final = Pairing.objects.get(stage=game.stage, round=2, cancelled_at=None).match
    assert final is not None
    assert impact.body["cancelled"] == [
        {"match": final.uid, "stage": "Main", "round": 2, "sides": str(final)}
    ]
    [match] = impact.body["made"]
    assert game.match.two.name in match["sides"]
    assert impact.body["told"]
    assert [model.objects.count() for model in _WRITTEN] == before
    results.start(final, by=game.director)
    assert director.post(f"{address}impact/", request).code == "match_begun"


def test_leaving_and_promotion_say_who_comes_in() -> None:
    event = factories.event(capacity=2)
    factories.entrants(event, 3)
    first, _second, waiting = event.entrants.order_by("pk")
    desk = Caller(factories.owner(event.tournament))
    impact = desk.post(f"entrants/{first.uid}/withdraw/impact/")
    assert impact.body["promoted"] == [waiting.name]
    assert desk.post(f"entrants/{waiting.uid}/promote/impact/").code == "event_is_full"
    Entrant.objects.filter(pk=first.pk).update(withdrawn_at=waiting.entered_at)
    assert desk.post(f"entrants/{waiting.uid}/promote/impact/").body["promoted"] == []
    assert desk.post(f"entrants/{waiting.uid}/promote/").body["is_alternate"] is False


def test_moves_in_a_draw_show_the_matches_that_change() -> None:
    stage = factories.drawn_stage(4)
    one, two, *_others = (entry.entrant for entry in stage.entries.order_by("line").select_related("entrant"))
    third = stage.entries.get(line=2).entrant
    director = Caller(factories.owner(stage.event.tournament))
    swap = {"first": two.uid, "second": third.uid, "reason": "clubs"}
    impact = director.post(f"stages/{stage.uid}/swap/impact/", swap).body
    assert (len(impact["cancelled"]), len(impact["made"])) == (2, 2)
    late = factories.entrant(stage.event, "Zoé")
    replacement = {"absent": one.uid, "alternate": late.uid, "reason": "not there"}
    impact = director.post(f"stages/{stage.uid}/replacements/impact/", replacement).body
    assert "Zoé" in str(impact["made"])
    assert impact["promoted"] == []
    assert (
        director.post(f"stages/{stage.uid}/late-entries/impact/", {"entrant": late.uid}).code == "no_free_bye"
    )
