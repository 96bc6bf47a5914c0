"""Storing the records of a list, which follow from its segments.

Only segments that have changed are read again, so that the records of a million matches cost a result as much as those
of its segment.
"""

from __future__ import annotations

from hashlib import sha256

import numpy as np
from django.db import transaction

from tournaments.models import (
    ListRecord,
    ListSegment,
    ListSegmentRecords,
    ListState,
    RatingHistory,
    RatingList,
)
from tournaments.queries.ratings.histories import PACKED
from tournaments.ratings.lists import SegmentRecords, best_records, segment_records


@transaction.atomic
def renew_records(rating_list: RatingList) -> int:
    """Bring the records of a list up to its segments; return how many segments were read. Idempotent."""
    # One at a time, and never while the list is being computed.
    if not ListState.objects.select_for_update(no_key=True).filter(list=rating_list).exists():
        return 0
    inputs = _inputs(rating_list)
    by_number = {row.number: row for row in ListSegmentRecords.objects.filter(list=rating_list)}
    stale = [
        number for number in by_number if number not in inputs or by_number[number].inputs != inputs[number]
    ]
    missing = [number for number in inputs if number not in by_number or number in stale]
    if not stale and not missing:
        return 0
    ListSegmentRecords.objects.filter(list=rating_list, number__in=stale).delete()
    segments: list[SegmentRecords] = []
    for number in sorted(inputs):
        if number not in missing:
            segments.append(SegmentRecords.unpacked(bytes(by_number[number].content)))
            continue
        part = _read(rating_list, number)
        ListSegmentRecords.objects.create(
            list=rating_list, number=number, inputs=inputs[number], content=part.packed()
        )
        segments.append(part)
    _store(rating_list, segments)
    return len(missing)


def _inputs(rating_list: RatingList) -> dict[int, str]:
    """Return by segment the digest of all that its records follow from: what it and those before it were computed from."""
    digest = sha256(str(rating_list.provisional_below).encode())
    digests = {}
    rows = ListSegment.objects.filter(list=rating_list).order_by("number")
    for number, inputs in rows.values_list("number", "inputs"):
        digest.update(inputs.encode())
        digests[number] = digest.hexdigest()
    return digests


def _read(rating_list: RatingList, number: int) -> SegmentRecords:
    """Return what the histories of a segment add; one query."""
    rows = RatingHistory.objects.filter(list=rating_list, segment=number).order_by("bucket")
    table = np.frombuffer(b"".join(rows.values_list("matches", flat=True)), dtype=PACKED)
    return segment_records(table, provisional_below=rating_list.provisional_below)


def _store(rating_list: RatingList, segments: list[SegmentRecords]) -> None:
    ListRecord.objects.filter(list=rating_list).delete()
    ListRecord.objects.bulk_create(
        ListRecord(list=rating_list, kind=kind.value, place=place, **one._asdict())
        for kind, records in best_records(segments).items()
        for place, one in enumerate(records, start=1)
    )
