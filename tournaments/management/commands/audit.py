"""Checks the stored data of tournaments: `manage.py audit [UID ...]`.

The exit code is 0 without faults, 1 with faults, 2 for an unknown tournament, and 3 if there is no fault but something
cannot be proved, because an earlier release stored less or drew differently.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.actions import log
from tournaments.models import Draw, Tournament
from tournaments.queries.audit.checks import findings
from tournaments.queries.audit.evidence_checks import evidence_findings

_FAULTS, _UNKNOWN, _UNPROVED = 1, 2, 3


class Command(BaseCommand):
    """Repeats every draw from its seed, computes every pairing again, and verifies the chain of the log."""

    help = "Repeat every draw, compute every pairing and standing again, and verify the log."

    def add_arguments(self, parser: CommandParser) -> None:
        """Tournaments to audit, all by default."""
        parser.add_argument("uid", nargs="*", help="tournaments to audit; all by default")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line per tournament and per finding; the exit code tells faults from what cannot be proved."""
        tournaments = Tournament.objects.order_by("pk")
        uids = set(options["uid"])
        if uids:
            tournaments = tournaments.filter(uid__in=uids)
            others = uids.difference(tournaments.values_list("uid", flat=True))
            if others:
                raise CommandError(
                    f"There is no tournament {', '.join(sorted(others))}.", returncode=_UNKNOWN
                )
        counts = [self._audit(tournament) for tournament in tournaments]
        faults, unproved = sum(count[0] for count in counts), sum(count[1] for count in counts)
        if faults:
            raise CommandError(f"{faults} things do not follow from what is stored.", returncode=_FAULTS)
        if unproved:
            message = f"Nothing is wrong; {unproved} things of earlier releases cannot be proved."
            raise CommandError(message, returncode=_UNPROVED)

    def _audit(self, tournament: Tournament) -> tuple[int, int]:
        """Return the number of faults, and the number of facts that cannot be proved."""
        entry_fault = log.verify(tournament)
        remarks = [*findings(tournament), *evidence_findings(tournament)]
        faults = len(entry_fault) + sum(finding.is_fault for finding in remarks)
        unproved = sum(not finding.is_fault for finding in remarks)
        draws = Draw.objects.filter(stage__event__tournament=tournament).count()
        verdict = f"{faults} faults" if faults else f"{unproved} cannot be proved" if unproved else "clean"
        self.stdout.write(
            f"{tournament.uid}  {tournament.name}: {verdict}, {draws} draws, {tournament.log_seq} log entries"
        )
        for fault in entry_fault:
            self.stdout.write(f"  log: {fault}")
        for finding in remarks:
            data = " ".join(f"{name}={value}" for name, value in finding.data.items())
            kind = "fault" if finding.is_fault else "cannot be proved"
            self.stdout.write(f"  {kind}: {finding.code} {finding.subject} {data}".rstrip())
        return faults, unproved
