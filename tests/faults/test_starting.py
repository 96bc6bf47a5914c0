"""Failures at start: the command prints one line and leaves nothing behind."""

from __future__ import annotations

import shlex
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.faults.service import Installation
from tournaments.project import sqlite_files

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="the embedded installation is for Linux"
)


def _refusal(installation: Installation, *arguments: str, **extra: Any) -> str:
    """The one line with which a command ends."""
    process = installation.run("manage.py", *(arguments or ("run", "--port", "0")))
    assert (process.returncode, process.stderr.count("\n")) == (1, 1), process.stderr
    return process.stderr


@pytest.fixture
def installation(tmp_path: Path) -> Installation:
    """An installation in a directory with every letter that an address would read otherwise."""
    return Installation(tmp_path / "é #?%41'" / "data")


def _migrated(installation: Installation) -> Installation:
    installation.data.mkdir(parents=True)
    return installation.migrate()


def test_a_directory_may_have_any_name_and_the_database_lies_in_it(installation: Installation) -> None:
    process = installation.run("manage.py", "showmigrations", "tournaments")
    assert (process.returncode, process.stderr) == (0, "")
    assert installation.database.stat().st_mode & 0o777 == 0o600
    assert [entry.name for entry in installation.data.parent.parent.iterdir()] == [
        installation.data.parent.name
    ]


def test_a_database_that_an_earlier_release_put_elsewhere_is_named(installation: Installation) -> None:
    elsewhere = installation.data.parent.with_name("é ")
    installation.data.mkdir(parents=True)
    with closing(sqlite3.connect(elsewhere)) as database:
        database.execute("CREATE TABLE django_migrations (app text, name text)")
    assert f"./videau restore '{elsewhere}'" in _refusal(installation)
    assert not installation.database.exists()


def test_a_place_that_is_no_directory(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "VIDEAU_DATA" in _refusal(Installation(tmp_path / "file" / "data"))


def test_a_damaged_database_is_met_with_the_newest_backup(installation: Installation) -> None:
    _migrated(installation)
    backups = installation.data / "backups"
    backups.mkdir()
    for name in ("videau-20260307-101500.sqlite3", "videau-20260307-102000.sqlite3"):
        (backups / name).write_bytes(installation.database.read_bytes())
    content = bytearray(installation.database.read_bytes())
    content[0:100] = b"x" * 100
    installation.database.write_bytes(content)
    newest = backups / "videau-20260307-102000.sqlite3"
    assert f"./videau restore {shlex.quote(str(newest))}" in _refusal(installation)
    process = installation.run("manage.py", "restore", str(newest), "--yes")
    assert process.returncode == 0, process.stderr
    assert sqlite_files.fault_of(installation.database) == ""
    assert sqlite_files.migrations_of(installation.database) == sqlite_files.migrations_of(newest)


def test_a_later_release_that_took_something_away_is_refused_by_every_process_and_what_writes(
    installation: Installation,
) -> None:
    _migrated(installation)
    with closing(sqlite3.connect(installation.database)) as database:
        row = "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', ?, '2027-01-01')"
        database.execute(row, ["9999_contract_after_99_0_0_names"])
        database.commit()
    for command in (("run", "--port", "0"), ("tick",), ("migrate",)):
        assert "later release of Videau" in _refusal(installation, *command)
    worker = installation.run("-m", "celery", "--app", "tournaments.project", "worker", "--pool", "solo")
    assert worker.returncode == 1
    assert "later release of Videau" in worker.stderr
    web = (
        "tournaments.project.wsgi",
        "--config",
        "python:tournaments.project.web_server",
        "--bind",
        "127.0.0.1:0",
    )
    server = installation.run("-m", "gunicorn", *web, "--no-control-socket", "--log-level", "warning")
    assert server.returncode == 4
    assert "later release of Videau" in server.stderr


def test_the_collector_searches_what_comes_after_the_imports_alone(installation: Installation) -> None:
    ask = "import gc, tournaments.project.wsgi; print(gc.isenabled(), gc.get_freeze_count() > 100_000)"
    assert installation.run("-c", ask).stdout == "True True\n"
