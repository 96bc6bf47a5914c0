"""The writer of the feed, which follows the log of every tournament by a cursor.

Rows and cursor are written in one transaction under one lock. So a row is numbered once whatever dies, no number is
skipped, and a writer that runs late or twice writes the same rows: they follow from the log and from rows that never
change, not from what matches have become since.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from tournaments.models import FeedCursor, FeedHead, FeedMember, FeedRow, Tournament
from tournaments.queries.feed.file_rows import AcceptedFile, current_rows, rows_of_file
from tournaments.queries.feed.rows import FeedBatch, NewRow, batch_after, numbered, tournaments_behind
from tournaments.queue import Job, enqueue, enqueue_each

# Entries of the log per transaction, so that the one lock is held shortly.
_AT_ONCE = 200
_HEAD = 1
# Rows per statement, because statements have a maximum number of values.
_ROWS_AT_ONCE = 1000


def write(tournament: Tournament) -> int:
    """Write the rows that follow from the log of a tournament; return their number. Idempotent."""
    count = 0
    while True:
        # The cursor is read first: what is read after it is only stored if nobody else has moved it.
        cursor, _created = FeedCursor.objects.get_or_create(tournament=tournament)
        batch = batch_after(tournament, cursor.seq, most=_AT_ONCE)
        if batch.seq == cursor.seq:
            return count
        if _store(batch, cursor):
            count += len(batch.rows)


def write_all() -> int:
    """Write the rows of every tournament that the feed is behind; return their number."""
    return sum(write(tournament) for tournament in tournaments_behind())


@transaction.atomic
def _store(batch: FeedBatch, cursor: FeedCursor) -> bool:
    """Number and store the rows, and move the cursor; False if another writer has moved it."""
    head = lock_feed() if batch.rows else None
    if not _move(cursor, batch.seq):
        return False
    enqueue_each(Job.JUDGE, [{"event_id": event} for event in sorted(batch.events)])
    if head is not None:
        append(batch.rows, head)
        _judge_files_again(batch.rows)
    return True


def lock_feed() -> FeedHead:
    """Lock the end of the feed until the transaction ends; nothing is locked after it."""
    FeedHead.objects.get_or_create(pk=_HEAD)
    return FeedHead.objects.select_for_update(no_key=True).get(pk=_HEAD)


def append(rows: Sequence[NewRow], head: FeedHead) -> None:
    """Number and store rows at the locked end of the feed."""
    if not rows:
        return
    new, members = [], []
    for row, of_row in numbered(rows, after=head.number):
        new.append(row)
        members += of_row
    FeedRow.objects.bulk_create(new, batch_size=_ROWS_AT_ONCE)
    FeedMember.objects.bulk_create(members, batch_size=_ROWS_AT_ONCE)
    head.number = new[-1].number
    head.save(update_fields=["number"])


def _judge_files_again(rows: Sequence[NewRow]) -> None:
    """Let verdicts be given again where a file or an archive brought a match before its tournament was here."""
    first = [row.row.match_uid for row in rows if row.before is None]
    of_files = FeedRow.objects.filter(match_uid__in=first, tournament=None, federation__isnull=False)
    federations = of_files.order_by().values_list("federation", flat=True).distinct()
    enqueue_each(Job.JUDGE, [{"federation_id": key} for key in sorted(federations)] if first else [])


def _move(cursor: FeedCursor, seq: int) -> bool:
    """Move the cursor from where it was read; False if it is elsewhere."""
    return bool(FeedCursor.objects.filter(pk=cursor.pk, seq=cursor.seq).update(seq=seq))


def write_file(file: AcceptedFile, matches: Sequence[str]) -> int:
    """Write what a file changes of these matches, in the caller's transaction; return the number of rows.

    The lock of the feed is taken last, and the caller does little after it.
    """
    before = current_rows(file.submission.federation_id, matches)
    rows = rows_of_file(file, before)
    if rows:
        append(rows, lock_feed())
        enqueue(Job.JUDGE)
    return len(rows)
