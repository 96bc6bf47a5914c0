"""Checks an installation: `manage.py doctor`; the exit code is 1 where something is at fault."""

from __future__ import annotations

import json
import logging
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.project.doctor import Level, examine

_MARKS = {Level.OK: "ok     ", Level.WARNING: "warning", Level.FAULT: "FAULT  "}


class Command(BaseCommand):
    """Prints each check of the installation, and the way out where something is wrong."""

    help = "Check this installation: disk, database, jobs, backups, Redis, mail; say what is wrong and what to do."
    # The checks look themselves at what Django would refuse to start with.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """The format of the output."""
        parser.add_argument("--json", action="store_true", help="print one JSON object a line")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line a check; exit with 1 for a fault."""
        # The libraries repeat what the diagnosis says once.
        for library in ("psycopg.pool", "tournaments.project.shared_cache"):
            logging.getLogger(library).setLevel(logging.CRITICAL)
        is_well = True
        for diagnosis in examine():
            is_well = is_well and diagnosis.level is not Level.FAULT
            if options["json"]:
                self.stdout.write(json.dumps(asdict(diagnosis)))
                continue
            self.stdout.write(f"{_MARKS[diagnosis.level]}  {diagnosis.subject:9} {diagnosis.words}")
            if diagnosis.remedy:
                self.stdout.write(f"{'':20}{diagnosis.remedy}")
        if not is_well:
            raise SystemExit(1)
