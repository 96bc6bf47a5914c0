"""`jobs`: shows the waiting and the failed jobs, and tries failed ones again or drops them."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet

from tournaments import queue
from tournaments.models import OutboxJob

_ALL = "all"


class Command(BaseCommand):
    """Prints each lane and each dead job on a line of its own."""

    help = "Show the waiting and the failed jobs; try failed ones again, or drop them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Read what is to be done with which jobs."""
        parser.add_argument("--json", action="store_true", help="one object a line, for a program")
        acts = parser.add_mutually_exclusive_group()
        acts.add_argument("--retry", metavar="NUMBER", help="try a failed job again, or `all`")
        acts.add_argument("--drop", metavar="NUMBER", help="forget a failed job, or `all`")

    def handle(self, *args: Any, **options: Any) -> None:
        """Act on failed jobs, or print all."""
        if options["retry"]:
            self.stdout.write(f"{queue.revive(_dead(options['retry']))} tried again.")
        elif options["drop"]:
            self.stdout.write(f"{queue.drop(_dead(options['drop']))} dropped.")
        else:
            self._show(is_json=options["json"])

    def _show(self, *, is_json: bool) -> None:
        for one in queue.backlogs():
            seconds = one.oldest // timedelta(seconds=1)
            line = {"lane": one.lane, "due": one.due, "oldest_seconds": seconds, "dead": one.dead}
            words = f"{one.lane}: {one.due} due, the oldest for {seconds} s, {one.dead} failed"
            self.stdout.write(json.dumps(line) if is_json else words)
        for job in queue.dead_jobs():
            reason = (job.last_error.strip().splitlines() or [""])[-1]
            entry = {
                "job": job.pk,
                "name": job.name,
                "args": job.args,
                "attempts": job.attempts,
                "error": reason,
            }
            self.stdout.write(json.dumps(entry) if is_json else f"failed {job.pk}: {job}: {reason}")


def _dead(number: str) -> QuerySet[OutboxJob]:
    """Return the failed job of this number, or all of them."""
    if number == _ALL:
        return queue.dead_jobs()
    rows = queue.dead_jobs().filter(pk=number if number.isdecimal() else 0)
    if not rows.exists():
        raise CommandError(f"There is no failed job {number}. `./videau jobs` lists them.")
    return rows
