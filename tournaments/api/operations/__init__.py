"""The operations of the API: every action that it offers, and who is permitted.

The reads are in `tournaments/api/reads/`; `tournaments/api/urls.py` creates the addresses of both.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeVar

from django.core.exceptions import ImproperlyConfigured

from tournaments.api.operation import Operation
from tournaments.api.reading import Read

from . import (
    archives,
    by_hand,
    claims,
    club_nights,
    desk,
    disputes,
    draws,
    entrants,
    exchange,
    federations,
    hall,
    invitations,
    links,
    lists,
    match_days,
    money,
    people,
    points_seasons,
    reception,
    results,
    sides,
    together,
    tokens,
    tournaments,
)

Row = TypeVar("Row", bound="Read[Any] | Operation[Any, Any]")


def table(*parts: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return all rows.

    Raise ImproperlyConfigured for two with the same name or the same route, and for one whose request, action and
    response do not fit together.
    """
    rows = tuple(row for part in parts for row in part)
    names, routes = Counter(row.name for row in rows), Counter(row.route for row in rows)
    for row in rows:
        if names[row.name] > 1 or routes[row.route] > 1:
            same = [
                f"{one.name} ({one.route})" for one in rows if row.name == one.name or row.route == one.route
            ]
            msg = f"Two operations have one name or one address: {', '.join(same)}."
            raise ImproperlyConfigured(msg)
        if isinstance(row, Operation) and (faults := [*row.faults()]):
            raise ImproperlyConfigured(f"{row.name}: {'; '.join(faults)}.")
    return rows


OPERATIONS = table(
    tournaments.OPERATIONS,
    desk.OPERATIONS,
    club_nights.OPERATIONS,
    entrants.OPERATIONS,
    together.OPERATIONS,
    sides.OPERATIONS,
    draws.OPERATIONS,
    by_hand.OPERATIONS,
    hall.OPERATIONS,
    results.OPERATIONS,
    disputes.OPERATIONS,
    money.OPERATIONS,
    reception.OPERATIONS,
    links.OPERATIONS,
    claims.OPERATIONS,
    invitations.OPERATIONS,
    federations.OPERATIONS,
    lists.OPERATIONS,
    match_days.OPERATIONS,
    tokens.OPERATIONS,
    people.OPERATIONS,
    exchange.OPERATIONS,
    archives.OPERATIONS,
    points_seasons.OPERATIONS,
)

__all__ = ["OPERATIONS", "Operation", "table"]
