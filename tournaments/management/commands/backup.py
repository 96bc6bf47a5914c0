"""`backup`: one consistent file of the database, while the service runs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from tournaments.project import postgres_files, sqlite_files


class Command(BaseCommand):
    """Copies the database and checks the copy."""

    help = "Write a checked copy of the database to a file that does not exist yet; FILE.sql is plain SQL on PostgreSQL."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="where the copy goes")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the copy under a temporary name first, so that an incomplete one never has the final name."""
        file: Path = options["file"].expanduser()
        if file.exists():
            raise CommandError(f"{file} exists already; a backup never overwrites anything.")
        if not file.parent.is_dir():
            raise CommandError(f"There is no directory {file.parent}.")
        if connection.vendor == "sqlite":
            sqlite_files.copy(Path(connection.settings_dict["NAME"]), file)
            fault = sqlite_files.fault_of(file)
        else:
            postgres_files.dump(connection, file)
            fault = postgres_files.fault_of(file)
        if fault:
            file.unlink()
            raise CommandError(f"The copy is damaged: {fault}")
        self.stdout.write(f"{file}: {file.stat().st_size} bytes, checked.")
