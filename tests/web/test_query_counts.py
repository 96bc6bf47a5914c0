"""No page asks the database more often because more people play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product

import pytest
from django.core.cache import cache
from django.db import connection, reset_queries
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from matches.models import Player
from tests import factories, showcase
from tests.browser.pages import ACTIONS, Who, address, routes
from tests.postgres_plugin import ROOT
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.draws import progress
from tournaments.actions.entrants import registration
from tournaments.actions.records import uploads
from tournaments.models import Entrant, RecordAnalysis, Stage

pytestmark = pytest.mark.django_db
RECORD = (ROOT / "tests/data/records/gnubg/m004_07pt_s1004_n0.0.mat").read_bytes()
_BRACKET = 12
_PAGE = 15


def _queries(visitor: Visitor, name: str, *args: object) -> int:
    address = reverse(name, args=args)
    with CaptureQueriesContext(connection) as seen:
        assert visitor.client.get(address).status_code == 200
    return len(seen)


def _a_player(stage: Stage) -> Player:
    entrant = Entrant.objects.filter(event=stage.event).order_by("pk").first()
    assert entrant is not None
    return entrant.side.players.get()


def test_the_bracket_of_256_takes_no_more_than_12() -> None:
    stage = factories.drawn_stage(256)
    assert _queries(Visitor(), "bracket", stage.uid) <= _BRACKET
    assert _queries(Visitor(_a_player(stage)), "bracket", stage.uid) <= _BRACKET
    factories.play_open_matches(stage)
    assert _queries(Visitor(_a_player(stage)), "bracket", stage.uid) <= _BRACKET


def test_no_page_takes_more_than_15_with_little_or_with_much_to_show() -> None:
    shown = showcase.show()
    visitors = {
        Who.ANONYMOUS: Visitor(),
        Who.GUEST: Visitor(),
        Who.DIRECTOR: Visitor(shown.director),
    }
    visitors[Who.GUEST].at(reverse("link", args=[shown.demonstration.player_token]))
    few = _counts_of_all(visitors, shown.samples)
    many = _counts_of_all(visitors, showcase.crowd(shown))
    assert few.keys() == many.keys()
    assert {address: number for address, number in (few | many).items() if number > _PAGE} == {}
    assert {address: number for address, number in few.items() if number > _PAGE} == {}


def _counts_of_all(
    visitors: Mapping[Who, Visitor], samples: Mapping[str, Mapping[str, str]]
) -> dict[tuple[str, str, str], int]:
    """The number of queries of every address that answers, in every state of what it shows, for each visitor."""
    counts = {}
    for name, route in routes().items():
        if name in ACTIONS:
            continue
        kind = route.removeprefix("desk/").partition("/")[0]
        for state, who in product(samples.get(kind, {}) or [""], Who):
            at = address(route, samples, state=state)
            # A log that is full would count nothing more.
            reset_queries()
            with CaptureQueriesContext(connection) as seen:
                status = visitors[who].client.get(at).status_code
            assert status < 500, at
            counts[name, state, str(who)] = len(seen)
    return counts


def test_the_page_of_a_match_asks_the_same_with_much_to_show(run_jobs: Callable[[], int]) -> None:
    game = factories.open_match(7)
    results.report(game.match, by=game.one, score=(7, 3))
    plain = _queries(Visitor(game.two), "match", game.match.uid)
    for number in range(3):
        uploads.upload(game.match, by=game.one, file_name=f"{number}.mat", data=bytes([number]) * 9)
    run_jobs()
    assert _queries(Visitor(game.two), "match", game.match.uid) == plain
    assert plain <= _PAGE


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
