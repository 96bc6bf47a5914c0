"""Checks the stored data of tournaments and federations: `manage.py audit [UID ...]`.

The exit code is 0 without faults, 1 with faults, 2 for an unknown uid, and 3 if there is no fault but something
cannot be proved, because an earlier release stored less or drew differently.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.actions import log
from tournaments.actions.federations import log as federation_log
from tournaments.models import Draw, Federation, FeedRow, Tournament
from tournaments.queries.audit.checks import Finding, findings
from tournaments.queries.audit.evidence_checks import evidence_findings, findings_of_federation
from tournaments.queries.feed.checks import feed_findings, feed_findings_of_federation, findings_of_feed

_FAULTS, _UNKNOWN, _UNPROVED = 1, 2, 3


class Command(BaseCommand):
    """Repeats every draw from its seed, computes every pairing again, and verifies the log and the feed."""

    help = "Repeat every draw, compute every pairing and standing again, and verify the log and the feed."

    def add_arguments(self, parser: CommandParser) -> None:
        """Tournaments and federations to audit, all by default."""
        parser.add_argument("uid", nargs="*", help="tournaments and federations to audit; all by default")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line per stream and per finding; the exit code tells faults from what cannot be proved."""
        tournaments, federations = Tournament.objects.order_by("pk"), Federation.objects.order_by("pk")
        if uids := set(options["uid"]):
            tournaments = tournaments.filter(uid__in=uids)
            federations = federations.filter(uid__in=uids)
            others = uids.difference((one.uid for one in tournaments), (one.uid for one in federations))
            if others:
                names = ", ".join(sorted(others))
                raise CommandError(f"There is no tournament or federation {names}.", returncode=_UNKNOWN)
        counts = [
            *(self._audit(tournament) for tournament in tournaments),
            *(self._audit_federation(federation) for federation in federations),
        ]
        if not uids:
            rows = FeedRow.objects.count()
            counts.append(self._report("the feed", f"{rows} rows", [], list(findings_of_feed())))
        faults, unproved = sum(count[0] for count in counts), sum(count[1] for count in counts)
        if faults:
            raise CommandError(f"{faults} things do not follow from what is stored.", returncode=_FAULTS)
        if unproved:
            message = f"Nothing is wrong; {unproved} things of earlier releases cannot be proved."
            raise CommandError(message, returncode=_UNPROVED)

    def _audit(self, tournament: Tournament) -> tuple[int, int]:
        """Return the number of faults, and the number of facts that cannot be proved."""
        draws = Draw.objects.filter(stage__event__tournament=tournament).count()
        return self._report(
            f"{tournament.uid}  {tournament.name}",
            f"{draws} draws, {tournament.log_seq} log entries",
            log.verify(tournament),
            [*findings(tournament), *evidence_findings(tournament), *feed_findings(tournament)],
        )

    def _audit_federation(self, federation: Federation) -> tuple[int, int]:
        """Return the number of faults, and the number of facts that cannot be proved."""
        return self._report(
            f"{federation.uid}  {federation.name}",
            f"{federation.log_seq} log entries",
            federation_log.verify(federation),
            [*findings_of_federation(federation), *feed_findings_of_federation(federation)],
        )

    def _report(
        self, title: str, size: str, entry_faults: Sequence[str], remarks: Sequence[Finding]
    ) -> tuple[int, int]:
        """Print what was found; return the number of faults, and of facts that cannot be proved."""
        faults = len(entry_faults) + sum(finding.is_fault for finding in remarks)
        unproved = sum(finding.is_unproved for finding in remarks)
        verdict = f"{faults} faults" if faults else f"{unproved} cannot be proved" if unproved else "clean"
        self.stdout.write(f"{title}: {verdict}, {size}")
        for fault in entry_faults:
            self.stdout.write(f"  log: {fault}")
        for finding in remarks:
            data = " ".join(f"{name}={value}" for name, value in finding.data.items())
            kind = "cannot be proved" if finding.is_unproved else "fault" if finding.is_fault else "decided"
            self.stdout.write(f"  {kind}: {finding.code} {finding.subject} {data}".rstrip())
        return faults, unproved
