"""`restore`: replaces the database by a backup, and keeps the replaced one."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from tournaments.actions.draws import lots
from tournaments.management.commands.run import service_lock
from tournaments.project import postgres_files, sqlite_files
from tournaments.project.later_release import unknown_among

_TRIES, _PAUSE = 20, 0.1


class Command(BaseCommand):
    """Checks a backup, shows what it would replace, and installs it."""

    help = (
        "Put a backup in the place of the database. What stood there is kept aside; the service must not run."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file that `./videau backup` or the service has made")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, **options: Any) -> None:
        """Refuse a backup that is damaged or of a later release, and a database in use; then replace."""
        file: Path = options["file"].expanduser()
        if not file.is_file():
            raise CommandError(f"There is no file {file}.")
        with service_lock(Path(settings.VIDEAU_DATA)):
            is_sqlite = connection.vendor == "sqlite"
            self._confirm(file, is_asked=not options["yes"])
            aside = _restore_sqlite(file) if is_sqlite else _restore_postgres(file)
            _announce_new_lots()
        self.stdout.write(f"{file} is in place.")
        if aside:
            self.stdout.write(f"What it replaced is kept: {aside}")
        self.stdout.write("Start the service again, or run ./videau migrate and ./videau tick.")

    def _confirm(self, file: Path, *, is_asked: bool) -> None:
        if not is_asked:
            return
        if not sys.stdin.isatty():
            raise CommandError("Nobody is there to ask. Say --yes to replace the database.")
        time = datetime.fromtimestamp(file.stat().st_mtime, tz=UTC).astimezone()
        self.stdout.write(
            f"This replaces {connection.settings_dict['NAME']} by {file} of {time:%Y-%m-%d %H:%M}."
        )
        if input("Type yes to go on: ").strip().lower() != "yes":
            raise CommandError("Nothing was changed.")


def _announce_new_lots() -> None:
    """Start new chains of lots, because links used since the backup may be public.

    A backup of an earlier release is migrated first; there the input of each lot alone distinguishes them.
    """
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        lots.begin_anew()


def _stamp() -> str:
    return datetime.now(tz=UTC).strftime("%Y%m%d-%H%M%S")


def _check_release(applied: set[tuple[str, str]], file: Path) -> None:
    """Refuse a file that is no database of Videau, or one of a later release."""
    if not any(app == "tournaments" for app, _name in applied):
        raise CommandError(f"{file} is no database of Videau.")
    if others := unknown_among(applied):
        raise CommandError(
            f"{file} is of a later release: it has {', '.join(others)}. Start that release to use it."
        )


def _restore_sqlite(file: Path) -> str:
    """Install a copy of the file in one step; the replaced file and its log go to `replaced`."""
    if not sqlite_files.is_database(file):
        raise CommandError(f"{file} is no SQLite database.")
    if fault := sqlite_files.fault_of(file):
        raise CommandError(f"{file} is damaged: {fault}. Nothing was changed.")
    _check_release(sqlite_files.migrations_of(file), file)
    database = Path(connection.settings_dict["NAME"])
    draft = database.with_name(f"{database.name}.restored")
    connection.close()
    try:
        sqlite_files.copy(file, draft)
        aside = _keep_aside(database)
        for one in sqlite_files.companion_files(database):
            one.unlink(missing_ok=True)
        draft.replace(database)
    finally:
        sqlite_files.remove(draft)
    return aside


def _keep_aside(database: Path) -> str:
    """Link the replaced files to a second name, so that there always is a database; return an empty path if there was
    none.
    """
    if not database.exists():
        return ""
    directory = database.with_name("replaced")
    directory.mkdir(mode=0o700, exist_ok=True)
    # Two within a second would have the same name.
    place = next(
        path
        for number in count(1)
        if not (
            path := directory / f"{_stamp()}{f'-{number}' if number > 1 else ''}-{database.name}"
        ).exists()
    )
    for one in (database, *sqlite_files.companion_files(database)):
        if one.exists():
            target = directory / one.name.replace(database.name, place.name)
            try:
                os.link(one, target)
            except PermissionError:
                # Some file systems, as on USB sticks, have no links.
                shutil.copy2(one, target)
    return str(place)


def _restore_postgres(file: Path) -> str:
    """Load the dump into a new database, and swap the names of the two."""
    if not postgres_files.is_dump(file):
        raise CommandError(f"{file} is no dump of PostgreSQL.")
    if fault := postgres_files.fault_of(file):
        raise CommandError(f"{file} is damaged: {fault}. Nothing was changed.")
    name = str(connection.settings_dict["NAME"])
    draft, aside = f"{name}_restored", f"{name}_replaced_{_stamp().replace('-', '_')}"
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]
    if users := _others_in(name):
        raise CommandError(
            f"{users} connections are open to {name}. Stop the service on every machine first."
        )
    _on_server(f'DROP DATABASE IF EXISTS "{draft}"', f'CREATE DATABASE "{draft}"')
    try:
        postgres_files.load(connection, file, name=draft)
        _check_release(_migrations_in(draft, name), file)
        # In one transaction, so that the service always has a database.
        renamed = (
            f'ALTER DATABASE "{name}" RENAME TO "{aside}"',
            f'ALTER DATABASE "{draft}" RENAME TO "{name}"',
        )
        _on_server("BEGIN", *renamed, "COMMIT")
    finally:
        with suppress(CommandError):
            _on_server(f'DROP DATABASE IF EXISTS "{draft}"')
    return aside


def _migrations_in(draft: str, name: str) -> set[tuple[str, str]]:
    connection.settings_dict["NAME"] = draft
    try:
        return set(MigrationRecorder(connection).applied_migrations())
    finally:
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined]
        connection.settings_dict["NAME"] = name


def _others_in(name: str) -> int:
    """Number of clients of a database, once those that have just left had time to end.

    A server goes on listing a connection for a moment after its client has closed it. Workers of the
    server itself, autovacuum among them, do not count: it ends them when it renames their database.
    """
    for _ in range(_TRIES):
        with connection._nodb_cursor() as cursor:  # noqa: SLF001 - Django has no public name for it
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE datname = %s AND backend_type = 'client backend'",
                [name],
            )
            [count] = cursor.fetchone()
        if not count:
            return 0
        time.sleep(_PAUSE)
    return int(count)


def _on_server(*statements: str) -> None:
    """Execute statements on whole databases, each in its own transaction."""
    with connection._nodb_cursor() as cursor:  # noqa: SLF001 - Django has no public name for it
        for statement in statements:
            try:
                cursor.execute(statement)
            except Exception as error:
                raise CommandError(f"{' '.join(str(error).split())}. Nothing was lost.") from error
