"""The picture of a stream: who plays at the streaming table, and how the match ended, on a transparent ground."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.models import Match
from tests import factories
from tests.remembered import remembered
from tests.tournaments.test_series import matches_of, play, stage_of_series
from tests.web.browsing import Page, Visitor
from tournaments.actions import results
from tournaments.actions.draws import progress
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling, tables
from tournaments.models import Scores, Stage, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def stage() -> Stage:
    """A drawn stage of four in a hall with two tables; at the second one a camera stands."""
    stage = factories.drawn_stage(4)
    _, with_camera = lifecycle.add_tables(stage.event.tournament, by=None, names=["1", "2"])
    tables.change_table(with_camera, by=None, is_out_of_order=False, is_streaming=True, reserved_for=None)
    return stage


def call(stage: Stage, name: str) -> Match:
    """Call the first open match that is at no table to the table of this name."""
    match = next(match for match in factories.open_matches(stage) if not match.table_uses.exists())
    calling.assign(match, by=None, table=Table.objects.get(tournament=stage.event.tournament, name=name))
    return match


def picture(stage: Stage, query: str = "") -> Page:
    return Visitor().at(f"/embed/t/{stage.event.tournament.uid}/stream/{query}")


def sides(page: Page) -> list[list[str]]:
    """The name and, where one is shown, the score of each side in the picture."""
    rows = re.findall(r"<li[^>]*>(.*?)</li>", page.html.partition("stream-sides")[2], re.DOTALL)
    return [re.findall(r"<(?:strong|b)>([^<]+)</", row) for row in rows]


def names(match: Match) -> list[list[str]]:
    return [[match.one.name], [match.two.name]]


def test_it_shows_who_plays_at_the_streaming_table_and_nothing_before(stage: Stage) -> None:
    empty = picture(stage)
    assert (empty.status, sides(empty)) == (200, [])
    call(stage, "1")
    assert sides(picture(stage)) == []
    match = call(stage, "2")
    page = picture(stage)
    assert sides(page) == names(match)
    assert re.search(r"<html[^>]* data-clear", page.html)
    assert re.search(rf"to\s+{match.length}\b", page.html)


def test_another_table_is_chosen_by_its_name(stage: Stage) -> None:
    match = call(stage, "1")
    assert sides(picture(stage, "?table=1")) == names(match)
    assert sides(picture(stage, "?table=nine")) == []


def test_a_result_stays_for_ten_minutes_or_until_the_next_call(stage: Stage) -> None:
    match, other = call(stage, "2"), call(stage, "1")
    results.report(match, by=factories.director_of(match), score=(match.length, 3))
    page = picture(stage)
    assert sides(page) == [[match.one.name, str(match.length)], [match.two.name, "3"]]
    assert page.html.count("has-won") == 1
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        assert sides(picture(stage)) == []
    results.report(other, by=factories.director_of(other), score=(other.length, 0))
    progress.advance(stage.event)
    final = call(stage, "2")
    assert sides(picture(stage)) == names(final)


def test_a_score_is_in_it_once_it_is_final_and_no_sooner(stage: Stage) -> None:
    lifecycle.change_event(stage.event, by=None, scores=Scores.LIVE)
    match = call(stage, "2")
    results.report(match, by=match.one.players.get(), score=(match.length, 3))
    assert sides(picture(stage)) == names(match)
    results.confirm(match.reports.get(), by=match.two.players.get())
    assert sides(picture(stage))[1] == [match.two.name, "3"]


def test_who_is_taken_from_the_table_leaves_the_picture(stage: Stage) -> None:
    match = call(stage, "2")
    calling.free(Table.objects.get(tournament=stage.event.tournament, name="2"), by=None)
    assert not match.table_uses.filter(until=None).exists()
    assert sides(picture(stage)) == []


def test_the_open_page_hears_of_a_call_and_of_a_result_that_leaves(stage: Stage) -> None:
    address = f"/embed/t/{stage.event.tournament.uid}/stream/live/"
    match = call(stage, "2")
    first = Visitor().at(address)
    etag = first.response["ETag"]
    assert Visitor().at(address, if_none_match=etag).status == 304
    results.report(match, by=factories.director_of(match), score=(match.length, 3))
    ended = Visitor().at(address, if_none_match=etag)
    assert (ended.status, len(sides(ended)[0])) == (200, 2)
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        assert sides(Visitor().at(address, if_none_match=ended.response["ETag"])) == []


def test_the_desk_reads_its_address_where_the_public_may_see_the_tournament(stage: Stage) -> None:
    tournament = stage.event.tournament
    director = Visitor(factories.owner(tournament))
    assert f"/embed/t/{tournament.uid}/stream/" in director.open("desk_hall", tournament.uid).html
    lifecycle.change_tournament(tournament, by=None, visibility="unlisted")
    assert "/stream/" not in director.open("desk_hall", tournament.uid).html


def test_it_takes_few_queries_however_many_play(stage: Stage) -> None:
    counts = []
    for one in (stage, factories.drawn_stage(32)):
        if one is not stage:
            [table] = lifecycle.add_tables(one.event.tournament, by=None, names=["2"])
            tables.change_table(table, by=None, is_out_of_order=False, is_streaming=True, reserved_for=None)
        call(one, "2")
        with CaptureQueriesContext(connection) as queries:
            picture(one)
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert counts[0] <= 8


def test_a_series_shows_how_many_matches_each_side_has_won() -> None:
    stage = stage_of_series()
    [series] = factories.open_matches(stage)
    [table] = lifecycle.add_tables(stage.event.tournament, by=None, names=["1"])
    tables.change_table(table, by=None, is_out_of_order=False, is_streaming=True, reserved_for=None)
    play(series, "one")
    second = matches_of(series)[1]
    calling.assign(second, by=None, table=table)
    page = picture(stage)
    assert sides(page) == [[second.one.name, "1"], [second.two.name, "0"]]
