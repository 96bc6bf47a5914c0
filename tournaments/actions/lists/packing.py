"""Storing what a computed list says of its people: their matches, packed in a row for sixteen of them, and records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, pairwise

import numpy as np
from django.db import transaction
from numpy.typing import NDArray

from matches.database.copying import copy_slices
from tournaments.models import ListRecord, ListState, RatingHistory, RatingList
from tournaments.queries.ratings.histories import PACKED
from tournaments.queries.ratings.rated_rows import RatedRows
from tournaments.ratings.lists import Ints, best_records, group_bounds, interleaved, records_of
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
    values = _values(rating_list, computed)
    first = np.searchsorted(bounds, np.arange(0, len(side), _AT_ONCE))
    for begin, end in pairwise([*np.unique(first).tolist(), len(bounds) - 1]):
        rows = slice(int(bounds[begin]), int(bounds[end]))
        records = _records(computed.rows, values, side[rows])
        buckets = key[bounds[begin:end]] // RatingHistory.PLAYERS
        copy_slices(
            RatingHistory,
            _COLUMNS,
            np.stack((np.full_like(buckets, rating_list.pk), buckets)),
            records.view(np.uint8).data,
            (bounds[begin : end + 1] - bounds[begin]) * PACKED.itemsize,
        )


def _values(rating_list: RatingList, computed: ComputedList) -> Mapping[tuple[str, str], Ints]:
    """Return the player of each side, what the side had before its match, and its change, by the fields of both sides."""
    ratings, changes, length = computed.start.ratings, computed.changes, computed.places.length
    matches, by_group = computed.rows.matches, is_by_event(rating_list)
    amounts = (changes.gain, changes.loss)
    experience = computed.sides.before(ratings.experience, (length, length), by_group=by_group)
    return {
        ("player", "opponent"): interleaved(matches.winner, matches.loser),
        ("rating", "opponent_rating"): computed.sides.before(ratings.rating, amounts, by_group=by_group),
        ("experience", "opponent_experience"): experience,
        ("change", "opponent_change"): interleaved(*amounts),
    }


def _records(rows: RatedRows, values: Mapping[tuple[str, str], Ints], sides: Ints) -> NDArray[np.void]:
    """Return a record of each of these sides, which are numbered by match, the winner first."""
    match, other = sides >> 1, sides ^ 1
    records = np.empty(len(sides), dtype=PACKED)
    for name, column in (("row", rows.number), ("day", rows.matches.day), ("length", rows.matches.length)):
        records[name] = column[match]
    records["has_won"] = other & 1
    for (own, of_other), column in values.items():
        records[own], records[of_other] = column[sides], column[other]
    return records


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
    histories = rows.values_list("matches", flat=True).iterator(chunk_size=_PARTS_AT_ONCE)
    while part := list(islice(histories, _PARTS_AT_ONCE)):
        yield np.frombuffer(b"".join(part), dtype=PACKED)
