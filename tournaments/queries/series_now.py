"""Where matches are now: at which table, and how many matches of a series each side has won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import QuerySet

from matches.database.prepared import prepared
from tournaments.models import Board, TableUse


@dataclass(frozen=True, slots=True)
class SeriesNow:
    """The matches that each side of a series has won so far, side one first, and the match under way.

    `match` is the key of that match, `started_at` its start and `table` its table.
    """

    wins: tuple[int, int] = (0, 0)
    table: str = ""
    match: int | None = None
    started_at: datetime | None = None


def tables_of(matches: Iterable[int]) -> dict[int, str]:
    """Return the names of the tables at which these matches are now, by primary key of the match; one query."""
    return dict(_tables_of(tuple(matches)))


@prepared
def _tables_of(matches: tuple[int, ...]) -> QuerySet[TableUse, tuple[int, str]]:
    uses = TableUse.objects.filter(match__in=matches, until=None)
    return uses.values_list("match_id", "table__name")


def series_now(keys: Sequence[int]) -> dict[int, SeriesNow]:
    """Return where these series stand; two queries, none without series."""
    if not keys:
        return {}
    boards = Board.objects.filter(team_match__in=keys, cancelled_at=None).order_by("-number")
    names = ("team_match", "match", "match__winner", "match__final_at", "match__started_at")
    rows = list(boards.values_list(*names))
    tables = tables_of(match for _, match, _, final_at, _ in rows if final_at is None)
    standing: dict[int, SeriesNow] = {}
    for series, match, winner, final_at, started_at in rows:
        now = standing.get(series, SeriesNow())
        if final_at is None:
            standing[series] = replace(now, match=match, table=tables.get(match, ""), started_at=started_at)
        else:
            one, two = now.wins
            standing[series] = replace(now, wins=(one + (winner == "one"), two + (winner == "two")))
    return standing
