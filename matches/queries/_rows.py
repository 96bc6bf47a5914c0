"""The related rows of a match, prefetched or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from matches.database.prepared import is_prefetched
from matches.models import Match

Row = TypeVar("Row")


def rows_of(match: Match, name: str, ask: Callable[[int], list[Row]]) -> list[Row]:
    """Return the related rows of the match from its prefetch cache, else by a prepared query.

    Each row refers to the match object.
    """
    if is_prefetched(match, name):
        return list(getattr(match, name).all())
    rows: list[Any] = ask(match.pk)
    for row in rows:
        row.match = match
    return rows
