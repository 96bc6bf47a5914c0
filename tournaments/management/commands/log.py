"""`log`: writes the log of a tournament or federation as JSON lines, so that anybody can verify its chain."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import QuerySet

from tournaments.models import Federation, FederationEntry, LogEntry, Tournament
from tournaments.queries.audit.log_content import content_of

_UNKNOWN = 2


class Command(BaseCommand):
    """Prints one entry per line: the hashed content, its version and the hash."""

    help = "Write the log of a tournament or federation as JSON lines: what each entry hashes, its version and its hash."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the uid."""
        parser.add_argument("uid", help="the tournament or federation")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the entries in order; exit with 2 for an unknown uid."""
        entries = _entries(options["uid"])
        if entries is None:
            raise CommandError(f"There is no tournament or federation {options['uid']}.", returncode=_UNKNOWN)
        for entry in entries.order_by("seq").iterator(chunk_size=500):
            line = {**content_of(entry), "version": entry.version, "hash": entry.hash}
            self.stdout.write(json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False))


def _entries(uid: str) -> QuerySet[LogEntry] | QuerySet[FederationEntry] | None:
    """Return the entries of a tournament or a federation; None for an unknown uid."""
    if tournament := Tournament.objects.filter(uid=uid).first():
        return LogEntry.objects.filter(tournament=tournament).select_related("by", "event", "link", "token")
    if federation := Federation.objects.filter(uid=uid).first():
        return FederationEntry.objects.filter(federation=federation).select_related("by", "token")
    return None
