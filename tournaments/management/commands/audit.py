"""Checks that what is stored follows: `manage.py audit [UID ...]`."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.actions import log
from tournaments.models import Draw, Tournament
from tournaments.queries.audit import findings


class Command(BaseCommand):
    """Repeats every draw from its seed, computes every pairing again, and verifies the chain of the log."""

    help = "Repeat every draw, compute every pairing and standing again, and verify the log."

    def add_arguments(self, parser: CommandParser) -> None:
        """Tournaments to audit, all by default."""
        parser.add_argument("uid", nargs="*", help="tournaments to audit; all by default")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line per tournament and per finding; exit 1 when something does not follow."""
        tournaments = Tournament.objects.order_by("pk")
        wanted = set(options["uid"])
        if wanted:
            tournaments = tournaments.filter(uid__in=wanted)
            unknown = wanted.difference(tournaments.values_list("uid", flat=True))
            if unknown:
                raise CommandError(f"There is no tournament {', '.join(sorted(unknown))}.")
        faults = sum(self._audit(tournament) for tournament in tournaments)
        if faults:
            raise CommandError(f"{faults} things do not follow from what is stored.")

    def _audit(self, tournament: Tournament) -> int:
        broken = log.verify(tournament)
        found = findings(tournament)
        faults = len(broken) + sum(finding.is_fault for finding in found)
        draws = Draw.objects.filter(stage__event__tournament=tournament).count()
        verdict = "clean" if not faults else f"{faults} faults"
        self.stdout.write(
            f"{tournament.uid}  {tournament.name}: {verdict}, {draws} draws, {tournament.log_seq} log entries"
        )
        for fault in broken:
            self.stdout.write(f"  log: {fault}")
        for finding in found:
            data = " ".join(f"{name}={value}" for name, value in finding.data.items())
            self.stdout.write(f"  {finding.code} {finding.subject} {data}".rstrip())
        return faults
