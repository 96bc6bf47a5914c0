"""The past of a list in the form that `tournaments.ratings.trials` reads: matches, official ratings, opening ratings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db import connection

from matches.models import Player
from tournaments.models import CountingRule, ListOrder, OfficialRow, OpeningRating, RatingList

from .rated_rows import FeedWindow

UNKNOWN_DAY = date.max
"""The day of a match whose day is unknown: such a match counts last."""
# Ratings have nine digits after the point.
_DIGITS = 9
_AT_ONCE = 2000
_BY_BYTES = {"postgresql": ' COLLATE "C"', "sqlite": ""}
# Matches of an unknown event stand alone.
_EVENT = "CASE WHEN r.event_uid = '' THEN r.match_uid ELSE r.event_uid END"
_MATCHES = """
SELECT CASE WHEN r.winner = 1 THEN a.uid ELSE b.uid END, CASE WHEN r.winner = 1 THEN b.uid ELSE a.uid END,
r.length, r.day, ({event}){{by_bytes}} AS event{last_day}
FROM tournaments_feedrow r
JOIN tournaments_feedverdict v ON v.row_id = r.number AND v.rule_id = %(rule)s AND v.reason = ''
JOIN matches_player one ON one.id = r.one_id JOIN matches_player a ON a.id = COALESCE(one.merged_into_id, one.id)
JOIN matches_player two ON two.id = r.two_id JOIN matches_player b ON b.id = COALESCE(two.merged_into_id, two.id)
WHERE r.change = 'final' AND r.winner IS NOT NULL AND a.id <> b.id
AND NOT EXISTS (SELECT 1 FROM tournaments_feedrow s WHERE s.supersedes = r.number{known})
{limits}
ORDER BY {order}r.stage, r.round, r.slot, r.board, r.match_uid{{by_bytes}}
"""
# An event counts on its last day, so that all of its matches stand together.
_LAST_DAY = f", MAX(r.day) OVER (PARTITION BY {_EVENT}) AS last_day"
_BY_EVENT = "last_day NULLS LAST, event, r.day NULLS LAST, "
_BY_DAY = "r.day NULLS LAST, r.event_uid{by_bytes}, "


class ListMatch(NamedTuple):
    """A rated match by the ids of people and of the event; a match of an unknown event has an event of its own."""

    winner: str
    loser: str
    length: int
    day: date
    event: str


class ListRating(NamedTuple):
    """The rating of a person in an official list, in points with all digits."""

    day: date
    player: str
    rating: Decimal


class ListOpening(NamedTuple):
    """The rating with which a person begins in a list, in points with all digits."""

    player: str
    rating: Decimal
    experience: int


def past_matches(
    rating_list: RatingList, rule: CountingRule, window: FeedWindow | None
) -> Iterator[ListMatch]:
    """Yield the rated matches of a list in their order, in flat memory: the database sorts them, and sends some at a time."""
    values: dict[str, Any] = {"rule": rule.pk}
    limits, known = [], ""
    if rating_list.starts_on is not None:
        limits.append("AND r.day >= %(first)s")
        values["first"] = rating_list.starts_on
    if window is not None:
        values |= {"known": window.number, "covered": window.covered}
        limits.append("AND (r.day > %(covered)s OR r.number <= %(known)s)")
        known = " AND (s.day > %(covered)s OR s.number <= %(known)s)"
    by_event = rating_list.order == ListOrder.EVENTS
    sql = _MATCHES.format(
        event=_EVENT,
        known=known,
        limits=" ".join(limits),
        last_day=_LAST_DAY if by_event else "",
        order=_BY_EVENT if by_event else _BY_DAY,
    ).replace("{by_bytes}", _BY_BYTES[connection.vendor])
    with connection.chunked_cursor() as cursor:
        cursor.execute(sql, values)
        while rows := cursor.fetchmany(_AT_ONCE):
            for winner, loser, length, day, event, *_last_day in rows:
                yield ListMatch(winner, loser, length, day or UNKNOWN_DAY, event)


def past_ratings(rating_list: RatingList) -> Iterator[ListRating]:
    """Yield the ratings of all official lists, the oldest list first; no more than one of them is held in memory."""
    persons = _persons()
    rows = OfficialRow.objects.filter(official__list=rating_list).order_by("official__number", "uid")
    columns = rows.values_list("official__day", "uid", "rating", "experience")
    for day, of_list in groupby(columns.iterator(chunk_size=_AT_ONCE), key=itemgetter(0)):
        for person, (rating, _experience) in _by_person(of_list, persons):
            yield ListRating(day, person, _points(rating))


def past_openings(rating_list: RatingList) -> Iterator[ListOpening]:
    """Yield the ratings with which people begin in a list, by their ids."""
    rows = OpeningRating.objects.filter(list=rating_list).order_by("pk")
    columns = rows.values_list("list", "player__uid", "rating", "experience")
    for person, (rating, experience) in _by_person(columns, _persons(), is_first=True):
        yield ListOpening(person, _points(rating), experience)


def _persons() -> Mapping[str, str]:
    """Return who goes on for each merged player."""
    return dict(Player.objects.exclude(merged_into=None).values_list("uid", "merged_into__uid"))


def _by_person(
    rows: Iterable[tuple[Any, str, int, int]], persons: Mapping[str, str], *, is_first: bool = False
) -> list[tuple[str, tuple[int, int]]]:
    """Return rating and experience by person; of two rows of one person, that of the player who goes on.

    Else it is the first one, or the one with the most experience, as in the list that they are of.
    """
    best: dict[str, tuple[bool, int, tuple[int, int]]] = {}
    for _of, uid, rating, experience in rows:
        person = persons.get(uid, uid)
        row = (person == uid, 0 if is_first else experience, (rating, experience))
        if person not in best or row[:2] > best[person][:2]:
            best[person] = row
    return sorted((person, row[2]) for person, row in best.items())


def _points(units: int) -> Decimal:
    return Decimal(units).scaleb(-_DIGITS)
