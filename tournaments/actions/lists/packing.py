"""Storing the matches of the people of a list, packed in a row for sixteen of them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from matches.database.copying import copy_slices
from tournaments.models import RatingHistory, RatingList
from tournaments.queries.ratings.histories import PACKED
from tournaments.ratings.lists import Ints, group_bounds

from .computed_list import ComputedList, is_by_event

# So many sides are packed together, so that memory does not grow with what all of them take.
_AT_ONCE = 1 << 18
_COLUMNS = ("list", "bucket", "matches")


def store_histories(rating_list: RatingList, computed: ComputedList) -> None:
    """Store the matches of each person of a list, in place of those that are stored."""
    RatingHistory.objects.filter(list=rating_list).delete()
    side = computed.sides.order
    key = computed.start.key[computed.sides.player]
    bounds = group_bounds(key // RatingHistory.PLAYERS)
    before = _before(rating_list, computed)
    first = np.searchsorted(bounds, np.arange(0, len(side), _AT_ONCE))
    for begin, end in pairwise([*np.unique(first).tolist(), len(bounds) - 1]):
        rows = slice(int(bounds[begin]), int(bounds[end]))
        records = _records(computed, before, side[rows])
        buckets = key[bounds[begin:end]] // RatingHistory.PLAYERS
        copy_slices(
            RatingHistory,
            _COLUMNS,
            np.stack((np.full_like(buckets, rating_list.pk), buckets)),
            records.tobytes(),
            (bounds[begin : end + 1] - bounds[begin]) * PACKED.itemsize,
        )


def _before(rating_list: RatingList, computed: ComputedList) -> dict[str, tuple[Ints, Ints]]:
    """Return what winner and loser of each match had before it, and its changes."""
    ratings, changes, length = computed.start.ratings, computed.changes, computed.places.length
    by_group = is_by_event(rating_list)
    amounts = (changes.gain, changes.loss)
    return {
        "rating": computed.sides.before(ratings.rating, amounts, by_group=by_group),
        "experience": computed.sides.before(ratings.experience, (length, length), by_group=by_group),
        "change": amounts,
    }


def _records(computed: ComputedList, before: dict[str, tuple[Ints, Ints]], sides: Ints) -> NDArray[np.void]:
    """Return a record of each of these sides, which are numbered by match, the winner first."""
    match, has_lost = sides >> 1, (sides & 1).astype(bool)
    rows = computed.rows
    records = np.empty(len(sides), dtype=PACKED)
    for name, column in (("row", rows.number), ("day", rows.matches.day), ("length", rows.matches.length)):
        records[name] = column[match]
    records["has_won"] = ~has_lost
    winner, loser = rows.matches.winner[match], rows.matches.loser[match]
    records["player"] = np.where(has_lost, loser, winner)
    records["opponent"] = np.where(has_lost, winner, loser)
    for name, (of_winner, of_loser) in before.items():
        one, two = of_winner[match], of_loser[match]
        records[name] = np.where(has_lost, two, one)
        records[f"opponent_{name}"] = np.where(has_lost, one, two)
    return records
