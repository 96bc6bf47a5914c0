"""The impact of an act through the API: it equals what the act then does, and writes nothing."""

from __future__ import annotations

import pytest

from tests import factories
from tests.api.client import Caller
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.hall import tables
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
    assert match["by_lot"] is False
    assert impact.body["told"]
    assert [model.objects.count() for model in _WRITTEN] == before
    results.start(final, by=game.director)
    refusal = director.post(f"{address}impact/", request)
    assert (refusal.code, refusal.body["data"]["ways"]) == (
        "follow_missing",
        ["replay", "substitute", "places_only"],
    )


@pytest.mark.parametrize("format_", ["monrad", "swiss"])
def test_new_matches_that_a_lot_may_make_others_say_so(format_: str) -> None:
    stage = factories.stage(format=format_, options={"rounds": 3})
    factories.entrants(stage.event, 8)
    draw.draw(stage, by=None, seed="videau")
    game = factories.around(factories.open_matches(stage)[0])
    factories.play_open_matches(game.stage)
    progress.advance(game.stage.event)
    request = {"score": [3, 7], "reason": "Mixed up."}
    impact = Caller(game.director).post(f"matches/{game.match.uid}/correction/impact/", request)
    assert impact.body["made"]
    assert {match["by_lot"] for match in impact.body["made"]} == {True}


def test_who_is_told_of_several_matters_is_counted_once() -> None:
    game = factories.open_match(7, n=4)
    factories.play_open_matches(game.stage)
    progress.advance(game.stage.event)
    newest = Notice.objects.order_by("pk").last()
    assert newest is not None
    director, address = Caller(game.director), f"matches/{game.match.uid}/correction/"
    request = {"score": [3, 7], "reason": "Mixed up."}
    number = director.post(f"{address}impact/", request).body["told"]
    director.post(address, request)
    recipients = [notice.recipient_id for notice in Notice.objects.filter(pk__gt=newest.pk)]
    assert number == len(set(recipients)) < len(recipients)


def test_undoing_an_entry_is_foreseen_as_it_happens() -> None:
    game = factories.open_match(7, n=4)
    factories.play_open_matches(game.stage)
    progress.advance(game.stage.event)
    entry = LogEntry.objects.filter(code="reported", subject=game.match.uid).get()
    before = [model.objects.count() for model in _WRITTEN]
    director, address = Caller(game.director), f"tournaments/{game.stage.event.tournament.uid}/log/undo/"
    impact = director.post(f"{address}impact/", {"numbers": [entry.seq]})
    assert impact.status == 200
    final = Pairing.objects.get(stage=game.stage, round=2, cancelled_at=None).match
    assert final is not None
    assert [match["match"] for match in impact.body["cancelled"]] == [final.uid]
    assert impact.body["decided"] == []
    newest = Notice.objects.order_by("pk").values_list("pk", flat=True).last()
    assert [model.objects.count() for model in _WRITTEN] == before
    assert director.post(address, {"numbers": [entry.seq]}).status == 200
    names = Notice.objects.filter(pk__gt=newest).values_list("recipient__name", flat=True)
    assert impact.body["told"] == len(set(names))
    assert not Pairing.objects.filter(pk=final.pairing.pk, cancelled_at=None).exists()
    assert director.post(f"{address}impact/", {"numbers": [entry.seq]}).code == "already_undone"


def test_undoing_what_belongs_to_no_event_changes_no_match() -> None:
    tournament = factories.tournament()
    boss = factories.owner(tournament)
    tables.set_automatic(tournament, by=boss, is_on=True)
    entry = LogEntry.objects.filter(tournament=tournament).latest("seq")
    answer = Caller(boss).post(f"tournaments/{tournament.uid}/log/undo/impact/", {"numbers": [entry.seq]})
    assert answer.status == 200
    assert not any(answer.body.values())


def test_a_correction_says_what_becomes_of_a_begun_match_and_is_undone_at_the_address_of_its_answer() -> None:
    game = factories.open_match(7, n=4)
    factories.play_open_matches(game.stage)
    progress.advance(game.stage.event)
    director, address = Caller(game.director), f"matches/{game.match.uid}/correction/"
    request = {"score": [3, 7], "reason": "Mixed up."}
    final = Pairing.objects.get(stage=game.stage, round=2, cancelled_at=None).match
    assert final is not None
    results.report(final, by=game.director, score=(7, 0))
    for fields, code in (({}, "follow_missing"), ({"follow": "substitute"}, "nobody_to_replace")):
        for where in (f"{address}impact/", address):
            refusal = director.post(where, request | fields)
            assert (refusal.code, refusal.body["data"]["ways"]) == (code, ["replay", "places_only"])
            assert "take over the match" not in refusal.body["detail"]
    assert director.post(address, request | {"follow": "anyhow"}).status == 400
    impact = director.post(f"{address}impact/", request | {"follow": "replay"}).body
    assert [match["match"] for match in impact["set_aside"]] == [final.uid]
    assert (impact["cancelled"], len(impact["made"])) == ([], 1)
    stays = director.post(f"{address}impact/", request | {"follow": "places_only"}, accept_language="fr").body
    [remark] = stays["remarks"]
    assert (remark["code"], remark["match"]) == ("decided", game.match.uid)
    assert f"{game.match.one.name} poursuit" in remark["words"]
    assert impact["remarks"] == []
    answer = director.post(address, request | {"follow": "replay"})
    assert answer.status == 201
    assert Pairing.objects.get(match=final).is_set_aside
    undo = answer.body["undo"].partition("/api/v1/")[2]
    assert director.post(undo).body["winner"] == "one"
    assert not Pairing.objects.get(match=final).is_set_aside
    assert director.post(undo).code == "cannot_be_undone"


def test_a_ruling_against_the_winner_who_plays_on_says_what_becomes_of_that_match() -> None:
    game = factories.open_match(7, n=3)
    results.report(game.match, by=game.one, score=(7, 3))
    results.report(game.match, by=game.two, score=(7, 5), insist=True)
    progress.advance(game.stage.event)
    final = Pairing.objects.get(stage=game.stage, round=2, cancelled_at=None).match
    assert final is not None
    results.start(final, by=game.director)
    director, address = Caller(game.director), f"disputes/{game.match.disputes.get().uid}/ruling/"
    request = {"score": [3, 7], "reason": "Mixed up."}
    assert director.post(f"{address}impact/", request).code == "follow_missing"
    impact = director.post(f"{address}impact/", request | {"follow": "replay"}).body
    assert [match["match"] for match in impact["cancelled"]] == [final.uid]
    assert director.post(address, request).code == "follow_missing"
    assert director.post(address, request | {"follow": "replay"}).status == 201
    assert Pairing.objects.get(match=final).is_set_aside


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
