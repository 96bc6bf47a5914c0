"""Storing what a computed list says of its people: their matches, packed in a row for sixteen of them, and records."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise

import numpy as np
from django.db import transaction
from numpy.typing import NDArray

from matches.database.copying import copy_slices
from tournaments.models import ListRecord, ListState, RatingHistory, RatingList
from tournaments.queries.ratings.histories import PACKED
from tournaments.ratings.lists import Ints, best_records, group_bounds, ints, records_of, split
from tournaments.ratings.lists.records import Table

from .computed_list import ComputedList, is_by_event

# So many sides are packed together, so that memory does not grow with what all of them take.
_AT_ONCE = 1 << 18
_COLUMNS = ("list", "bucket", "matches")
# Histories of sixteen people each, so that memory does not grow with the list.
_PARTS_AT_ONCE = 200


def store_histories(rating_list: RatingList, computed: ComputedList) -> None:
    """Store the matches of each person of a list, in place of those that are stored."""
    RatingHistory.objects.filter(list=rating_list).delete()
    side = computed.sides.order
    key = computed.start.key[computed.sides.player]
    bounds = group_bounds(key // RatingHistory.PLAYERS)
    records = _records(rating_list, computed)
    first = np.searchsorted(bounds, np.arange(0, len(side), _AT_ONCE))
    for begin, end in pairwise([*np.unique(first).tolist(), len(bounds) - 1]):
        rows = slice(int(bounds[begin]), int(bounds[end]))
        buckets = key[bounds[begin:end]] // RatingHistory.PLAYERS
        copy_slices(
            RatingHistory,
            _COLUMNS,
            np.stack((np.full_like(buckets, rating_list.pk), buckets)),
            np.take(records, side[rows], axis=0).view(np.uint8).reshape(-1).data,
            (bounds[begin : end + 1] - bounds[begin]) * PACKED.itemsize,
        )


def _records(rating_list: RatingList, computed: ComputedList) -> NDArray[np.int64]:
    """Return the record of each side, numbered by match, the winner first: `PACKED` as six numbers of 64 bits."""
    matches, experience = computed.rows.matches, computed.experience
    amounts, start = (computed.changes.gain, computed.changes.loss), computed.start.ratings.rating
    rating = split(computed.sides.before(start, amounts, by_group=is_by_event(rating_list)))
    player = (matches.winner, matches.loser)
    records = np.empty((2 * len(matches), PACKED.itemsize // 8), dtype="<i8")
    for own, other in ((0, 1), (1, 0)):
        of_side = records[own::2]
        of_side[:, 0], of_side[:, 1], of_side[:, 2] = rating[own], amounts[own], rating[other]
        of_side[:, 3] = computed.rows.number | player[other] << 32
        of_side[:, 4] = matches.day | experience[own] << 32
        place = player[own] % RatingHistory.PLAYERS
        of_side[:, 5] = experience[other] | matches.length << 32 | other << 48 | place << 56
    return records


@transaction.atomic
def renew_records(rating_list: RatingList) -> None:
    """Bring the records of a list up to its histories. Idempotent."""
    # One at a time, and never while the list is being computed.
    if not ListState.objects.select_for_update(no_key=True).filter(list=rating_list).exists():
        return
    below = rating_list.provisional_below
    best = best_records(
        records_of(player, part, provisional_below=below) for player, part in _parts(rating_list)
    )
    ListRecord.objects.filter(list=rating_list).delete()
    ListRecord.objects.bulk_create(
        ListRecord(list=rating_list, kind=kind.value, place=place, **one._asdict())
        for kind, records in best.items()
        for place, one in enumerate(records, start=1)
    )


def _parts(rating_list: RatingList) -> Iterator[tuple[Ints, Table]]:
    """Yield the matches of some people together, with whose each is."""
    rows = RatingHistory.objects.filter(list=rating_list).order_by("bucket")
    histories = rows.values_list("bucket", "matches").iterator(chunk_size=_PARTS_AT_ONCE)
    while part := list(islice(histories, _PARTS_AT_ONCE)):
        table = np.frombuffer(b"".join(data for _bucket, data in part), dtype=PACKED)
        firsts = ints([bucket for bucket, _data in part]) * RatingHistory.PLAYERS
        counts = [len(data) // PACKED.itemsize for _bucket, data in part]
        yield np.repeat(firsts, counts) + table["place"], table
