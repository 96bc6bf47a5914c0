"""Whether results, rulings, records and money are what the log says: its digests, and what its entries name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from matches.models import Match, Report
from tournaments.models import LedgerLine, LogEntry, ProofSalt, Tournament

from .audit import Finding, FindingCode
from .evidence import exhibits_of, matches_of, records_of


def evidence_findings(tournament: Tournament) -> Iterator[Finding]:
    """Every row that is not what the log says; a fixed number of queries, and the bytes of the records."""
    entries = list(
        LogEntry.objects.filter(tournament=tournament).order_by("seq").values("code", "version", "data")
    )
    yield from _by_digest(tournament, entries)
    reports = {
        report.uid: report
        for report in Report.objects.filter(match__in=matches_of(tournament)).prefetch_related("games")
    }
    yield from _of_results(tournament, entries, reports)
    yield from _of_records(tournament, entries)
    yield from _of_lines(tournament, entries)


def _by_digest(tournament: Tournament, entries: Sequence[Mapping[str, Any]]) -> Iterator[Finding]:
    proofs: dict[str, str] = {}
    for entry in entries:
        proofs |= entry["data"].get("proofs", {})
    exhibits = {exhibit.name: exhibit for exhibit in exhibits_of(tournament)}
    salts = _salts(set(proofs))
    for name, digest in proofs.items():
        exhibit, salt = exhibits.get(name), salts.get(name)
        if exhibit is None:
            # A match that was opened again has not ended.
            if not name.startswith("match:"):
                yield Finding(FindingCode.EVIDENCE_MISSING, name)
        elif salt is None:
            yield Finding(FindingCode.EVIDENCE_ERASED, name)
        elif exhibit.digest(salt) != digest:
            yield Finding(FindingCode.EVIDENCE_DIFFERS, name)
    unproved = sorted(exhibits.keys() - proofs.keys())
    is_sealed = any(entry["code"] == "sealed" for entry in entries)
    if unproved and not is_sealed and any(entry["version"] == 1 for entry in entries):
        yield Finding(FindingCode.NOT_SEALED, tournament.uid, {"rows": len(unproved)})
    else:
        yield from (Finding(FindingCode.EVIDENCE_ADDED, name) for name in unproved)


def _salts(names: set[str]) -> dict[str, str]:
    kinds = {name.partition(":")[0] for name in names}
    salts = {}
    for kind in sorted(kinds):
        keys = [name.partition(":")[2] for name in names if name.startswith(f"{kind}:")]
        for row in ProofSalt.objects.filter(kind=kind, key__in=keys):
            salts[f"{row.kind}:{row.key}"] = row.salt
    return salts


def _of_results(
    tournament: Tournament, entries: Sequence[Mapping[str, Any]], reports: Mapping[str, Report]
) -> Iterator[Finding]:
    differing = set()
    for entry in entries:
        data = entry["data"]
        report = reports.get(data.get("report", ""))
        if report is None or "score" not in data:
            continue
        claim = {"outcome": report.outcome, "winner": report.winner, "score": list(report.score)}
        if claim != {name: data.get(name, claim[name]) for name in claim}:
            differing.add(report.uid)
    yield from (Finding(FindingCode.RESULT_DIFFERS, uid) for uid in sorted(differing))
    for report in reports.values():
        if report.has_games and not report.games.all():
            yield Finding(FindingCode.GAMES_MISSING, report.uid)
    ended = Match.objects.filter(pk__in=matches_of(tournament), final_at__isnull=False)
    for match in ended.select_related("accepted_report").prefetch_related("length_changes"):
        accepted = match.accepted_report
        if accepted is None or (match.winner, match.outcome) != (accepted.winner, accepted.outcome):
            yield Finding(FindingCode.RESULT_DIFFERS, match.uid)
        # In the middle of a match the length changes for the games that follow.
        elif match.length != accepted.length and not match.length_changes.all():
            yield Finding(FindingCode.LENGTH_DIFFERS, match.uid)


def _of_records(tournament: Tournament, entries: Sequence[Mapping[str, Any]]) -> Iterator[Finding]:
    uploads = {
        entry["data"]["record"]: entry["data"]["sha256"]
        for entry in entries
        if entry["code"] == "record_uploaded"
    }
    for record in records_of(tournament):
        digest = sha256(bytes(record.data)).hexdigest()
        if digest != record.sha256 or uploads.pop(record.uid, digest) != digest:
            yield Finding(FindingCode.RECORD_DIFFERS, record.uid)


def _of_lines(tournament: Tournament, entries: Sequence[Mapping[str, Any]]) -> Iterator[Finding]:
    lines = {line.uid: line for line in LedgerLine.objects.filter(tournament=tournament)}
    for entry in entries:
        if entry["code"] in ("line_booked", "line_taken_back"):
            data = entry["data"]
            line = lines.get(data["line"])
            if line is None or (line.kind, line.amount) != (data["kind"], data["amount"]):
                yield Finding(FindingCode.LINE_DIFFERS, data["line"])
