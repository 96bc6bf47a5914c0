"""Conditions of constraints, decided by the database for a row that is not stored yet."""

from __future__ import annotations

from django.db import DEFAULT_DB_ALIAS
from django.db.models import BooleanField, Model, Q, Value
from django.db.models.functions import Coalesce
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
