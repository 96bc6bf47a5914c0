"""`log`: writes the log of a tournament as JSON lines, so that anybody can verify its chain."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.actions import chain
from tournaments.models import LogEntry, Tournament

_UNKNOWN = 2


class Command(BaseCommand):
    """Prints one entry per line: the hashed content, its version and the hash."""

    help = "Write the log of a tournament as JSON lines: what each entry hashes, its version and its hash."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the uid of the tournament."""
        parser.add_argument("uid", help="the tournament")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the entries in order; exit with 2 for an unknown tournament."""
        tournament = Tournament.objects.filter(uid=options["uid"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {options['uid']}.", returncode=_UNKNOWN)
        entries = LogEntry.objects.filter(tournament=tournament).select_related("by", "event", "link")
        for entry in entries.order_by("seq").iterator(chunk_size=500):
            line = {**chain.content_of(entry), "version": entry.version, "hash": entry.hash}
            self.stdout.write(json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False))
