"""`digest`: prints a hash of the rows of a tournament, for comparing two databases."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Tournament
from tournaments.queries.audit.digest import rows_digest

_UNKNOWN = 2


class Command(BaseCommand):
    """Prints the digest of the rows, equal on every database with the same rows."""

    help = "Print the digest of the rows of a tournament, the same on every database that holds them."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the uid of the tournament."""
        parser.add_argument("uid", help="the tournament")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the digest; exit with 2 for an unknown tournament."""
        tournament = Tournament.objects.filter(uid=options["uid"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {options['uid']}.", returncode=_UNKNOWN)
        self.stdout.write(rows_digest(tournament))
