"""Records of a list: the highest ratings, the longest winning streaks, the biggest upsets and the most matches.

What a segment of a list adds to them is summed up on its own, so that a segment that has not changed is never read again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tournaments.ratings.lists.columns import Ints
from tournaments.ratings.lists.sides import group_bounds

Table = NDArray[np.void]
"""Records of named columns."""

PLACES = 5
"""The number of records of each kind."""

_ACHIEVED = np.dtype(
    [("player", "<i8"), ("opponent", "<i8"), ("row", "<i8"), ("day", "<i4"), ("value", "<i8")]
)
_STREAKS = np.dtype(
    [
        ("player", "<i8"),
        ("matches", "<i4"),
        # The matches won before the first loss, and the last of them.
        ("head", "<i4"),
        ("head_row", "<i8"),
        ("head_day", "<i4"),
        ("first_day", "<i4"),
        # The matches won since the last loss, and the day of the first of them.
        ("tail", "<i4"),
        ("tail_since", "<i4"),
        ("best", "<i4"),
        ("best_row", "<i8"),
        ("best_day", "<i4"),
        ("best_since", "<i4"),
        ("last_row", "<i8"),
        ("last_day", "<i4"),
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


@dataclass(frozen=True, slots=True)
class SegmentRecords:
    """What a segment adds to the records of its list."""

    highest: Table
    upsets: Table
    streaks: Table

    def packed(self) -> bytes:
        """Return all of it as bytes."""
        sizes = np.asarray([len(self.highest), len(self.upsets)], dtype="<i8")
        return b"".join(part.tobytes() for part in (sizes, self.highest, self.upsets, self.streaks))

    @classmethod
    def unpacked(cls, data: bytes) -> SegmentRecords:
        """Return what `data` gave."""
        highest, upsets = np.frombuffer(data, dtype="<i8", count=2).tolist()
        middle = 16 + highest * _ACHIEVED.itemsize
        end = middle + upsets * _ACHIEVED.itemsize
        return cls(
            np.frombuffer(data[16:middle], dtype=_ACHIEVED),
            np.frombuffer(data[middle:end], dtype=_ACHIEVED),
            np.frombuffer(data[end:], dtype=_STREAKS),
        )


def segment_records(matches: Table, *, provisional_below: int) -> SegmentRecords:
    """Return what the matches of a segment add: as packed in histories, by player, those of a player in their order.

    Ratings of less experience than `provisional_below` are no records.
    """
    if not len(matches):
        nothing = np.empty(0, dtype=_ACHIEVED)
        return SegmentRecords(nothing, nothing, np.empty(0, dtype=_STREAKS))
    of_player = matches["player"]
    starts = group_bounds(of_player)[:-1]
    return SegmentRecords(
        _highest(matches, of_player, starts, provisional_below),
        _upsets(matches, of_player, provisional_below),
        _streaks(matches, of_player[starts], starts),
    )


def best_records(segments: Iterable[SegmentRecords]) -> dict[RecordKind, list[Achieved]]:
    """Return the records of a list, of each kind the best first, from its segments in their order.

    Of equal ones the earlier is the record; a person holds one highest rating and one streak.
    """
    parts = list(segments)
    highest = _top(_joined([part.highest for part in parts]), is_once=True)
    upsets = _top(_joined([part.upsets for part in parts]), is_once=False)
    streaks = _Streaks()
    for part in parts:
        streaks.add(part.streaks)
    return {
        RecordKind.HIGHEST: _achieved(highest),
        RecordKind.STREAK: streaks.longest(),
        RecordKind.UPSET: _achieved(upsets),
        RecordKind.MATCHES: streaks.most(),
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
    table = np.empty(len(places), dtype=_ACHIEVED)
    for name in ("opponent", "row", "day"):
        table[name] = matches[name][places]
    table["player"], table["value"] = of_player[places], values
    return table


def _streaks(matches: Table, players: Ints, starts: Ints) -> Table:
    """Return the streaks of each player of a segment: the one that may go on from before, the longest, and the last."""
    count = len(matches)
    place = np.arange(count)
    ends = np.append(starts[1:], count)
    is_lost = matches["has_won"] == 0
    # The place after which the matches won at each place are counted.
    before = np.where(is_lost, place, -1)
    before[starts] = np.where(is_lost[starts], starts, starts - 1)
    run = place - np.maximum.accumulate(before)
    head = np.minimum(np.minimum.reduceat(np.where(is_lost, place, count), starts), ends) - starts
    # The longest run, and of equal ones the earliest.
    best_at = count - np.maximum.reduceat(run * (count + 1) + count - place, starts) % (count + 1)
    best = run[best_at]
    tail = run[ends - 1]
    day, row = matches["day"], matches["row"]
    table = np.empty(len(players), dtype=_STREAKS)
    columns: dict[str, Any] = {
        "player": players,
        "matches": ends - starts,
        "head": head,
        "head_row": row[starts + np.maximum(head, 1) - 1],
        "head_day": day[starts + np.maximum(head, 1) - 1],
        "first_day": day[starts],
        "tail": tail,
        "tail_since": day[ends - np.maximum(tail, 1)],
        "best": best,
        "best_row": row[best_at],
        "best_day": day[best_at],
        "best_since": day[best_at - np.maximum(best, 1) + 1],
        "last_row": row[ends - 1],
        "last_day": day[ends - 1],
    }
    for name, column in columns.items():
        table[name] = column
    return table


class _Streaks:
    """The streaks of all players, joined over the segments read so far."""

    def __init__(self) -> None:
        self.table = np.empty(0, dtype=_STREAKS)
        """By player: `tail` is the streak under way, and the columns of `head` are not used."""

    def add(self, new: Table) -> None:
        """Join the streaks of the next segment."""
        new = new[np.argsort(new["player"], kind="stable")]
        known = self.table
        place = np.searchsorted(known["player"], new["player"])
        is_known = place < len(known)
        is_known[is_known] = known["player"][place[is_known]] == new["player"][is_known]
        old = np.zeros(len(new), dtype=_STREAKS)
        old[is_known] = known[place[is_known]]
        sums = new.copy()
        sums["matches"] += old["matches"]
        is_unbeaten = new["head"] == new["matches"]
        goes_on = is_unbeaten & (old["tail"] > 0)
        sums["tail"] = np.where(is_unbeaten, old["tail"] + new["head"], new["tail"])
        sums["tail_since"] = np.where(goes_on, old["tail_since"], new["tail_since"])
        # The streak under way and the matches won at the start of the segment are one.
        whole = old["tail"] + new["head"]
        is_joined = (new["head"] > 0) & (old["tail"] > 0) & (whole >= new["best"])
        _put(sums, is_joined, whole, new["head_row"], new["head_day"], old["tail_since"])
        is_older = old["best"] >= sums["best"]
        _put(sums, is_older, old["best"], old["best_row"], old["best_day"], old["best_since"])
        others = np.delete(known, place[is_known])
        table = np.concatenate((others, sums))
        self.table = table[np.argsort(table["player"], kind="stable")]

    def longest(self) -> list[Achieved]:
        """Return the longest streaks."""
        rows = self.table[self.table["best"] > 0]
        return self._best(rows, "best", "best_row", "best_day", "best_since")

    def most(self) -> list[Achieved]:
        """Return who has the most matches, with the last match of each."""
        return self._best(self.table, "matches", "last_row", "last_day", None)

    def _best(self, rows: Table, value: str, row: str, day: str, since: str | None) -> list[Achieved]:
        order = np.lexsort((rows["player"], rows[row], rows[day], -rows[value].astype(np.int64)))[:PLACES]
        return [
            Achieved(
                int(one["player"]),
                int(one[value]),
                int(one[row]),
                int(one[day]),
                since=int(one[since]) if since is not None else 0,
            )
            for one in rows[order]
        ]


def _put(table: Table, places: NDArray[np.bool_], *values: Any) -> None:
    for name, value in zip(("best", "best_row", "best_day", "best_since"), values, strict=True):
        table[name] = np.where(places, value, table[name])


def _joined(tables: list[Table]) -> Table:
    return np.concatenate(tables) if tables else np.empty(0, dtype=_ACHIEVED)


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
            opponent=int(one["opponent"]),
        )
        for one in table
    ]
