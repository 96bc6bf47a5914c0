"""Relations loaded together with a row, by Django's prefetching or by a prepared query.

Django generates the SQL of a prefetch each time; a prepared query avoids that, and its rows are stored here instead.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Model


def is_prefetched(row: Model, name: str) -> bool:
    """Whether the rows of a relation are already loaded on this row."""
    return name in vars(row).get("_prefetched_objects_cache", {})


def keep_prefetched(row: Model, name: str, rows: list[Any]) -> None:
    """Store rows as the prefetched relation of a row."""
    answer = getattr(row, name).all()
    vars(answer).update(_result_cache=rows, _prefetch_done=True)
    vars(row).setdefault("_prefetched_objects_cache", {})[name] = answer
