"""Records of a list: the highest ratings, the longest winning streaks, the biggest upsets and the most matches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tournaments.ratings.lists.columns import Ints
from tournaments.ratings.lists.sides import group_bounds

Table = NDArray[np.void]
"""Records of named columns."""

PLACES = 5
"""The number of records of each kind."""

_ACHIEVED = np.dtype(
    [
        *(("player", "<i8"), ("opponent", "<i8"), ("row", "<i8")),
        *(("day", "<i4"), ("since", "<i4"), ("value", "<i8")),
    ]
)


class RecordKind(StrEnum):
    """What a record is about."""

    HIGHEST = "highest"
    STREAK = "streak"
    UPSET = "upset"
    MATCHES = "matches"

    @property
    def is_in_points(self) -> bool:
        """Whether the value of the record is one of ratings, not a number of matches."""
        return self in (RecordKind.HIGHEST, RecordKind.UPSET)


class Achieved(NamedTuple):
    """A record: who holds it, in which match of the feed and on which day, an ordinal.

    `value` is a rating or a difference of ratings in billionths, or a number of matches; `since` is the first day of a
    streak and 0 otherwise, `opponent` who lost the upset.
    """

    player: int
    value: int
    row: int
    day: int
    since: int = 0
    opponent: int = 0


def records_of(
    of_player: Ints, matches: Table, *, provisional_below: int
) -> dict[RecordKind, list[Achieved]]:
    """Return the records of some people, of each kind the best first, from all of their matches.

    These are packed as in histories, by player, those of a player in their order; `of_player` is whose each is. Ratings of less experience than
    `provisional_below` are no records. Of equal ones the earlier is the record; a person holds one highest rating and one
    streak.
    """
    if not len(matches):
        return {kind: [] for kind in RecordKind}
    starts = group_bounds(of_player)[:-1]
    tables = {
        RecordKind.HIGHEST: _highest(matches, of_player, starts, provisional_below),
        RecordKind.STREAK: _streaks(matches, of_player, starts),
        RecordKind.UPSET: _upsets(matches, of_player, provisional_below),
        RecordKind.MATCHES: _most(matches, of_player, starts),
    }
    return {kind: _achieved(table) for kind, table in tables.items()}


def best_records(parts: Iterable[Mapping[RecordKind, list[Achieved]]]) -> dict[RecordKind, list[Achieved]]:
    """Return the records of a list from those of parts of its people."""
    every = list(parts)
    return {
        kind: sorted(
            (one for part in every for one in part[kind]),
            key=lambda one: (-one.value, one.day, one.row, one.player),
        )[:PLACES]
        for kind in RecordKind
    }


def _highest(matches: Table, of_player: Ints, starts: Ints, provisional_below: int) -> Table:
    """Return the highest rating of each of the best players, after a match or after all of an event."""
    # Matches of one event that count with one rating have one experience; each later match has more.
    is_first = np.empty(len(matches), dtype=bool)
    is_first[0] = True
    is_first[1:] = np.diff(matches["experience"]) != 0
    is_first[starts] = True
    begin = np.flatnonzero(is_first)
    last = np.append(begin[1:], len(matches)) - 1
    rating = matches["rating"][begin] + np.add.reduceat(matches["change"], begin)
    experience = matches["experience"][begin] + np.add.reduceat(matches["length"].astype(np.int64), begin)
    is_settled = experience >= provisional_below
    table = _table(matches, of_player, last[is_settled], rating[is_settled])
    return _top(table, is_once=True)


def _upsets(matches: Table, of_player: Ints, provisional_below: int) -> Table:
    """Return the matches that the lower rating won, by how much lower it was."""
    least = np.minimum(matches["experience"], matches["opponent_experience"])
    difference = matches["opponent_rating"] - matches["rating"]
    is_upset = (matches["has_won"] == 1) & (difference > 0) & (least >= provisional_below)
    places = np.flatnonzero(is_upset)
    return _top(_table(matches, of_player, places, difference[places]), is_once=False)


def _table(matches: Table, of_player: Ints, places: Ints, values: Ints) -> Table:
    table = np.zeros(len(places), dtype=_ACHIEVED)
    for name in ("opponent", "row", "day"):
        table[name] = matches[name][places]
    table["player"], table["value"] = of_player[places], values
    return table


def _streaks(matches: Table, of_player: Ints, starts: Ints) -> Table:
    """Return the longest streak of each player, of equal ones the earliest."""
    count = len(matches)
    place = np.arange(count)
    is_lost = matches["has_won"] == 0
    # The place after which the matches won at each place are counted.
    before = np.where(is_lost, place, -1)
    before[starts] = np.where(is_lost[starts], starts, starts - 1)
    run = place - np.maximum.accumulate(before)
    # The longest run, and of equal ones the earliest.
    last = count - np.maximum.reduceat(run * (count + 1) + count - place, starts) % (count + 1)
    last = last[run[last] > 0]
    table = _table(matches, of_player, last, run[last])
    table["since"], table["opponent"] = matches["day"][last - run[last] + 1], 0
    return _top(table, is_once=True)


def _most(matches: Table, of_player: Ints, starts: Ints) -> Table:
    """Return who has the most matches, with the last match of each."""
    ends = np.append(starts[1:], len(matches))
    table = _table(matches, of_player, ends - 1, ends - starts)
    table["opponent"] = 0
    return _top(table, is_once=True)


def _top(table: Table, *, is_once: bool) -> Table:
    """Return the rows of the highest values, of equal ones the earlier; with `is_once` one row a player."""
    order = np.lexsort((table["player"], table["row"], table["day"], -table["value"]))
    if is_once:
        _players, first = np.unique(table["player"][order], return_index=True)
        order = order[np.sort(first)]
    return table[order[:PLACES]]


def _achieved(table: Table) -> list[Achieved]:
    return [
        Achieved(
            int(one["player"]),
            int(one["value"]),
            int(one["row"]),
            int(one["day"]),
            since=int(one["since"]),
            opponent=int(one["opponent"]),
        )
        for one in table
    ]
