"""The digest of a tournament: one hash over all its rows, the same in every database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Any

from django.db import models

from matches.models import LengthChange, Match, Penalty, Report, ReportedGame, Ruling
from tournaments.models import (
    Claim,
    Consent,
    Draw,
    Entrant,
    Event,
    LedgerLine,
    Pairing,
    Seat,
    Stage,
    StageEntry,
    Table,
    Tournament,
)

from .evidence import canonical, matches_of

# The lookup from each table to its tournament, or to its match.
_OF_TOURNAMENT: Mapping[models.Manager[Any], str] = {
    Tournament.objects: "pk",
    Event.objects: "tournament",
    Stage.objects: "event__tournament",
    Entrant.objects: "event__tournament",
    StageEntry.objects: "stage__event__tournament",
    Draw.objects: "stage__event__tournament",
    Pairing.objects: "stage__event__tournament",
    Seat.objects: "stage__event__tournament",
    Table.objects: "tournament",
    LedgerLine.objects: "tournament",
    Claim.objects: "tournament",
    Consent.objects: "tournament",
}
_OF_MATCH: Mapping[models.Manager[Any], str] = {
    Match.objects: "pk",
    Report.objects: "match",
    ReportedGame.objects: "report__match",
    Ruling.objects: "match",
    Penalty.objects: "match",
    LengthChange.objects: "match",
}
# The head of the log has hashes of its own.
_OF_THE_LOG = ("log_seq", "log_hash")


def rows_digest(tournament: Tournament) -> str:
    """Return the SHA-256, in hex, of all row lines, sorted by their bytes and each followed by a line feed."""
    lines = sorted(line.encode() for line in row_lines(tournament))
    return sha256(b"".join(line + b"\n" for line in lines)).hexdigest()


def row_lines(tournament: Tournament) -> Iterator[str]:
    """Yield each row as canonical JSON, the table and its columns; a fixed number of queries.

    Foreign keys are replaced by the uid of the related row. Primary keys are left out, because they differ between
    databases.
    """
    matches = matches_of(tournament)
    for table, way in _OF_TOURNAMENT.items():
        yield from _lines(table.filter(**{way: tournament.pk}))
    for table, way in _OF_MATCH.items():
        yield from _lines(table.filter(**{f"{way}__in": matches}))


def _lines(rows: models.QuerySet[Any]) -> Iterator[str]:
    fields = rows.model._meta.concrete_fields  # noqa: SLF001 - the documented way to the columns
    columns = {
        _name(field): field.name
        for field in fields
        if not field.primary_key and field.name not in _OF_THE_LOG
    }
    for values in rows.order_by("pk").values_list(*columns):
        row = dict(zip(columns.values(), map(_plain, values), strict=True))
        yield canonical([rows.model.__name__.lower(), row])


def _name(field: models.Field[Any, Any]) -> str:
    """Return the lookup that reads the column: for a foreign key, the uid of the row it refers to."""
    return f"{field.name}__uid" if field.is_relation else field.name


def _plain(value: Any) -> Any:
    """Return a value as JSON; a datetime in UTC to the microsecond."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    return value.isoformat() if isinstance(value, date) else value
