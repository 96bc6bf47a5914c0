"""Accepted result files in the feed: rows that are written in the transaction in which an officer accepts."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.queries.feed.file_rows import AcceptedFile, current_rows, rows_of_file
from tournaments.queue import Job, enqueue

from .writing import append, lock_feed


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
