"""What an audit of a tournament says, as a yes or no."""

from __future__ import annotations

from tournaments.actions import log
from tournaments.models import LogEntry, Tournament
from tournaments.queries.audit.checks import findings
from tournaments.queries.audit.evidence_checks import evidence_findings


def is_clean(tournament: Tournament) -> bool:
    """Whether an audit finds nothing: in the draws and results, in the rows that the log proves, and in the log."""
    has_findings = bool(findings(tournament)) or any(evidence_findings(tournament))
    return not has_findings and not log.verify(tournament)


def data_beside_proofs(entry: LogEntry) -> dict[str, object]:
    """The data of an entry beside its proofs."""
    return {name: value for name, value in entry.data.items() if name != "proofs"}
