"""The rated matches of a list, read from the feed as columns in the order in which they count."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from itertools import chain, compress
from typing import Any, NamedTuple

import numpy as np
from django.db import connection
from django.db.models import Max
from numpy.typing import NDArray

from matches.models import Player
from tournaments.models import CountingRule, FeedHead, ListOrder, RatingList
from tournaments.ratings.lists import Ints, MatchColumns, ints

# An ordinal of `datetime.date`; a match without a day has 0 and comes last.
_ORDINAL = {
    "postgresql": "COALESCE(r.day - DATE '0001-01-01' + 1, 0)",
    "sqlite": "COALESCE(CAST(julianday(r.day) - 1721424.5 AS INTEGER), 0)",
}
# Two numbers of 64 bits for a row, which the database gives in half of the time of six: the number of the row and a player, 32
# bits each, and the other player of 32, the day of 22, the length of 9 and whether the second player won.
_BITS_OF_DAY, _BITS_OF_LENGTH = 22, 9
_ROW = "(r.number << 32) | r.one_id"
_MATCH = "(r.two_id << 32) | (CAST({day} AS bigint) << 10) | (r.length << 1) | (r.winner - 1)"
_BY_BYTES = {"postgresql": " USING ~<~", "sqlite": ""}
# Matches of an unknown event stand alone.
_EVENT = "CASE WHEN r.event_uid = '' THEN r.match_uid ELSE r.event_uid END"
# The index of this order has every column, so that neither the table is read nor anything sorted.
_ORDER = "r.day, r.event_uid{by_bytes}, r.stage, r.round, r.slot, r.board, r.match_uid{by_bytes}"
# All but the days is one truth value, which the index only holds: as conditions on columns in its middle PostgreSQL would
# search for each of them from row to row, which takes as long as the rest of the statement.
_ROWS = """
FROM tournaments_feedrow r
WHERE {{day}} {days} AND (r.change = 'final' AND r.winner IS NOT NULL AND r.one_id IS NOT NULL AND r.two_id IS NOT NULL
AND r.number <= %(head)s {limits}) IS TRUE
"""
_SUPERSEDED = """
FROM tournaments_feedrow s
WHERE s.number <= %(head)s AND s.supersedes BETWEEN %(lowest)s AND %(highest)s{known}
"""
_NOT_RATED = """
FROM tournaments_feedverdict v
WHERE v.rule_id = %(rule)s AND v.row_id BETWEEN %(lowest)s AND %(highest)s AND v.reason <> ''
"""


@dataclass(frozen=True, slots=True)
class RatedRows:
    """Rated matches: the numbers of their rows in the feed, and columns in which a player is the key of a person."""

    number: Ints
    matches: MatchColumns

    def __len__(self) -> int:
        """Return the number of matches."""
        return len(self.number)

    def __getitem__(self, places: slice) -> RatedRows:
        """Return some of the rows."""
        return RatedRows(self.number[places], self.matches[places])


class FeedWindow(NamedTuple):
    """The feed as it was for past days: matches up to day `covered` as known when it had `number` rows."""

    number: int
    covered: date


def rated_rows(
    rating_list: RatingList,
    rule: CountingRule | None,
    *,
    since: int = 0,
    until: date | None = None,
    window: FeedWindow | None = None,
    only: Ints | None = None,
    without: Collection[str] = (),
) -> RatedRows:
    """Return the rated matches of a list in their order.

    Without a rule those of the numbers in `only` are rated, or all that a list can have. `without` are events, by uid.
    `since` is the ordinal of the first day to read, `until` the last day. Outside the window rows are not read, nor is
    what they supersede superseded.
    """
    # Several statements read the feed: all of them as it is now, whatever is written meanwhile.
    head = FeedHead.objects.aggregate(last=Max("number"))["last"] or 0
    values: dict[str, Any] = {"head": head}
    limits, days, known = [], [], ""
    for place, event in enumerate(without):
        limits.append(f"AND r.event_uid <> %(event{place})s")
        values[f"event{place}"] = event
    if rating_list.starts_on is not None:
        days.append("AND r.day >= %(first)s")
        values["first"] = rating_list.starts_on
    # Rows without a day come last, and are read apart so that the index gives those from a day on.
    values["since"] = date.fromordinal(max(since, 1))
    if until is not None:
        days.append("AND r.day <= %(until)s")
        values["until"] = until
    if window is not None:
        values |= {"known": window.number, "covered": window.covered}
        limits.append("AND (r.day > %(covered)s OR r.number <= %(known)s)")
        known = " AND (s.day > %(covered)s OR s.number <= %(known)s)"
    by_event = rating_list.order == ListOrder.EVENTS
    source = _ROWS.format(days=" ".join(days), limits=" ".join(limits))
    with _cursor() as cursor:
        packed, events = _ordered(cursor, source, values, by_event=by_event)
        is_rated = _rated(cursor, _number_of(packed), rule, only=only, known=known, values=values)
    if not is_rated.all():
        packed, events = packed[:, is_rated], list(compress(events, is_rated))
    group = np.arange(packed.shape[1], dtype=np.int64)
    if by_event:
        order, group = _grouped(events, _day_of(packed))
        packed = packed[:, order]
    return _resolved(packed, group)


def _ordered(cursor: Any, source: str, values: dict[str, Any], *, by_event: bool) -> tuple[Ints, list[str]]:
    """Return the final rows of the feed by day as columns, each of a row; and the event of each, where asked for."""
    fields = (_ROW, _MATCH.format(day=_ORDINAL[connection.vendor]))
    order = _ORDER.format(by_bytes=_BY_BYTES[connection.vendor])
    tables, events = [], []
    for day in ("r.day >= %(since)s", "r.day IS NULL"):
        rows = source.format(day=day)
        tables.append(_columns(cursor, fields, rows, values, order=order))
        if by_event:
            cursor.execute(f"SELECT {_EVENT}{rows}ORDER BY {order}", values)
            events += [event for (event,) in cursor.fetchall()]
    by_day, without_day = tables
    return np.hstack(tables) if without_day.size else by_day, events


def _number_of(packed: Ints) -> Ints:
    """Return the numbers of packed rows."""
    return _bits(packed[0], 32, 32)


def _day_of(packed: Ints) -> Ints:
    """Return the days of packed rows."""
    return _bits(packed[1], _BITS_OF_LENGTH + 1, _BITS_OF_DAY)


def _bits(words: Ints, first: int, count: int) -> Ints:
    """Return some of the bits of words of 64 bits."""
    bits = words >> first
    bits &= (1 << count) - 1
    return bits


def _rated(
    cursor: Any,
    number: Ints,
    rule: CountingRule | None,
    *,
    only: Ints | None,
    known: str,
    values: dict[str, Any],
) -> NDArray[np.bool_]:
    """Return whether each of these rows is rated, and not superseded."""
    if not len(number):
        return np.zeros(0, dtype=bool)
    lowest, highest = int(number.min()), int(number.max())
    limits = values | {"lowest": lowest, "highest": highest}
    counts = np.ones(highest - lowest + 1, dtype=bool)
    if rule is not None:
        # Every row up to the last one that is judged has a verdict, and few of a great list are not rated.
        [unrated] = _columns(cursor, ("v.row_id",), _NOT_RATED, limits | {"rule": rule.pk})
        counts[unrated - lowest] = False
        counts[max(rule.judged + 1 - lowest, 0) :] = False
    elif only is not None:
        counts[:] = False
        counts[only[(only >= lowest) & (only <= highest)] - lowest] = True
    [superseded] = _columns(cursor, ("s.supersedes",), _SUPERSEDED.format(known=known), limits)
    counts[superseded - lowest] = False
    is_rated: NDArray[np.bool_] = counts[number - lowest]
    return is_rated


def _columns(
    cursor: Any, fields: Sequence[str], source: str, values: dict[str, Any], *, order: str = ""
) -> Ints:
    """Return whole numbers of rows as columns, in an order that begins with the day of each.

    PostgreSQL packs them into bytes, those of a day together: a message for each row takes longer, and one for all has a
    maximum size.
    """
    if connection.vendor == "postgresql":
        packed = " || ".join(f"int8send({field})" for field in fields)
        ordered, by_day = (f"ORDER BY {order}", "GROUP BY r.day ORDER BY r.day") if order else ("", "")
        cursor.execute(f"SELECT string_agg({packed}, ''::bytea {ordered}){source}{by_day}", values)
        table = np.frombuffer(b"".join(part or b"" for (part,) in cursor.fetchall()), dtype=">i8")
    else:
        ordered = f"ORDER BY {order}" if order else ""
        cursor.execute(f"SELECT {', '.join(fields)}{source}{ordered}", values)
        table = np.fromiter(chain.from_iterable(cursor.fetchall()), dtype=np.int64)
    return table.reshape(-1, len(fields)).T.astype(np.int64, order="C")


def _grouped(events: Sequence[str], day: Ints) -> tuple[NDArray[np.intp], Ints]:
    """Return the order of rows by event, each on its last day, and the number of the event of each row in that order.

    Rows of one event stay in the order in which they come.
    """
    ranks = {event: rank for rank, event in enumerate(sorted(set(events)))}
    rank = np.fromiter((ranks[event] for event in events), dtype=np.int64, count=len(events))
    last_day = np.zeros(len(ranks), dtype=np.int64)
    np.maximum.at(last_day, rank, day)
    last_day[last_day == 0] = date.max.toordinal() + 1
    order = np.lexsort((rank, last_day[rank]))
    is_new = np.diff(rank[order], prepend=-1) != 0
    return order, np.cumsum(is_new) - 1


@contextmanager
def _cursor() -> Iterator[Any]:
    """Yield a cursor; on PostgreSQL one that takes bytes as they are, and may sort much where the index is not used."""
    connection.ensure_connection()
    if connection.vendor != "postgresql":
        with connection.cursor() as cursor:
            yield cursor
        return
    with connection.cursor() as settings:
        settings.execute("SET LOCAL work_mem = '256MB'")
    with connection.connection.cursor(binary=True) as cursor:
        yield cursor


def _resolved(packed: Ints, group: Ints) -> RatedRows:
    """Return the rows with every player as the person that the merges make of them, without who meets themself."""
    one, two = persons(_bits(packed[0], 0, 32)), persons(_bits(packed[1], 32, 32))
    is_match = one != two
    if not is_match.all():
        packed, group, one, two = packed[:, is_match], group[is_match], one[is_match], two[is_match]
    has_won = packed[1] & 1 == 0
    winner, loser = np.where(has_won, one, two), np.where(has_won, two, one)
    length = _bits(packed[1], 1, _BITS_OF_LENGTH)
    return RatedRows(_number_of(packed), MatchColumns(winner, loser, length, group, _day_of(packed)))


def persons(players: Ints) -> Ints:
    """Return the keys of the persons that these players are."""
    merges = ints(list(Player.objects.exclude(merged_into=None).values_list("pk", "merged_into"))).reshape(
        -1, 2
    )
    if not len(players) or not len(merges):
        return players
    person = np.arange(max(int(players.max()), int(merges.max())) + 1, dtype=np.int64)
    person[merges[:, 0]] = merges[:, 1]
    return person[players]
