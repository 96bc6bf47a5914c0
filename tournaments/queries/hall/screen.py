"""The hall screen: calls, matches at tables, drawn stages and announcements."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet

from matches.database.prepared import prepared
from matches.models import name_order
from tournaments.models import Announcement, Draw, Stage, Tournament
from tournaments.queries.draws.bracket import SlotState
from tournaments.queries.results.matches import MatchLine

# A call is shown until this long after the start of the match.
_CALLED_FOR = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class CalledLine:
    """One side of a called match, in the list of calls by name."""

    name: str
    opponent: str
    table: str
    match: MatchLine


def shown_stages(tournament: Tournament, *, events: Collection[str] = ()) -> tuple[Stage, ...]:
    """Return the drawn stages of these events or of all, unfinished ones first; one query."""
    draws = Draw.objects.filter(stage=OuterRef("pk"), voided_at=None)
    stages = Stage.objects.filter(Exists(draws), event__tournament=tournament)
    if events:
        stages = stages.filter(event__uid__in=events)
    rows = stages.select_related("event__tournament").order_by("event__order", "order")
    return tuple(sorted(rows, key=lambda stage: stage.completed_at is not None))


def called(lines: Sequence[MatchLine], *, now: datetime) -> tuple[CalledLine, ...]:
    """Return a line for each side of the called matches, by name; no query."""
    calls = [
        CalledLine(name, opponent, line.table, line)
        for line in lines
        if line.table and _is_call(line, now=now)
        for name, opponent in (
            (line.match.one.name, line.match.two.name),
            (line.match.two.name, line.match.one.name),
        )
    ]
    return tuple(sorted(calls, key=lambda one: name_order(one.name)))


def at_tables(lines: Sequence[MatchLine]) -> tuple[MatchLine, ...]:
    """Return the open matches at tables, by table; no query."""
    return tuple(sorted((line for line in lines if line.table), key=lambda line: _table_order(line.table)))


def announcements(tournament: Tournament, *, now: datetime) -> tuple[Announcement, ...]:
    """Return the current announcements of a tournament, newest first; one query."""
    return announcements_of([tournament.pk], now=now)


def announcements_of(tournaments: Collection[int], *, now: datetime) -> tuple[Announcement, ...]:
    """Return the current announcements of several tournaments, by their primary keys; one query."""
    rows = _announced(tuple(tournaments))
    return tuple(row for row in rows if row.until is None or row.until > now)[:10]


@prepared
def _announced(tournaments: tuple[int, ...]) -> QuerySet[Announcement]:
    """Return all announcements of these tournaments, newest first."""
    rows = Announcement.objects.filter(tournament__in=tournaments)
    return rows.select_related("tournament").order_by("-pk")


def _is_call(line: MatchLine, *, now: datetime) -> bool:
    start = line.match.started_at
    if line.state is SlotState.OPEN:
        return True
    return line.state is SlotState.PLAYING and start is not None and now - start < _CALLED_FOR


def _table_order(name: str) -> tuple[int, str]:
    """Return the sort key of a table name: numbered tables by number, then the others."""
    digits = "".join(sign for sign in name if sign.isdecimal())
    return (int(digits) if digits else 10**6, name)
