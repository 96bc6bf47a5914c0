"""The matches whose result an entry of the log proves, and the report that counted after it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import product

from matches.models import Match, Report, Settled
from tournaments.acts import ABSENT, readable
from tournaments.acts.results import OfReport
from tournaments.models import LogEntry, ProofSalt
from tournaments.queries.audit import evidence

_FINAL, _FINAL_COLUMNS, _OPEN = "match", "match.columns", "open.columns"


@dataclass(frozen=True, slots=True)
class NamedMatch:
    """A match that an entry proves: as final with two digests, or as open with none.

    `report` is the uid of the report that the act is about, empty if it is about none of this match.
    """

    uid: str
    seq: int
    at: datetime
    words: str = ""
    columns: str = ""
    report: str = ""

    @property
    def is_final(self) -> bool:
        """Whether the match had a final result after the entry."""
        return bool(self.words or self.columns)


def matches_named_by(entries: Iterable[LogEntry]) -> Iterator[NamedMatch]:
    """Yield the matches that these entries prove, in the order of the entries, then by uid.

    Every action on a match proves it, as final or as open, and so does the seal of an earlier release.
    """
    for entry in entries:
        act = readable(entry)
        if act is None or act.proofs is ABSENT:
            continue
        subject, report = (act.subject, act.report) if isinstance(act, OfReport) else ("", "")
        by_match: dict[str, dict[str, str]] = {}
        for name, digest in act.proofs.items():
            kind, _colon, uid = name.partition(":")
            if kind in (_FINAL, _FINAL_COLUMNS, _OPEN):
                by_match.setdefault(uid, {})[kind] = digest
        for uid, digests in sorted(by_match.items()):
            yield NamedMatch(
                uid,
                entry.seq,
                entry.at,
                words=digests.get(_FINAL, ""),
                columns=digests.get(_FINAL_COLUMNS, ""),
                report=report if uid == subject else "",
            )


@dataclass(frozen=True, slots=True)
class ReportsByDigest:
    """Finds the report that counted after an entry: the digest of the match shows which one it was."""

    reports: Mapping[int, Sequence[Report]]
    salts: Mapping[str, str]

    @classmethod
    def of(cls, matches: Collection[Match]) -> ReportsByDigest:
        """Read the reports and the salts of these matches; two queries."""
        reports: dict[int, list[Report]] = {}
        for report in Report.objects.filter(match__in=matches).order_by("pk"):
            reports.setdefault(report.match_id, []).append(report)
        salts = ProofSalt.objects.filter(kind=_FINAL, key__in=[match.uid for match in matches])
        return cls(reports, dict(salts.values_list("key", "salt")))

    def counted(self, match: Match, named: NamedMatch) -> Report | None:
        """Return the report that counted; None for an open match, or if it cannot be known."""
        if not named.is_final:
            return None
        reports = self.reports.get(match.pk, ())
        salt = self.salts.get(match.uid)
        if salt is not None and named.words:
            for report, settled in product(_likely_first(reports, match), Settled.values):
                for length in {report.length, match.length}:
                    if _digest(match, report, settled=settled, length=length, salt=salt) == named.words:
                        return report
        # Without its salt a digest proves nothing; what the act is about, or what counts now, is the next best.
        known = {report.uid: report for report in reports if report.at <= named.at}
        now = match.accepted_report
        return known.get(named.report) or (None if now is None else known.get(now.uid))


def is_cancelled(match: Match, named: NamedMatch) -> bool:
    """Whether the match was cancelled after the entry; a cancelled match stays so."""
    if match.cancelled_at is None:
        return False
    row = evidence.of_match(match)
    if row.columns_digest == named.columns:
        return True
    before = replace(row, columns={**(row.columns or {}), "cancelled_at": None})
    return before.columns_digest != named.columns and match.cancelled_at <= named.at


def _likely_first(reports: Sequence[Report], match: Match) -> list[Report]:
    return sorted(reports, key=lambda report: (report.pk != match.accepted_report_id, -report.pk))


def _digest(match: Match, report: Report, *, settled: str, length: int, salt: str) -> str:
    """Return the digest of the match as it would be if this report counted."""
    words = {
        "length": length,
        "winner": report.winner,
        "outcome": report.outcome,
        "settled": settled,
        "report": report.uid,
    }
    return evidence.ProvedRow(_FINAL, match.uid, words).digest(salt)
