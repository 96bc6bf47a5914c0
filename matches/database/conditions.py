"""Conditions that Django answers in more steps: whether one holds for a row, and keys of another query."""

from __future__ import annotations

from typing import Any

from django.db import DEFAULT_DB_ALIAS
from django.db.models import BooleanField, F, Model, Q, QuerySet, Value
from django.db.models.functions import Coalesce
from django.db.models.lookups import In
from django.db.models.sql import Query
from django.db.models.sql.constants import SINGLE


def holds(row: Model, condition: Q) -> bool:
    """Whether a condition holds for the values of a row, NULL included; one query.

    Django's `Q.check` makes a savepoint around the same query, in case that it fails.
    """
    query = Query(None)
    for field in row._meta.concrete_fields:  # noqa: SLF001 - the documented way to a model's fields
        query.add_annotation(Value(getattr(row, field.attname), field), field.name, select=False)
    query.add_annotation(Value(1), "_check")
    query.add_q(Q(Coalesce(condition, Value(value=True), output_field=BooleanField())))
    return query.get_compiler(using=DEFAULT_DB_ALIAS).execute_sql(SINGLE) is not None


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
