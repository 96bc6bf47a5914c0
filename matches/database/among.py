"""Rows whose keys a subquery gives, which is answered before anything is joined to them."""

from __future__ import annotations

from typing import Any

from django.db.models import F, Q, QuerySet
from django.db.models.lookups import In


class _KeyArray(In):
    """`IN` a subquery, which PostgreSQL answers first.

    It takes a subquery of `IN` for one more table to join. It joins at most eight of them in the best order, and reads
    every row there is before the subquery leaves most of them out. An array of the keys is no table.
    """

    def as_postgresql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        """Return the condition with an array of the keys."""
        key, key_parameters = self.process_lhs(compiler, connection)
        keys, parameters = self.process_rhs(compiler, connection)
        return f"{key} = ANY(ARRAY{keys})", (*key_parameters, *parameters)


def among(keys: QuerySet[Any, Any], path: str = "pk") -> Q:
    """Return a filter for the rows that have one of these keys at the path; they are one column of another query."""
    return Q(_KeyArray(F(path), keys))
