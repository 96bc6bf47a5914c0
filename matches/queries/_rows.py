"""The rows that hang on a match, however they were read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from matches.database.prefetched import is_prefetched
from matches.models import Match

Row = TypeVar("Row")


def rows_of(match: Match, name: str, ask: Callable[[int], list[Row]]) -> list[Row]:
    """The rows of a relation of the match, as they were prefetched, else by a prepared question for its key.

    Each of them knows the match.
    """
    if is_prefetched(match, name):
        return list(getattr(match, name).all())
    rows: list[Any] = ask(match.pk)
    for row in rows:
        row.match = match
    return rows
