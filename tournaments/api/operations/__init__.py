"""The API as a table: everything that can be done through it, and who may.

Reads are views (`tournaments/api/views/`); the addresses of both are put together in `tournaments/api/urls.py`.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ImproperlyConfigured

from tournaments.api.operation import Operation

from . import disputes, draws, entrants, frame, hall, money, results, sides


def table(*parts: tuple[Operation[Any, Any], ...]) -> tuple[Operation[Any, Any], ...]:
    """All rows; ImproperlyConfigured where two have one name, or one method and address."""
    rows = tuple(row for part in parts for row in part)
    by_name: dict[str, str] = {}
    by_address: dict[tuple[str, str], str] = {}
    for row in rows:
        if row.name in by_name:
            msg = f"Two operations are called {row.name}: {by_name[row.name]} and {row.method} {row.path}."
            raise ImproperlyConfigured(msg)
        other = by_address.get((row.method, row.path))
        if other is not None:
            msg = f"Two operations answer {row.method} {row.path}: {other} and {row.name}."
            raise ImproperlyConfigured(msg)
        by_name[row.name] = f"{row.method} {row.path}"
        by_address[row.method, row.path] = row.name
    return rows


OPERATIONS = table(
    frame.OPERATIONS,
    entrants.OPERATIONS,
    sides.OPERATIONS,
    draws.OPERATIONS,
    hall.OPERATIONS,
    results.OPERATIONS,
    disputes.OPERATIONS,
    money.OPERATIONS,
)

__all__ = ["OPERATIONS", "Operation", "table"]
