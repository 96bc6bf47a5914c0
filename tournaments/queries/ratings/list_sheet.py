"""A rating list as a table for a file."""

from __future__ import annotations

from decimal import Decimal

from tournaments.models import Federation
from tournaments.queries.exports.sheets import SheetTable
from tournaments.ratings import UNITS

from .list_filters import regions_by_club
from .list_lines import ListLines

_COLUMNS = (
    *("place", "number", "player", "name", "club", "region", "country", "status"),
    *("rating", "change", "experience", "matches", "wins", "last_day"),
)


def list_table(lines: ListLines | None, federation: Federation) -> SheetTable:
    """Return the lines of a list in their order; ratings and changes are in points, with all digits."""
    regions = regions_by_club(federation)
    return SheetTable(
        _COLUMNS,
        tuple(
            (
                line.place,
                line.number,
                line.uid,
                line.name,
                line.club,
                regions.get(line.club.upper(), ""),
                line.country,
                line.status.value,
                Decimal(line.rating) / UNITS,
                None if line.change is None else Decimal(line.change) / UNITS,
                line.experience,
                line.matches,
                line.wins,
                line.day.isoformat() if line.day else None,
            )
            for line in (() if lines is None else lines.every())
        ),
    )
