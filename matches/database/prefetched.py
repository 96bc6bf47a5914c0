"""Relations that were read along with a row, by Django's prefetching or by a question of our own.

Django makes the SQL of a prefetch anew each time; what is prepared is asked once and kept here in its place.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Model


def is_prefetched(row: Model, name: str) -> bool:
    """Whether the rows of a relation were read along with this row."""
    return name in vars(row).get("_prefetched_objects_cache", {})


def keep_prefetched(row: Model, name: str, rows: list[Any]) -> None:
    """Let a row answer a relation with these rows from now on, as if they had been read along with it."""
    answer = getattr(row, name).all()
    vars(answer).update(_result_cache=rows, _prefetch_done=True)
    vars(row).setdefault("_prefetched_objects_cache", {})[name] = answer
