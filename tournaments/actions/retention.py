"""Removing what is past its time, once a day, with a line for the operator's report."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError, QuerySet

from tournaments.actions.hall import emergency
from tournaments.models import EmergencyPaper, Removal
from tournaments.queries.people.retention import KINDS, MAIL_FILES, RetainedKind, mail_files

# How many rows one transaction removes, so that nobody waits for it.
_AT_ONCE = 500
_EVERY = timedelta(days=1)


def is_due(now: datetime) -> bool:
    """Whether a day is over since the last run, or the clock was set back since."""
    newest = Removal.objects.first()
    return newest is None or not timedelta() <= now - newest.at < _EVERY


def remove(now: datetime) -> Iterator[Removal]:
    """Remove what is past its time, kind by kind; yield a line of the report after each, and so a moment to breathe.

    What the log proves, hashes or names is of no kind, so chains and proofs stay whole.
    """
    for kind in KINDS:
        yield Removal.objects.create(kind=kind.code, count=_remove(kind, now), at=now)
    files = mail_files(now)
    for path in files:
        path.unlink(missing_ok=True)
    yield Removal.objects.create(kind=MAIL_FILES, count=len(files), at=now)


def _remove(kind: RetainedKind, now: datetime) -> int:
    """Remove the rows of a kind that are past their time; return their number."""
    rows = kind.past(now)
    if rows.model is EmergencyPaper:
        return emergency.delete_old(now)
    keys = list(rows.order_by().values_list("pk", flat=True))
    some = (keys[start : start + _AT_ONCE] for start in range(0, len(keys), _AT_ONCE))
    return sum(_remove_batch(kind, rows.filter(pk__in=part)) for part in some)


@transaction.atomic
def _remove_batch(kind: RetainedKind, rows: QuerySet[Any]) -> int:
    """Remove these rows, or empty their words."""
    if kind.blank is not None:
        return rows.update(**kind.blank)
    try:
        with transaction.atomic():
            # What hangs on the rows goes with them and does not count.
            count = rows.count()
            rows.delete()
            return count
    except ProtectedError:
        return sum(_remove_alone(row) for row in rows)


def _remove_alone(row: Any) -> int:
    """Remove a row unless another one needs it; return how many rows went."""
    try:
        with transaction.atomic():
            row.delete()
    except ProtectedError:
        return 0
    return 1
