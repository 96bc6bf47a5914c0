"""Audit of results, rulings, game records and money: the rows are compared with the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from hashlib import sha256

from django.db.models import QuerySet
from django.utils import timezone

from matches.database.prepared import prepared
from matches.models import Dispute, Match, Report
from tournaments.acts import Act, UnreadableAct, read
from tournaments.acts.disputes import ResultDisputed
from tournaments.acts.hall import TableAssigned
from tournaments.acts.money import EntryPaid, EntryTakenBack, LineBooked, LineReversed
from tournaments.acts.records import RecordUploaded
from tournaments.acts.results import OfReport, ResultTakenBack
from tournaments.acts.service import LogSealed
from tournaments.models import (
    AccessLink,
    ChainEntry,
    Entrant,
    EntrantPlayer,
    Federation,
    FederationEntry,
    LedgerLine,
    LineKind,
    LogEntry,
    LogStream,
    ProofSalt,
    TableUse,
    Tournament,
)
from tournaments.queries.people.merges import wrong_merges
from tournaments.queries.people.retention import LINK_DAYS

from .checks import Finding, FindingCode
from .evidence import SCOPE, ProvedRow, has_salt, matches_of, records_of, uid_of
from .list_evidence import list_findings
from .proofs import proofs_in, scope_of
from .proved_rows import rows_of, rows_of_federation

# A side that nobody plays any more is not read, and whoever names another side is found. Links are removed in time.
_MAYBE_GONE = ("side.columns:", "link.columns:")
# The words of these kinds may be empty; their columns say whether they are.
_MAYBE_EMPTY = ("stage:", "entrant:", "draw:", "claim:")
# Players change their own names, which no entry proves.
_NOT_COMPARED = ("player:",)
# A link is removed so long after its end at the earliest (`queries.people.retention`), but for a day of tolerance.
_LINKS_STAY = timedelta(days=LINK_DAYS - 1)
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
    yield from _of_disputes(tournament, acts)
    yield from _of_records(tournament, acts)
    yield from _of_lines(tournament, acts)
    yield from _of_entries(tournament)
    yield from _of_table_uses(tournament, acts)
    yield from _of_links(tournament, entries)
    for uid in wrong_merges(tournament):
        yield Finding(FindingCode.MERGE_DIFFERS, uid)


def findings_of_federation(federation: Federation) -> Iterator[Finding]:
    """Yield a finding for every row of a federation that differs from its log; the number of queries does not grow but with the lists."""
    acts: list[Act] = []
    yield from _read(
        FederationEntry.objects.filter(federation=federation).order_by("seq"), acts, of=federation
    )
    yield from _by_digest(rows_of_federation(federation), acts, scope=SCOPE, of=federation)
    yield from list_findings(federation, acts)
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
    elsewhere = (*_MAYBE_EMPTY, *_MAYBE_GONE, *_NOT_COMPARED, *reopened)
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
    uploads = {act.record: (act.sha256, act.subject) for act in acts if isinstance(act, RecordUploaded)}
    for record in records_of(tournament):
        digest = sha256(bytes(record.data)).hexdigest()
        content = digest, record.match.uid
        upload = uploads.pop(record.uid, content)
        if digest != record.sha256 or upload != content:
            yield Finding(FindingCode.RECORD_DIFFERS, record.uid)
    yield from (Finding(FindingCode.RECORD_MISSING, uid) for uid in uploads)


def _of_disputes(tournament: Tournament, acts: Sequence[Act]) -> Iterator[Finding]:
    rows = Dispute.objects.filter(match__in=matches_of(tournament))
    by_uid = {dispute.uid: dispute for dispute in rows.select_related("match", "counter_report")}
    for act in acts:
        if isinstance(act, ResultDisputed) and not _is_as_logged(by_uid.get(act.dispute), act):
            yield Finding(FindingCode.DISPUTE_DIFFERS, act.dispute)


def _is_as_logged(dispute: Dispute | None, act: ResultDisputed) -> bool:
    """Whether a dispute is of the match that the log names, and about the same counter report."""
    if dispute is None or dispute.match.uid != act.subject:
        return False
    # A dispute without a counter report gets one when the other side reports.
    return act.counter_report in ("", uid_of(dispute.counter_report))


def _of_lines(tournament: Tournament, acts: Sequence[Act]) -> Iterator[Finding]:
    lines = {line.uid: line for line in LedgerLine.objects.filter(tournament=tournament)}
    for act in acts:
        if isinstance(act, LineBooked | LineReversed | EntryPaid | EntryTakenBack):
            line = lines.get(act.line)
            kind = act.kind if isinstance(act, LineBooked | LineReversed) else LineKind.PRIZE
            if line is None or (line.kind, line.amount) != (kind, act.amount):
                yield Finding(FindingCode.LINE_DIFFERS, act.line)


def _of_entries(tournament: Tournament) -> Iterator[Finding]:
    """Compare the players who are entered with those of the sides, which the log proves."""
    entered, playing = _sets_by_entrant(_entered(tournament.pk)), _sets_by_entrant(_playing(tournament.pk))
    for uid in sorted(entered.keys() | playing.keys()):
        if entered.get(uid) != playing.get(uid):
            yield Finding(FindingCode.ENTRY_DIFFERS, uid)


def _sets_by_entrant(rows: Iterable[tuple[str, int, int]]) -> dict[str, set[tuple[int, int]]]:
    """Return the events and players of each entrant."""
    sets: dict[str, set[tuple[int, int]]] = {}
    for entrant, event, player in rows:
        sets.setdefault(entrant, set()).add((event, player))
    return sets


@prepared
def _entered(tournament: int) -> QuerySet[EntrantPlayer, tuple[str, int, int]]:
    entries = EntrantPlayer.objects.filter(entrant__event__tournament=tournament)
    return entries.values_list("entrant__uid", "event", "player")


@prepared
def _playing(tournament: int) -> QuerySet[Entrant, tuple[str, int, int]]:
    entrants = Entrant.objects.filter(event__tournament=tournament)
    return entrants.values_list("uid", "event", "side__members__player")


def _of_table_uses(tournament: Tournament, acts: Sequence[Act]) -> Iterator[Finding]:
    """Compare the matches at tables with the calls; a match that follows on another one at its table has no call."""
    uses = Counter(
        TableUse.objects.filter(table__tournament=tournament).values_list("match__uid", "table__uid")
    )
    calls = Counter((act.subject, act.table) for act in acts if isinstance(act, TableAssigned))
    for match, table in sorted(calls - uses):
        yield Finding(FindingCode.TABLE_USE_MISSING, match, {"table": table})


def _of_links(tournament: Tournament, entries: Sequence[LogEntry]) -> Iterator[Finding]:
    """Find the links that are missing although an entry was about them lately, so that their time is not over.

    A seal proves links that may have ended before.
    """
    since = timezone.now() - _LINKS_STAY
    proved = {
        name
        for entry in entries
        if entry.at > since and entry.code != LogSealed.code
        for name in entry.data.get("proofs", ())
        if name.startswith("link.columns:")
    }
    uids = set(AccessLink.objects.filter(tournament=tournament).values_list("uid", flat=True))
    for name in sorted(proved):
        if name.partition(":")[2] not in uids:
            yield Finding(FindingCode.EVIDENCE_MISSING, name)
