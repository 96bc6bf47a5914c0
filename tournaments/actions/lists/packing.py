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
from tournaments.ratings.lists import Ints, best_records, group_bounds, interleaved, ints, records_of
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
    bucket = computed.start.key[computed.sides.player[starts[:-1]]] // RatingHistory.PLAYERS
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
    words = _words(computed)

    def records(places: slice) -> NDArray[np.int64]:
        side = sides.order[places]
        table = np.empty((len(side), PACKED.itemsize // 8), dtype="<i8")
        table[:, 0], table[:, 1], table[:, 2] = own_rating[places], amount[places], rating[side ^ 1]
        for column, word in enumerate(words, start=3):
            table[:, column] = word[side]
        return table

    return records


def _words(computed: ComputedList) -> tuple[Ints, Ints, Ints]:
    """Return the last three numbers of the record of each side: what its match says, and experience."""
    number, matches, (of_winner, of_loser) = computed.rows.number, computed.rows.matches, computed.experience
    winner, loser, players = matches.winner, matches.loser, RatingHistory.PLAYERS
    length, has_won = matches.length << 32, 1 << 48
    return (
        interleaved(number | loser << 32, number | winner << 32),
        interleaved(matches.day | of_winner << 32, matches.day | of_loser << 32),
        interleaved(
            of_loser | length | has_won | winner % players << 56, of_winner | length | loser % players << 56
        ),
    )


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
