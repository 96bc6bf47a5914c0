"""An event is one page with tabs: what is going on now, its matches, players, times and facts."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.urls import reverse

from matches.models import Match
from tests import factories
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling
from tournaments.actions.money import ledger
from tournaments.actions.results import changes
from tournaments.models import Scores, Stage, Table
from tournaments.queries.draws.bracket import bracket
from tournaments.queries.draws.round_grid import CellResult, round_grid

pytestmark = pytest.mark.django_db
_TABS = ("event", "event_matches", "entrants", "event_schedule", "event_info")


def _at_table(match: Match, name: str, stage: Stage) -> None:
    table = Table.objects.create(tournament=stage.event.tournament, name=name, order=int(name))
    calling.assign(match, by=None, table=table)


def _score(stage: Stage) -> str:
    html = Visitor().open("event", stage.event.uid).html
    return html.split('class="now-strip"')[1].split("</section>")[0]


def test_every_tab_is_an_address_with_the_others_around_it() -> None:
    stage = factories.drawn_stage(8)
    for name in _TABS:
        page = Visitor().open(name, stage.event.uid)
        assert page.status == 200
        assert [reverse(other, args=[stage.event.uid]) in page.links for other in _TABS] == [True] * 5
        assert page.html.count('aria-current="page" data-scroll-here') == 1
    stage_page = Visitor().open("bracket", stage.uid)
    assert reverse("event_matches", args=[stage.event.uid]) in stage_page.links


def test_the_strip_says_who_plays_where_and_who_waits_for_whom() -> None:
    stage = factories.drawn_stage(6)
    first, second = factories.open_matches(stage)[:2]
    _at_table(second, "10", stage)
    _at_table(first, "9", stage)
    changes.start(first, by=None)
    page = Visitor().open("event", stage.event.uid)
    assert page.words.index("Table 9") < page.words.index("Table 10")
    assert "Playing" in page
    assert f"waits for {first.one.name} or {first.two.name} · table 9." in page


def test_a_reported_score_stands_in_the_strip_only_where_the_event_shows_it() -> None:
    stage = factories.drawn_stage(4)
    match = factories.open_matches(stage)[0]
    game = factories.around(match)
    _at_table(match, "3", stage)
    results.report(match, by=game.two, score=(4, 7))
    assert "<b>4</b>" in _score(stage)
    assert "<b>7</b>" in _score(stage)
    for scores in (Scores.HIDDEN, Scores.DELAYED):
        lifecycle.change_event(stage.event, by=None, scores=scores)
        assert "<b>4</b>" not in _score(stage), scores
        assert "To be confirmed" in _score(stage)


def test_the_end_is_a_podium_with_prizes_and_renews_itself_no_more() -> None:
    stage = factories.drawn_stage(8)
    ledger.set_payout(stage.event, by=None, payout={"structure": "main_4", "percent": 90, "added": 1000_00})
    for _ in range(3):
        page = Visitor().open("event", stage.event.uid)
        assert ("data-poll" in page.html, "podium" in page.html) == (True, False)
        assert "HX-Refresh" not in Visitor().open("bracket_live", stage.uid).response
        factories.play_open_matches(stage)
    page = Visitor().open("event", stage.event.uid)
    assert ("data-poll" in page.html, page.html.count("podium-medal")) == (False, 4)
    assert page.html.count("data-champion") == 1
    # Pages that were open before load the podium once, and are renewed no more either.
    for _again in range(2):
        assert Visitor().open("bracket_live", stage.uid).response["HX-Refresh"] == "true"
    assert "data-poll" not in Visitor().open("bracket", stage.uid).html
    assert "Champion" in page
    assert "Places 3 and 4" in page
    assert "500.00 EUR" in page


def test_registration_is_a_bar_only_while_it_is_open() -> None:
    event = factories.event()
    assert "registration-bar" in Visitor().open("event", event.uid).html
    lifecycle.set_registration(event, by=None, registration="closed")
    assert "registration-bar" not in Visitor().open("event", event.uid).html


def test_the_first_tab_shows_the_stage_of_the_best_and_the_others_stand_beside_it() -> None:
    main = factories.stage()
    factories.entrants(main.event, 8)
    feeds = [{"stage": main.order, "take": "losers"}]
    lower = lifecycle.create_stage(main.event, by=None, format="consolation", name="Below", feeds=feeds)
    draw.draw(main, by=None, seed="videau")
    front = Visitor().open("event", main.event.uid)
    assert reverse("bracket_live", args=[main.uid]) in front.html
    assert reverse("bracket", args=[lower.uid]) in front.links
    assert reverse("bracket", args=[main.uid]) in Visitor().open("bracket", lower.uid).links


@pytest.mark.parametrize("code", ["swiss", "lives"])
def test_a_grid_shows_every_round_of_everybody_with_what_runs_in_it(code: str) -> None:
    stage = factories.stage(format=code)
    factories.entrants(stage.event, 5)
    draw.draw(stage, by=None, seed="videau")
    while factories.open_matches(stage):
        factories.play_open_matches(stage)
        stage = Stage.objects.get(pk=stage.pk)
        drawn = bracket(stage)
        assert drawn is not None
        grid = round_grid(drawn)
        assert grid is not None
        for row in grid.rows:
            cells = [cell for cell in row.cells if cell is not None]
            results_of = Counter(cell.result for cell in cells)
            assert (results_of[CellResult.WON], results_of[CellResult.LOST]) == (
                row.line.wins,
                row.line.losses,
            )
            runs = [cell.running for cell in cells if cell.running is not None]
            assert runs[-1:] in ([], [row.line.lives if code == "lives" else row.line.half_points])
    page = Visitor().open("bracket", stage.uid)
    table = page.html.split('class="round-grid"')[1].split("</table>")[0]
    assert table.count("<tr") == 6
    assert "won 7–0" in page
    assert "lost 0–7" in page
    assert "<b>1</b>" in table


@pytest.mark.parametrize("code", ["single_elimination", "swiss", "lives", "round_robin", "league", "ladder"])
def test_the_schedule_names_every_round_and_how_far_it_is(code: str) -> None:
    stage = factories.stage(format=code)
    factories.entrants(stage.event, 6)
    assert "The draw sets the rounds." in Visitor().open("event_schedule", stage.event.uid)
    draw.draw(stage, by=None, seed="videau")
    if factories.open_matches(stage):
        factories.play_open_matches(stage)
        assert "Over" in Visitor().open("event_schedule", stage.event.uid)
        assert "7–0" in Visitor().open("event_matches", stage.event.uid)
    assert Visitor().open("event_schedule", stage.event.uid).status == 200


def test_matches_have_numbers_that_losers_name_and_the_way_of_the_champion_is_lit_at_the_end() -> None:
    stage = factories.stage(format="double_elimination")
    factories.entrants(stage.event, 7)
    draw.draw(stage, by=None, seed="videau")
    page = Visitor().open("bracket", stage.uid)
    drawn = bracket(stage)
    assert drawn is not None
    # The bye has a number too, which nobody sees: a late entrant would play there.
    numbers = [int(number) for number in re.findall(r'class="slot-number">M(\d+)<', page.html)]
    assert len(numbers) == len(set(numbers)) < sum(len(of.slots) for of in drawn.rounds)
    losers = re.findall(r"loser of M(\d+)", page.words)
    assert set(map(int, losers)) <= set(numbers)
    for number, slot in re.findall(r'data-loser-of="(\d+)-(\d+)"', page.html):
        assert int(number) <= len(drawn.rounds)
        assert int(slot) < len(drawn.rounds[int(number) - 1].slots)
    assert "of-champion" not in page.html
    while factories.open_matches(stage):
        factories.play_open_matches(stage)
    won = bracket(Stage.objects.get(pk=stage.pk))
    assert won is not None
    assert won.winner is not None
    slots = [slot for of in won.rounds for slot in of.slots]
    way = [slot for slot in slots if slot.winner is not None and slot.winner.entrant == won.winner.entrant]
    assert Visitor().open("bracket", stage.uid).html.count("of-champion") == len(way)


def test_a_stranger_on_a_phone_reaches_event_and_own_account_from_the_bar_below() -> None:
    stage = factories.stage()
    for page, place in (("bracket", "event"), ("tournament", "tournament")):
        uids = {"bracket": stage.uid, "event": stage.event.uid, "tournament": stage.event.tournament.uid}
        [bar] = re.findall(r'<nav class="tabs".*?</nav>', Visitor().open(page, uids[page]).html, re.DOTALL)
        links = re.findall(r'href="([^"]+)"', bar)
        assert links == [reverse("home"), reverse(place, args=[uids[place]]), reverse("account_login")]
    event = Visitor().open("event", stage.event.uid).html
    assert 'aria-current="page"' in re.findall(r'<nav class="tabs".*?</nav>', event, re.DOTALL)[0]
