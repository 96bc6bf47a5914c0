"""The packed matches of people in lists."""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from tournaments.models import RatingHistory, RatingList

# 48 bytes, each number at a multiple of its own width. `place` is that of the player among those of the bucket. What the
# match changed for the opponent is not there: the formula says it.
PACKED = np.dtype(
    [
        ("rating", "<i8"),
        ("change", "<i8"),
        ("opponent_rating", "<i8"),
        ("row", "<u4"),
        ("opponent", "<u4"),
        ("day", "<i4"),
        ("experience", "<i4"),
        ("opponent_experience", "<i4"),
        ("length", "<u2"),
        ("has_won", "u1"),
        ("place", "u1"),
    ]
)
_PACKED = struct.Struct("<qqqIIiiiHBB")


class HistoryMatch(NamedTuple):
    """A match of a person in a list: both ratings and experiences, and the change; `row` is its number in the feed.

    Ratings and changes are billionths of a point, and `day` is an ordinal.
    """

    rating: int
    change: int
    opponent_rating: int
    row: int
    opponent: int
    day: int
    experience: int
    opponent_experience: int
    length: int
    has_won: int
    player: int


def history(rating_list: RatingList, player: int) -> list[HistoryMatch]:
    """Return the matches of a person in a list, in their order; one query."""
    return histories([rating_list.pk], [player])[rating_list.pk, player]


def histories(
    lists: Collection[int], players: Collection[int]
) -> Mapping[tuple[int, int], list[HistoryMatch]]:
    """Return the matches by list and player, in their order; one query."""
    matches: dict[tuple[int, int], list[HistoryMatch]] = defaultdict(list)
    rows = RatingHistory.objects.filter(list__in=lists, bucket__in=buckets_of(players)).order_by()
    for key, bucket, data in rows.values_list("list_id", "bucket", "matches"):
        for match in unpacked(bucket, _of_players(bucket, data, players)):
            matches[key, match.player].append(match)
    return matches


def buckets_of(players: Collection[int]) -> set[int]:
    """Return the buckets of players by their keys."""
    return {player // RatingHistory.PLAYERS for player in players}


def unpacked(bucket: int, data: bytes | memoryview) -> Iterator[HistoryMatch]:
    """Yield the matches of the packed bytes of a bucket."""
    first = bucket * RatingHistory.PLAYERS
    for *values, place in _PACKED.iter_unpack(data):
        yield HistoryMatch._make((*values, first + place))


def _of_players(bucket: int, data: bytes | memoryview, players: Collection[int]) -> bytes:
    """Return the part of the packed bytes of a bucket that belongs to the players."""
    table = np.frombuffer(data, dtype=PACKED)
    places = [
        player % RatingHistory.PLAYERS for player in players if player // RatingHistory.PLAYERS == bucket
    ]
    return table[np.isin(table["place"], places)].tobytes()
