"""Which ready matches are called next to which free tables, and why others are not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from tournaments.models import Event, Table

from .readiness import WaitingMatch


class Delay(StrEnum):
    """Why a ready match is not called although a table is free."""

    TAKEN_BACK = "taken_back"
    """Its call was taken back a moment ago."""
    PLAYER = "player"
    """A player has an earlier turn in another match."""
    TABLES = "tables"
    """The free tables are for other events or for the stream, or are fewer than the matches before it."""
    SERVICE = "service"
    """Its turn has come, and the service calls it in a moment."""


def next_calls(ready: Sequence[WaitingMatch], tables: Iterable[Table]) -> list[tuple[WaitingMatch, Table]]:
    """Assign each ready match the first free table that suits it; no player gets two tables.

    A match whose call was taken back rests first.
    """
    calls, _delays = _shared_out(ready, tables)
    return calls


def delays(ready: Sequence[WaitingMatch], tables: Sequence[Table]) -> Mapping[int, Delay]:
    """Return why each ready match is not called, by its primary key; empty without a free table."""
    if not tables:
        return {}
    calls, reasons = _shared_out(ready, tables)
    return reasons | {match.line.match.pk: Delay.SERVICE for match, _table in calls}


def _shared_out(
    ready: Sequence[WaitingMatch], tables: Iterable[Table]
) -> tuple[list[tuple[WaitingMatch, Table]], dict[int, Delay]]:
    free, seated = list(tables), set[int]()
    calls: list[tuple[WaitingMatch, Table]] = []
    reasons: dict[int, Delay] = {}
    for match in ready:
        table = table_for(match.line.event, free)
        if match.rests_until is not None:
            reasons[match.line.match.pk] = Delay.TAKEN_BACK
        elif not seated.isdisjoint(match.players):
            reasons[match.line.match.pk] = Delay.PLAYER
        elif table is None:
            reasons[match.line.match.pk] = Delay.TABLES
        else:
            free.remove(table)
            seated |= match.players
            calls.append((match, table))
    return calls, reasons


def table_for(event: Event, tables: Iterable[Table]) -> Table | None:
    """Return the lowest table that can be given automatically to a match of this event, one reserved for it first."""
    suitable = [
        table for table in tables if not table.is_streaming and table.reserved_for_id in (None, event.pk)
    ]
    return min(suitable, key=lambda table: table.reserved_for_id is None, default=None)
