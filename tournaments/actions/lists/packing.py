"""Storing what a computed list says of its people: their matches, packed in a row for sixteen of them, and records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, pairwise

import numpy as np
from django.db import transaction
from numpy.typing import NDArray

from matches.database.copying import copy_slices
from tournaments.models import ListRecord, ListState, RatingHistory, RatingList
from tournaments.queries.ratings.histories import PACKED
from tournaments.ratings.lists import Ints, best_records, group_bounds, ints, records_of
from tournaments.ratings.lists.records import Table

from .computed_list import ComputedList, is_by_event

# So many sides are packed together, so that memory does not grow with what all of them take.
_AT_ONCE = 1 << 16
_COLUMNS = ("list", "bucket", "matches")
# Histories of sixteen people each, so that memory does not grow with the list.
_PARTS_AT_ONCE = 200


def store_histories(rating_list: RatingList, computed: ComputedList) -> None:
    """Store the matches of each person of a list, in place of those that are stored."""
    RatingHistory.objects.filter(list=rating_list).delete()
    starts = computed.sides.starts
    bucket = computed.start.key[computed.sides.player] // RatingHistory.PLAYERS
    of_bucket = group_bounds(bucket)
    bounds = starts[of_bucket]
    records_at = _records(rating_list, computed)
    first = np.searchsorted(bounds, np.arange(0, starts[-1], _AT_ONCE))
    for begin, end in pairwise([*np.unique(first).tolist(), len(bounds) - 1]):
        rows = slice(int(bounds[begin]), int(bounds[end]))
        buckets = bucket[of_bucket[begin:end]]
        copy_slices(
            RatingHistory,
            _COLUMNS,
            np.stack((np.full_like(buckets, rating_list.pk), buckets)),
            records_at(rows).view(np.uint8).reshape(-1).data,
            (bounds[begin : end + 1] - bounds[begin]) * PACKED.itemsize,
        )


def _records(rating_list: RatingList, computed: ComputedList) -> Callable[[slice], NDArray[np.int64]]:
    """Return how the records of some sides are read, in their order: `PACKED` as six numbers of 64 bits for each."""
    sides = computed.sides
    amount = sides.in_order((computed.changes.gain, computed.changes.loss))
    own_rating = sides.before_in_order(
        computed.start.ratings.rating, amount, by_group=is_by_event(rating_list)
    )
    rating = np.empty_like(own_rating)
    rating[sides.order] = own_rating
    words = np.empty((len(sides.order), 3), dtype=np.int64)
    for begin in range(0, len(computed.rows), _AT_ONCE):
        part = slice(begin, begin + _AT_ONCE)
        words[2 * part.start : 2 * part.stop] = _words(computed, part)

    def records(places: slice) -> NDArray[np.int64]:
        side = sides.order[places]
        table = np.empty((len(side), PACKED.itemsize // 8), dtype="<i8")
        table[:, 0], table[:, 1], table[:, 2] = own_rating[places], amount[places], rating[side ^ 1]
        table[:, 3:] = words.take(side, axis=0)
        return table

    return records


def _words(computed: ComputedList, part: slice) -> NDArray[np.int64]:
    """Return the last three numbers of the records of the sides of some matches: what a match says, and experience."""
    number, matches, players = computed.rows.number[part], computed.rows.matches[part], RatingHistory.PLAYERS
    of_winner, of_loser = (column[part] for column in computed.experience)
    words = np.empty((len(number), 2, 3), dtype=np.int64)
    sides = ((matches.winner, matches.loser, 1), (matches.loser, matches.winner, 0))
    for place, (player, opponent, has_won) in enumerate(sides):
        own, other = (of_loser, of_winner) if place else (of_winner, of_loser)
        words[:, place, 0] = number | opponent << 32
        words[:, place, 1] = matches.day | own << 32
        words[:, place, 2] = other | matches.length << 32 | has_won << 48 | player % players << 56
    return words.reshape(-1, 3)


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
