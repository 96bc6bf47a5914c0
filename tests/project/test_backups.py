"""The rolling backups of the embedded installation."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine

from tests.faults.service import wait_until
from tournaments.project import sqlite_files
from tournaments.project.backups import DAYS, NEWEST, RollingBackups, backups_in, made_at, outdated_backups

_NOON = datetime(2026, 3, 7, 12, tzinfo=UTC)
_TABLES = """
CREATE TABLE tournaments_logentry (id integer PRIMARY KEY);
CREATE TABLE matches_player (id integer PRIMARY KEY, last_login text);
"""


@pytest.fixture
def database(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A database in the mode of the installation, to which somebody writes."""
    with closing(sqlite3.connect(tmp_path / "videau #1.sqlite3", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.executescript(_TABLES)
        yield connection


@pytest.fixture
def backups(database: sqlite3.Connection, tmp_path: Path) -> RollingBackups:
    (tmp_path / "backups").mkdir()
    return RollingBackups(tmp_path / "videau #1.sqlite3", tmp_path / "backups")


def _act(database: sqlite3.Connection) -> None:
    database.execute("INSERT INTO tournaments_logentry DEFAULT VALUES")


def test_a_copy_is_made_only_where_something_has_changed(
    backups: RollingBackups, database: sqlite3.Connection
) -> None:
    with time_machine.travel(_NOON) as clock:
        _act(database)
        first = backups.look()
        clock.shift(300)
        assert backups.look() is None
        _act(database)
        second = backups.look()
    assert first is not None
    assert backups_in(backups.directory) == [second, first]


def test_copies_are_made_by_themselves_every_five_minutes(
    backups: RollingBackups, database: sqlite3.Connection
) -> None:
    assert backups.every == 5 * 60
    _act(database)
    often = RollingBackups(backups.database, backups.directory, every=0.01)
    often.start()
    wait_until(lambda: bool(backups_in(backups.directory)), what="a backup")
    often.stop()


def test_a_copy_is_whole_and_nobody_else_reads_it(
    backups: RollingBackups, database: sqlite3.Connection
) -> None:
    _act(database)
    file = backups.look()
    assert file is not None
    assert (sqlite_files.fault_of(file), file.stat().st_mode & 0o777) == ("", 0o600)
    assert [one.name for one in backups.directory.iterdir()] == [file.name]


def test_who_writes_meanwhile_goes_on(backups: RollingBackups, database: sqlite3.Connection) -> None:
    _act(database)
    database.execute("BEGIN IMMEDIATE")
    _act(database)
    file = backups.look()
    database.execute("COMMIT")
    assert file is not None
    with closing(sqlite3.connect(file)) as copy:
        assert copy.execute("SELECT count(*) FROM tournaments_logentry").fetchone() == (1,)


def test_the_newest_and_the_last_of_each_day_are_kept(tmp_path: Path) -> None:
    moments = [_NOON + timedelta(hours=hours) for hours in range(24 * 30)]
    files = [tmp_path / f"videau-{moment:%Y%m%d-%H%M%S}.sqlite3" for moment in moments]
    rest = sorted(set(files) - set(outdated_backups(files)), reverse=True)
    assert rest[:NEWEST] == sorted(files, reverse=True)[:NEWEST]
    days = {file.name[:15] for file in rest}
    assert len(days) == DAYS
    assert all(file.name[16:22] == "230000" for file in rest[NEWEST:])


def test_other_files_are_nobodys_to_remove(backups: RollingBackups, database: sqlite3.Connection) -> None:
    other = backups.directory / "friday.sqlite3"
    other.touch()
    _act(database)
    backups.look()
    assert other.exists()
    assert made_at(other) is None


def test_a_full_disk_costs_one_line_and_no_room(
    backups: RollingBackups,
    database: sqlite3.Connection,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    usage = shutil.disk_usage(backups.directory)
    monkeypatch.setattr(shutil, "disk_usage", lambda _place: usage._replace(free=1_000_000))
    for _ in range(3):
        _act(database)
        assert backups.look() is None
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "No backup can be made" in caplog.text
    assert list(backups.directory.iterdir()) == []
    monkeypatch.undo()
    assert backups.look() is not None


def test_a_place_that_is_gone_costs_one_line(
    backups: RollingBackups, database: sqlite3.Connection, caplog: pytest.LogCaptureFixture
) -> None:
    backups.directory.rmdir()
    for _ in range(2):
        _act(database)
        assert backups.look() is None
    assert len(caplog.records) == 1
