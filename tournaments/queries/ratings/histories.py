"""The packed matches of people in lists."""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from tournaments.models import RatingHistory, RatingList

PACKED = np.dtype(
    [
        ("player", "<i8"),
        ("row", "<i8"),
        ("opponent", "<i8"),
        ("day", "<i4"),
        ("length", "<i2"),
        ("has_won", "u1"),
        ("rating", "<i8"),
        ("experience", "<i4"),
        ("change", "<i8"),
        ("opponent_rating", "<i8"),
        ("opponent_experience", "<i4"),
        ("opponent_change", "<i8"),
    ]
)
_PACKED = struct.Struct("<qqqihBqiqqiq")


class HistoryMatch(NamedTuple):
    """A match of a person in a list: both ratings, experiences and changes; `row` is its number in the feed.

    Ratings and changes are billionths of a point, and `day` is an ordinal.
    """

    player: int
    row: int
    opponent: int
    day: int
    length: int
    has_won: int
    rating: int
    experience: int
    change: int
    opponent_rating: int
    opponent_experience: int
    opponent_change: int


def history(rating_list: RatingList, player: int) -> list[HistoryMatch]:
    """Return the matches of a person in a list, in their order; one query."""
    return histories([rating_list.pk], [player])[rating_list.pk, player]


def histories(
    lists: Collection[int], players: Collection[int]
) -> Mapping[tuple[int, int], list[HistoryMatch]]:
    """Return the matches by list and player, in their order; one query."""
    matches: dict[tuple[int, int], list[HistoryMatch]] = defaultdict(list)
    rows = RatingHistory.objects.filter(list__in=lists, bucket__in=buckets_of(players)).order_by()
    for key, data in rows.values_list("list_id", "matches"):
        for match in unpacked(_of_players(data, players)):
            matches[key, match.player].append(match)
    return matches


def buckets_of(players: Collection[int]) -> set[int]:
    """Return the buckets of players by their keys."""
    return {player // RatingHistory.PLAYERS for player in players}


def unpacked(data: bytes | memoryview) -> Iterator[HistoryMatch]:
    """Yield the matches of packed bytes."""
    yield from map(HistoryMatch._make, _PACKED.iter_unpack(data))


def _of_players(data: bytes | memoryview, players: Collection[int]) -> bytes:
    """Return the part of packed bytes that belongs to the players."""
    table = np.frombuffer(data, dtype=PACKED)
    return table[np.isin(table["player"], list(players))].tobytes()
