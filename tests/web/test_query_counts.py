"""No page asks the database more often because more people play."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from matches.models import Player
from tests import factories, showcase
from tests.browser.pages import Who
from tests.postgres_plugin import ROOT
from tests.web import counting
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.draws import progress
from tournaments.actions.entrants import registration
from tournaments.actions.records import uploads
from tournaments.models import Entrant, RecordAnalysis, Stage

pytestmark = pytest.mark.django_db
RECORD = (ROOT / "tests/data/records/gnubg/m004_07pt_s1004_n0.0.mat").read_bytes()
# With the stages of the event, for its tabs.
_BRACKET = 13
_MATCH = 10
_PAGE = 15
# What a form asks at most: few ask half as often, and those named do several acts in one.
_FORM = 60
_OF_SEVERAL_ACTS = {
    # A draw also asks which phones of its players are told.
    "desk_draw": 61,
    # A departure is foreseen, compared with what was shown, and done.
    "desk_entrant": 100,
    "desk_entrant_act": 80,
    # Each event of the tournament is looked into and closed.
    "desk_close_tournament": 130,
}
# These look into everything that an event has, from its stages to its cash; a tournament into each event that is open.
# The list of what is next looks into all events at once.
_OF_EVERYTHING = {
    "desk_close_event": 36,
    # A ladder reads its challenges, and the stages of the event for its tabs.
    "bracket": 16,
    # An event that is over shows its stage, what the visitor has reached in it, and the prizes.
    "event": 20,
    # A match under way is judged for the federations of its event from eleven facts, and its stakes are read from their lists.
    "match": 27,
    "match_live": 27,
    # With nothing kept in the process yet.
    "my_matches": 16,
    # The players of a ladder, with what they owe, their phones, ratings and memberships.
    "desk_entrants": 17,
    # Two of them look for finals whose two players may share the prizes.
    "desk_prizes": 18,
    "desk_close_tournament": 45,
    "desk_tournament": 36,
    "desk_event": 44,
    "desk_next_live": 30,
    # The file of a person asks each table once.
    "my_data_file": 27,
}
# The crowd plays in more events, each of which is closed; and its last act, which the log takes back, is another one.
_OF_OTHER_ACTS = {"desk_close_tournament", "desk_log"}
# A page or form may meet another state once more people play, as a next match that an arrival takes back does;
# a question for each of them would be 20 and more.
_OTHER_STATE = 8


def _most(name: str) -> int:
    """How often a page may ask; at the desk its bar asks once more."""
    return _PAGE + name.startswith("desk_")


def _queries(visitor: Visitor, name: str, *args: object) -> int:
    address = reverse(name, args=args)
    with CaptureQueriesContext(connection) as queries:
        assert visitor.client.get(address).status_code == 200
    return len(queries)


def _a_player(stage: Stage) -> Player:
    entrant = Entrant.objects.filter(event=stage.event).order_by("pk").first()
    assert entrant is not None
    return entrant.side.players.get()


def test_the_bracket_of_256_takes_no_more_than_13() -> None:
    stage = factories.drawn_stage(256)
    assert _queries(Visitor(), "bracket", stage.uid) <= _BRACKET
    assert _queries(Visitor(_a_player(stage)), "bracket", stage.uid) <= _BRACKET
    factories.play_open_matches(stage)
    assert _queries(Visitor(_a_player(stage)), "bracket", stage.uid) <= _BRACKET


def test_no_page_takes_more_than_15_queries_with_much_to_show() -> None:
    """A page of the desk takes one more; each is looked at once, by a director, with a crowd in it."""
    example = showcase.show()
    director = Visitor(example.director)
    numbers = counting.count_pages(director, showcase.crowd(example))
    assert len(numbers) > 150
    assert {
        name: number for name, number in numbers.items() if number > _OF_EVERYTHING.get(name, _most(name))
    } == {}


@pytest.mark.long_only
def test_no_page_and_no_form_asks_more_because_more_people_play() -> None:
    """A page takes at most 15 queries, one more at the desk, with little or with much to show; a form of the desk what it took for a few."""
    example = showcase.show()
    visitors = {
        Who.ANONYMOUS: Visitor(),
        Who.GUEST: Visitor(),
        Who.DIRECTOR: Visitor(example.director),
    }
    visitors[Who.GUEST].at(reverse("link", args=[example.demonstration.player_token]))
    few = counting.count(visitors, example.samples)
    many = counting.count(visitors, showcase.crowd(example))
    assert few.pages.keys() == many.pages.keys()
    for pages in (many.pages, few.pages):
        assert {
            look: number
            for look, number in pages.items()
            if number > _OF_EVERYTHING.get(look[0], _most(look[0]))
        } == {}
    _check_presses(few.presses, many.presses)


def _check_presses(few: Mapping[counting.Press, int], many: Mapping[counting.Press, int]) -> None:
    """No button of the desk takes more statements than its form may, or more because more people play."""
    assert len(few.keys() & many.keys()) > _FORM
    for presses in (few, many):
        assert {
            press: number
            for press, number in presses.items()
            if number > _OF_SEVERAL_ACTS.get(press[0], _FORM)
        } == {}
    assert {
        press: (few[press], many[press])
        for press in few.keys() & many.keys()
        if many[press] > few[press] + _OTHER_STATE and press[0] not in _OF_OTHER_ACTS
    } == {}


def test_the_page_of_a_match_asks_the_same_with_much_to_show(run_jobs: Callable[[], int]) -> None:
    game = factories.open_match(7)
    results.report(game.match, by=game.one, score=(7, 3))
    plain = _queries(Visitor(game.two), "match", game.match.uid)
    for number in range(3):
        uploads.upload(game.match, by=game.one, file_name=f"{number}.mat", data=bytes([number]) * 9)
    run_jobs()
    assert _queries(Visitor(game.two), "match", game.match.uid) == plain
    assert plain <= _MATCH


def test_the_page_of_a_record_asks_the_same_with_an_analysis(run_jobs: Callable[[], int]) -> None:
    game = factories.open_match(7)
    results.report(game.match, by=game.two, score=(7, 3))
    record = uploads.upload(game.match, by=game.one, file_name="a.mat", data=RECORD)
    run_jobs()
    plain = _queries(Visitor(game.two), "record", record.uid)
    RecordAnalysis.objects.create(record=record, done_at=timezone.now())
    assert _queries(Visitor(game.two), "record", record.uid) == plain
    assert plain <= _PAGE


def test_a_step_of_a_replay_asks_for_no_bytes_a_second_time(run_jobs: Callable[[], int]) -> None:
    game = factories.open_match(7)
    record = uploads.upload(game.match, by=game.one, file_name="a.mat", data=RECORD)
    run_jobs()
    cache.clear()
    first = _queries(Visitor(game.two), "replay", record.uid, 1, 1)
    assert _queries(Visitor(game.two), "replay", record.uid, 1, 2) == first - 1
    assert first <= _PAGE


def test_notices_are_read_at_once() -> None:
    player = factories.player("Nora New", email="nora@example.org")
    visitor = Visitor(player)
    registration.register_self(factories.event(), by=player)
    few = _queries(visitor, "notices")
    for _ in range(5):
        game = factories.open_match()
        results.report(game.match, by=game.one, score=(7, 0))
        registration.register_self(factories.event(), by=player)
    assert _queries(visitor, "notices") == few


def test_a_players_notices_about_many_matches_are_read_at_once() -> None:
    stage = factories.drawn_stage(16)
    boss = factories.owner(stage.event.tournament)
    player = _a_player(stage)
    few = _queries(Visitor(player), "notices")
    for _ in range(4):
        for match in factories.open_matches(stage):
            is_won_by_one = match.one.players.filter(pk=player.pk).exists()
            results.report(match, by=boss, score=(7, 0) if is_won_by_one else (0, 7))
        progress.advance(stage.event)
    assert _queries(Visitor(player), "notices") == few
