"""The pages of a series: its settings, its matches, the phone of a player, and the desk."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests import factories
from tests.api.client import Caller
from tests.tournaments.test_series import matches_of, play, stage_of_series
from tests.web.browsing import Visitor

pytestmark = pytest.mark.django_db


def test_a_series_is_set_played_and_read_on_its_pages() -> None:
    stage = stage_of_series(4, best_of=(1, 3))
    tournament = stage.event.tournament
    director = Visitor(factories.owner(tournament))
    page = director.send("desk_draw", stage.uid, do="best_of", best_of="5; 3")
    assert "It holds for the pairings made from now on." in page
    refusal = director.send("desk_draw", stage.uid, do="best_of", best_of="2")
    assert "best of an odd number of matches" in refusal
    stage.refresh_from_db()
    assert stage.best_of == [5, 3]
    series = factories.open_matches(stage)[0]
    play(series, "one", "two")
    third = matches_of(series)[2]
    spectator = Visitor()
    bracket = spectator.open("bracket", stage.uid)
    assert "best of 3" in bracket
    assert "best of 5" in bracket
    whole = spectator.open("match", series.uid)
    assert "The first to win 2 matches takes the series." in whole
    assert reverse("match", args=[third.uid]) in whole.html
    part = spectator.open("match", third.uid)
    assert "Match 3, best of 3" in part
    player = Visitor(series.one.members.get().player)
    mine = player.open("my_matches")
    assert "Match 3, best of 3" in mine
    desk = director.open("desk_match", series.uid)
    assert "Matches won 1–1" in desk
    refusal = director.send("desk_match", series.uid, won_one="1", won_two="1", reason="lost slips")
    assert "It is a best of 3 matches" in refusal
    assert "The result is final." in director.send(
        "desk_match", series.uid, won_one="2", won_two="1", reason="lost slips"
    )
    printed = director.open("desk_print_pairings", stage.uid)
    assert "best of 3 matches" in printed


def test_the_api_shows_a_series_match_by_match() -> None:
    stage = stage_of_series()
    [series] = factories.open_matches(stage)
    caller = Caller(factories.director_of(series))
    play(series, "one")
    answer = caller.get(f"matches/{series.uid}/series/").body
    assert (answer["best_of"], answer["needed"], answer["won"]) == (3, 2, [1, 0])
    assert [one["match"] for one in answer["matches"]] == [match.uid for match in matches_of(series)]
    second = caller.get(f"matches/{matches_of(series)[1].uid}/").body
    assert (second["team_match"], second["board"], second["best_of"], second["is_team_match"]) == (
        series.uid,
        2,
        3,
        False,
    )
    single = caller.get(f"matches/{second['id']}/series/")
    assert (single.status, single.body["code"]) == (409, "not_a_series")
    refusal = caller.post(f"matches/{series.uid}/reports/", {"score": [2, 0]})
    assert refusal.body["code"] == "matches_not_recorded"
    changed = caller.post(f"stages/{stage.uid}/best-of/", {"best_of": [5]})
    assert changed.body["best_of"] == [5]
    assert caller.post(f"stages/{stage.uid}/best-of/", {"best_of": [4]}).body["code"] == "invalid_best_of"
