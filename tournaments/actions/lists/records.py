"""Storing the records of a list, which follow from the histories of its people."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
from django.db import transaction

from tournaments.models import ListRecord, ListState, RatingHistory, RatingList
from tournaments.queries.ratings.histories import PACKED
from tournaments.ratings.lists import best_records, records_of
from tournaments.ratings.lists.records import Table

# Histories of sixteen people each, so that memory does not grow with the list.
_AT_ONCE = 200


@transaction.atomic
def renew_records(rating_list: RatingList) -> None:
    """Bring the records of a list up to its histories. Idempotent."""
    # One at a time, and never while the list is being computed.
    if not ListState.objects.select_for_update(no_key=True).filter(list=rating_list).exists():
        return
    below = rating_list.provisional_below
    best = best_records(records_of(part, provisional_below=below) for part in _parts(rating_list))
    ListRecord.objects.filter(list=rating_list).delete()
    ListRecord.objects.bulk_create(
        ListRecord(list=rating_list, kind=kind.value, place=place, **one._asdict())
        for kind, records in best.items()
        for place, one in enumerate(records, start=1)
    )


def _parts(rating_list: RatingList) -> Iterator[Table]:
    rows = RatingHistory.objects.filter(list=rating_list).order_by("bucket")
    histories = rows.values_list("matches", flat=True).iterator(chunk_size=_AT_ONCE)
    while part := list(islice(histories, _AT_ONCE)):
        yield np.frombuffer(b"".join(part), dtype=PACKED)
