"""`backup`: one consistent file of the SQLite database, while the service runs."""

from __future__ import annotations

import argparse
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection


class Command(BaseCommand):
    """Copies the database and checks the copy."""

    help = "Write a checked copy of the SQLite database to a file that does not exist yet."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="where the copy goes")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the copy beside its place first, so that a broken one never looks finished."""
        file: Path = options["file"].expanduser()
        if connection.vendor != "sqlite":
            raise CommandError(
                "This installation runs on PostgreSQL: use pg_dump, as docs/operations.md says."
            )
        if file.exists():
            raise CommandError(f"{file} exists already; a backup never overwrites anything.")
        if not file.parent.is_dir():
            raise CommandError(f"There is no directory {file.parent}.")
        draft = file.with_name(f".{file.name}.draft")
        draft.unlink(missing_ok=True)
        try:
            with connection.cursor() as cursor:
                cursor.execute("VACUUM INTO %s", [str(draft)])
            with closing(sqlite3.connect(draft)) as copy:
                [found] = copy.execute("PRAGMA integrity_check").fetchone()
            if found != "ok":
                raise CommandError(f"The copy is damaged: {found}")
            draft.chmod(0o600)
            # A stick may know no hard links, so the name was looked at before.
            draft.rename(file)
        finally:
            draft.unlink(missing_ok=True)
        self.stdout.write(f"{file}: {file.stat().st_size} bytes, checked.")
