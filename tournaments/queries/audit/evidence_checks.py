"""Audit of results, rulings, game records and money: the rows are compared with the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256

from django.db.models import QuerySet

from matches.database.prepared import prepared
from matches.models import Match, Report
from tournaments.acts import Act, UnreadableAct, read
from tournaments.acts.money import EntryPaid, EntryTakenBack, LineBooked, LineReversed
from tournaments.acts.records import RecordUploaded
from tournaments.acts.results import OfReport, ResultTakenBack
from tournaments.models import (
    ChainEntry,
    Federation,
    FederationEntry,
    LedgerLine,
    LineKind,
    LogEntry,
    LogStream,
    ProofSalt,
    Tournament,
)
from tournaments.queries.people.merges import wrong_merges

from .checks import Finding, FindingCode
from .evidence import SCOPE, ProvedRow, has_salt, matches_of, records_of
from .proofs import proofs_in, scope_of
from .proved_rows import rows_of, rows_of_federation

# The words of these kinds may be empty; their columns say whether they are.
_MAYBE_EMPTY = ("stage:", "entrant:", "draw:", "claim:")
# Players change their own names, which no entry proves.
_NOT_COMPARED = ("player:",)
# From this scope on a reopened match is proved again.
_OPEN_SCOPE = 3


def evidence_findings(tournament: Tournament) -> Iterator[Finding]:
    """Yield a finding for every row that differs from the log; a fixed number of queries."""
    entries = list(LogEntry.objects.filter(tournament=tournament).order_by("seq"))
    acts: list[Act] = []
    yield from _read(entries, acts, of=tournament)
    # No entry of version 1 proves rows.
    scope = scope_of(acts) or (0 if any(entry.version == 1 for entry in entries) else 1)
    yield from _by_digest(rows_of(tournament), acts, scope=scope, of=tournament)
    reports = {report.uid: report for report in _reports(tournament.pk)}
    yield from _of_results(tournament, acts, reports)
    yield from _of_records(tournament, acts)
    yield from _of_lines(tournament, acts)
    for uid in wrong_merges(tournament):
        yield Finding(FindingCode.MERGE_DIFFERS, uid)


def findings_of_federation(federation: Federation) -> Iterator[Finding]:
    """Yield a finding for every row of a federation that differs from its log; a fixed number of queries."""
    acts: list[Act] = []
    yield from _read(
        FederationEntry.objects.filter(federation=federation).order_by("seq"), acts, of=federation
    )
    yield from _by_digest(rows_of_federation(federation), acts, scope=SCOPE, of=federation)
    for uid in wrong_merges(federation):
        yield Finding(FindingCode.MERGE_DIFFERS, uid)


def _read(entries: Iterable[ChainEntry], acts: list[Act], *, of: LogStream) -> Iterator[Finding]:
    """Append the act of each entry to `acts`; yield a finding for each entry that cannot be read."""
    for entry in entries:
        try:
            acts.append(read(entry))
        except UnreadableAct as unreadable:
            data: dict[str, object] = {"seq": entry.seq, "why": str(unreadable)}
            yield Finding(FindingCode.ENTRY_UNREADABLE, of.uid, data)


def _by_digest(
    rows: Iterable[ProvedRow], acts: Sequence[Act], *, scope: int, of: LogStream
) -> Iterator[Finding]:
    """Compare the digest of each row with the log; rows of a later scope count as not yet sealed."""
    proofs = proofs_in(acts)
    salts = _salts({name for name in proofs if has_salt(name)})
    unproved = {}
    for exhibit in rows:
        if exhibit.words is not None:
            salt, digest = salts.get(exhibit.name), proofs.pop(exhibit.name, None)
            if digest is None:
                unproved[exhibit.name] = exhibit.scope
            elif salt is None:
                yield Finding(FindingCode.EVIDENCE_ERASED, exhibit.name)
            elif exhibit.digest(salt) != digest:
                yield Finding(FindingCode.EVIDENCE_DIFFERS, exhibit.name)
        if exhibit.columns is not None:
            digest = proofs.pop(exhibit.columns_name, None)
            if digest is None:
                if not exhibit.is_new:
                    unproved[exhibit.columns_name] = exhibit.columns_scope
            elif exhibit.columns_digest != digest:
                yield Finding(FindingCode.EVIDENCE_DIFFERS, exhibit.columns_name)
    reopened = ("match:", "match.columns:") if scope < _OPEN_SCOPE else ()
    elsewhere = (*_MAYBE_EMPTY, *_NOT_COMPARED, *reopened)
    missing = (name for name in proofs if not name.startswith(elsewhere))
    yield from (Finding(FindingCode.EVIDENCE_MISSING, name) for name in missing)
    yield from (
        Finding(FindingCode.EVIDENCE_ADDED, name) for name in sorted(unproved) if unproved[name] <= scope
    )
    if later := [name for name, since in unproved.items() if since > scope]:
        yield Finding(FindingCode.NOT_SEALED, of.uid, {"rows": len(later)})


def _salts(names: set[str]) -> dict[str, str]:
    kinds = {name.partition(":")[0] for name in names}
    salts = {}
    for kind in sorted(kinds):
        keys = [name.partition(":")[2] for name in names if name.startswith(f"{kind}:")]
        for row in ProofSalt.objects.filter(kind=kind, key__in=keys):
            salts[f"{row.kind}:{row.key}"] = row.salt
    return salts


def _of_results(
    tournament: Tournament, acts: Sequence[Act], reports: Mapping[str, Report]
) -> Iterator[Finding]:
    differing = set()
    for act in acts:
        if not isinstance(act, OfReport | ResultTakenBack) or act.report not in reports:
            continue
        report = reports[act.report]
        is_same = (act.outcome, act.score) == (report.outcome, report.score)
        if not is_same or (isinstance(act, OfReport) and act.winner != report.winner):
            differing.add(report.uid)
    yield from (Finding(FindingCode.RESULT_DIFFERS, uid) for uid in sorted(differing))
    for report in reports.values():
        if report.has_games and not report.games.all():
            yield Finding(FindingCode.GAMES_MISSING, report.uid)
    for match in _final_matches(tournament.pk):
        final_report = match.accepted_report
        if final_report is None or (match.winner, match.outcome) != (
            final_report.winner,
            final_report.outcome,
        ):
            yield Finding(FindingCode.RESULT_DIFFERS, match.uid)
        # The length of a match may change during play, for the following games.
        elif match.length != final_report.length and not match.length_changes.all():
            yield Finding(FindingCode.LENGTH_DIFFERS, match.uid)


@prepared
def _reports(tournament: int) -> QuerySet[Report]:
    return Report.objects.filter(match__in=matches_of(tournament)).prefetch_related("games")


@prepared
def _final_matches(tournament: int) -> QuerySet[Match]:
    matches = Match.objects.filter(pk__in=matches_of(tournament), final_at__isnull=False)
    return matches.select_related("accepted_report").prefetch_related("length_changes")


def _of_records(tournament: Tournament, acts: Sequence[Act]) -> Iterator[Finding]:
    uploads = {act.record: act.sha256 for act in acts if isinstance(act, RecordUploaded)}
    for record in records_of(tournament):
        digest = sha256(bytes(record.data)).hexdigest()
        if digest != record.sha256 or uploads.pop(record.uid, digest) != digest:
            yield Finding(FindingCode.RECORD_DIFFERS, record.uid)


def _of_lines(tournament: Tournament, acts: Sequence[Act]) -> Iterator[Finding]:
    lines = {line.uid: line for line in LedgerLine.objects.filter(tournament=tournament)}
    for act in acts:
        if isinstance(act, LineBooked | LineReversed | EntryPaid | EntryTakenBack):
            line = lines.get(act.line)
            kind = act.kind if isinstance(act, LineBooked | LineReversed) else LineKind.PRIZE
            if line is None or (line.kind, line.amount) != (kind, act.amount):
                yield Finding(FindingCode.LINE_DIFFERS, act.line)
