"""`retention`: shows how long data about people is kept, what is due and what was removed; and removes it now."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from tournaments.actions import retention
from tournaments.queries.people.retention import retention_report


class Command(BaseCommand):
    """Prints a line for each kind of data."""

    help = "Show how long data about people is kept, what is past its time, and what was removed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Read whether to remove now, and for whom to print."""
        parser.add_argument(
            "--now", action="store_true", help="remove what is due, without waiting for the night"
        )
        parser.add_argument("--json", action="store_true", help="one object a line, for a program")

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove what is due where it is asked for, and print the report."""
        now = timezone.now()
        if options["now"]:
            for _line in retention.remove(now):
                pass
        report = retention_report(now)
        for row in report.rows:
            line = asdict(row) | {"name": str(row.name)}
            words = (
                f"{row.code}: {row.name}, kept {row.days} days; {row.due} due, "
                f"{row.last} removed last time, {row.month} in 30 days"
            )
            self.stdout.write(json.dumps(line) if options["json"] else words)
        if not options["json"]:
            self.stdout.write(
                f"Last run: {report.ran_at:%Y-%m-%d %H:%M} UTC." if report.ran_at else "It never ran."
            )
            for name in report.set_aside:
                self.stdout.write(f"Delete what a restore has set aside: replaced/{name}")
