"""The replay of a record from the cache: the same game, without reading the file again."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.models import GameRecord
from rules import Cube, EntryKind, Position
from tests import factories
from tests.effort import is_long
from tournaments.actions.records import uploads
from tournaments.queries.records import replays
from tournaments.queries.records.replays import ReplayedGame, read_game

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]
DATA = Path(__file__).parent.parent / "data" / "records"
_BY_SIZE = sorted(DATA.rglob("*.mat"), key=lambda file: file.stat().st_size)
LARGEST = _BY_SIZE if is_long() else _BY_SIZE[-5:]
MATCH = (DATA / "gnubg/m004_07pt_s1004_n0.0.mat").read_bytes()


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


def new_record(data: bytes = MATCH) -> GameRecord:
    """A record as the door hands it out: without its bytes."""
    game = factories.open_match(7)
    record = uploads.upload(game.match, by=None, file_name="final.mat", data=data)
    return without_bytes(record)


def without_bytes(record: GameRecord) -> GameRecord:
    return GameRecord.objects.defer("data").get(pk=record.pk)


def replayed_game(record: GameRecord, index: int) -> ReplayedGame | None:
    """A game of the replay, without a rate limit."""
    return replays.replayed_game(record, index, before_reading=lambda: None)


@pytest.mark.both_databases
def test_somebody_is_asked_before_a_file_is_read_and_only_then() -> None:
    record, questions = new_record(), []
    for _ in range(3):
        replays.replayed_game(record, 1, before_reading=lambda: questions.append(1))
    assert questions == [1]


def test_who_is_asked_may_refuse() -> None:
    def refuse() -> None:
        raise PermissionError

    with pytest.raises(PermissionError):
        replays.replayed_game(new_record(), 1, before_reading=refuse)


def test_a_game_has_all_that_a_board_shows() -> None:
    game = replayed_game(new_record(), 2)
    assert game is not None
    assert (game.players, game.index, game.number, game.games) == (("gnubg", "root"), 2, 2, 4)
    assert (game.score.points, game.score.length, game.points) == ((2, 0), 7, 2)
    assert (game.start, game.cube) == (Position.start(), Cube())
    assert game.steps[0].notation == "13/9 24/21"
    assert game.steps[-1].kind is EntryKind.WIN


def test_the_second_look_reads_no_bytes_and_parses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    record = new_record()
    first = replayed_game(record, 3)
    monkeypatch.delattr(replays, "read_game")
    with CaptureQueriesContext(connection) as queries:
        again = replayed_game(without_bytes(record), 3)
    assert again == first
    assert len(queries) == 1, "only the record itself was asked for"


def test_the_same_file_in_another_match_is_the_same_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    first = replayed_game(new_record(), 1)
    monkeypatch.delattr(replays, "read_game")
    assert replayed_game(new_record(), 1) == first


def test_each_game_has_an_entry_of_its_own() -> None:
    record = new_record()
    games = [replayed_game(record, index) for index in (1, 2, 3, 4)]
    assert [game and game.index for game in games] == [1, 2, 3, 4]
    assert [replayed_game(record, index) for index in (1, 2, 3, 4)] == games


@pytest.mark.both_databases
def test_a_game_that_is_not_there_is_not_kept() -> None:
    record = new_record()
    assert [replayed_game(record, index) for index in (0, 5)] == [None, None]
    assert replayed_game(new_record(b"no record"), 1) is None


def test_a_game_that_is_too_large_is_read_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "LARGEST_KEPT", 1000)
    record = new_record()
    first = replayed_game(record, 1)
    calls: list[int] = []

    def read_and_count(data: bytes, index: int) -> replays.ReplayedGame | None:
        calls.append(index)
        return read_game(data, index)

    monkeypatch.setattr(replays, "read_game", read_and_count)
    assert replayed_game(record, 1) == first
    assert calls == [1]


def test_what_an_older_release_has_kept_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    record = new_record()
    monkeypatch.setattr(replays, "_release", lambda: "old")
    first = replayed_game(record, 1)
    monkeypatch.setattr(replays, "_release", lambda: "new")
    monkeypatch.setattr(replays, "read_game", lambda _data, _index: None)
    assert first is not None
    assert replayed_game(record, 1) is None


@pytest.mark.parametrize("file", LARGEST, ids=lambda file: file.stem)
def test_no_game_that_people_play_is_too_large(file: Path) -> None:
    data = file.read_bytes()
    record = new_record(data)
    first = replayed_game(record, 1)
    assert first is not None
    for index in range(1, first.games + 1):
        assert replayed_game(record, index) == read_game(data, index)
    keys = [f"replay:{replays._release()}:{record.sha256}:{index}" for index in range(1, first.games + 1)]
    assert len(cache.get_many(keys)) == first.games
