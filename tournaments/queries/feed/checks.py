"""Audit of the feed: every row follows from a log or from what an officer accepted, once and unchanged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.db.models import Count, Max, Min
from django.utils import timezone

from matches.models import Player
from tournaments.acts import readable
from tournaments.acts.exchange import ArchiveImported, ArchiveUndone, ResultsAccepted
from tournaments.exchange import ArchiveMatch, read_archive
from tournaments.models import (
    Archive,
    ArchiveKind,
    Federation,
    FederationEntry,
    FeedCursor,
    FeedHead,
    FeedRow,
    LogEntry,
    Submission,
    Tournament,
)
from tournaments.queries.audit.checks import Finding, FindingCode
from tournaments.queries.exchange.results import latest_day, results_in

from .archive_rows import OF_ARCHIVE, archived_matches, rows_of_archive, rows_undoing
from .file_rows import OF_FILE, AcceptedFile, rows_of_file
from .rows import REPEATED, NewRow, rows_of_entries, with_members

# What a row says; the number follows from when the writer came.
_COMPARED = ("change", *REPEATED, "at")


def findings_of_feed() -> Iterator[Finding]:
    """Yield a finding where the numbers of the feed have a gap, or its end is elsewhere; two queries."""
    rows = FeedRow.objects.aggregate(count=Count("number"), first=Min("number"), last=Max("number"))
    head = FeedHead.objects.first()
    end = 0 if head is None else head.number
    if not (rows["count"] == (rows["last"] or 0) == end) or rows["first"] not in (None, 1):
        yield Finding(
            FindingCode.FEED_NUMBERS, "feed", {"rows": rows["count"], "last": rows["last"], "end": end}
        )


def feed_findings(tournament: Tournament) -> Iterator[Finding]:
    """Yield a finding for each row of the feed that does not follow from the log of a tournament, and the reverse."""
    cursor = FeedCursor.objects.filter(tournament=tournament).first()
    seq = 0 if cursor is None else cursor.seq
    if seq > tournament.log_seq:
        yield Finding(FindingCode.FEED_NUMBERS, tournament.uid, {"read": seq, "log": tournament.log_seq})
    entries = list(LogEntry.objects.filter(tournament=tournament, seq__lte=seq).order_by("seq"))
    present = with_members(FeedRow.objects.filter(tournament=tournament))
    yield from _differences(rows_of_entries(tournament, entries, {}), present)


def feed_findings_of_federation(federation: Federation) -> Iterator[Finding]:
    """Yield a finding for each row that does not follow from what a federation accepted and imported, and the reverse."""
    present = with_members(FeedRow.objects.filter(federation=federation))
    yield from _differences(_rows_of(federation), present)


def _differences(expected: Sequence[NewRow], present: Sequence[NewRow]) -> Iterator[Finding]:
    """Compare rows by their entry or source and their match."""
    by_key = {_key(row): row for row in present}
    for row in expected:
        there = by_key.pop(_key(row), None)
        name = f"{row.row.match_uid} {row.row.seq or row.row.source}"
        if there is None:
            yield Finding(FindingCode.FEED_ROW_MISSING, name)
            continue
        # What is superseded is compared by the number that the earlier row really has.
        row.row.number = there.row.number
        supersedes = None if row.before is None else row.before.row.number
        names = [one for one in _COMPARED if getattr(row.row, one) != getattr(there.row, one)]
        names += ["members"] if row.members != there.members else []
        names += ["supersedes"] if supersedes != there.row.supersedes else []
        if names:
            yield Finding(
                FindingCode.FEED_ROW_DIFFERS, name, {"number": there.row.number, "fields": ",".join(names)}
            )
    for there in by_key.values():
        name = f"{there.row.match_uid} {there.row.seq or there.row.source}"
        yield Finding(FindingCode.FEED_ROW_ADDED, name, {"number": there.row.number})


def _key(row: NewRow) -> tuple[object, ...]:
    return row.row.seq, row.row.source, row.row.match_uid


def _rows_of(federation: Federation) -> list[NewRow]:
    """Return the rows of everything that a federation accepted, imported and undid, in the order of its log."""
    rows: list[NewRow] = []
    newest: dict[str, dict[str, NewRow]] = {OF_FILE: {}, OF_ARCHIVE: {}}
    submissions = {one.uid: one for one in Submission.objects.filter(federation=federation)}
    archives = {one.uid: one for one in Archive.objects.filter(federation=federation)}
    in_event: dict[str, set[str]] = {}
    for entry in FederationEntry.objects.filter(federation=federation).order_by("seq"):
        act = readable(entry)
        new: list[NewRow] = []
        if isinstance(act, ResultsAccepted) and act.subject in submissions:
            submission = submissions[act.subject]
            results = results_in(submission)
            file = AcceptedFile(submission, results, submission.people, submission.decided_at or entry.at)
            there = in_event.get(submission.event_uid, set()) | {row.match for row in results.matches}
            before = {uid: row for uid, row in newest[OF_FILE].items() if uid in there}
            new = rows_of_file(file, before)
            in_event[submission.event_uid] = there
            newest[OF_FILE] |= {row.row.match_uid: row for row in new}
        elif isinstance(act, ArchiveImported | ArchiveUndone) and act.subject in archives:
            new = _of_archive(archives[act.subject], act, newest[OF_ARCHIVE])
            newest[OF_ARCHIVE] |= {row.row.match_uid: row for row in new}
        rows += new
    return rows


def _of_archive(
    archive: Archive, act: ArchiveImported | ArchiveUndone, newest: Mapping[str, NewRow]
) -> list[NewRow]:
    if archive.kind == ArchiveKind.POSITIONS:
        return []
    if isinstance(act, ArchiveUndone):
        source = f"{OF_ARCHIVE}{archive.uid}"
        own = [row for row in newest.values() if row.row.source == source]
        return rows_undoing(archive, own, archive.undone_at or timezone.now())
    lines = _lines(archive)
    keys = dict(Player.objects.filter(uid__in=set(archive.people.values())).values_list("uid", "pk"))
    at = archive.imported_at or timezone.now()
    return rows_of_archive(archive, archived_matches(archive, lines), keys, newest, at)


def _lines(archive: Archive) -> Sequence[ArchiveMatch]:
    return read_archive(bytes(archive.content), today=latest_day(archive.sent_at)).lines
