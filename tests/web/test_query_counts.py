"""No page asks the database more often because more people play."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from matches.models import Dispute, Player
from tests import factories
from tests.postgres_plugin import ROOT
from tests.web.browsing import Visitor
from tournaments.actions import progress, records, registration, results
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


_OF_STAGE = ("bracket", "bracket_live", "standings", "draw")
_OF_EVENT = ("event", "entrants")
_OF_PLAYER = ("home", "my_matches", "my_matches_live", "notices", "profile")


def _counts(stage: Stage) -> dict[str, int]:
    """The number of queries of every page for a player of this stage."""
    visitor = Visitor(_a_player(stage))
    counts = {name: _queries(visitor, name, stage.uid) for name in _OF_STAGE}
    counts |= {name: _queries(visitor, name, stage.event.uid) for name in _OF_EVENT}
    counts |= {name: _queries(visitor, name) for name in _OF_PLAYER}
    return counts | {"tournament": _queries(visitor, "tournament", stage.event.tournament.uid)}


def test_no_page_asks_more_for_64_than_for_4() -> None:
    few, many = _counts(factories.drawn_stage(4)), _counts(factories.drawn_stage(64))
    assert few == many
    assert max(many.values()) <= _PAGE


def test_the_page_of_a_match_asks_the_same_with_much_to_show(run_jobs: Callable[[], int]) -> None:
    game = factories.open_match(7)
    results.report(game.match, by=game.one, score=(7, 3))
    plain = _queries(Visitor(game.two), "match", game.match.uid)
    for number in range(3):
        records.upload(game.match, by=game.one, file_name=f"{number}.mat", data=bytes([number]) * 9)
    run_jobs()
    assert _queries(Visitor(game.two), "match", game.match.uid) == plain
    assert plain <= _PAGE


def test_the_page_of_a_record_asks_the_same_with_an_analysis(run_jobs: Callable[[], int]) -> None:
    game = factories.open_match(7)
    results.report(game.match, by=game.two, score=(7, 3))
    record = records.upload(game.match, by=game.one, file_name="a.mat", data=RECORD)
    run_jobs()
    plain = _queries(Visitor(game.two), "record", record.uid)
    RecordAnalysis.objects.create(record=record, done_at=timezone.now())
    assert _queries(Visitor(game.two), "record", record.uid) == plain
    assert plain <= _PAGE


def test_a_step_of_a_replay_asks_for_no_bytes_a_second_time(run_jobs: Callable[[], int]) -> None:
    game = factories.open_match(7)
    record = records.upload(game.match, by=game.one, file_name="a.mat", data=RECORD)
    run_jobs()
    cache.clear()
    first = _queries(Visitor(game.two), "replay", record.uid, 1, 1)
    assert _queries(Visitor(game.two), "replay", record.uid, 1, 2) == first - 1
    assert first <= _PAGE


def test_a_dispute_asks_the_same_with_many_records(run_jobs: Callable[[], int]) -> None:
    game = factories.open_match(7)
    results.report(game.match, by=game.one, score=(7, 2))
    disputed = results.report(game.match, by=game.two, score=(5, 7), insist=True).report
    dispute = Dispute.objects.get(match=disputed.match)
    counts = []
    for number in range(3):
        records.upload(game.match, by=game.one, file_name="a.mat", data=RECORD + b"\n" * number)
        run_jobs()
        pages = ((Visitor(game.two), "dispute"), (Visitor(game.director), "desk_dispute"))
        counts.append([_queries(visitor, name, dispute.uid) for visitor, name in pages])
    assert counts[0] == counts[1] == counts[2]


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
