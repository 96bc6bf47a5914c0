"""Prepared queries, whose SQL is generated once.

Django generates the SQL of a queryset for every execution; for the queries of a phone page that takes several times as
long as PostgreSQL's answer. A prepared query is an ordinary queryset, compiled once for each number of values in its
arguments; later calls only replace the values. Where Django would prefetch, its rows are stored in place of a prefetch.
Rows are inserted, and columns stored, by SQL that is made once for their model.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Generic, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from django.db import DatabaseError, connections, router
from django.db.models import Model, QuerySet
from django.db.transaction import TransactionManagementError

P = ParamSpec("P")
Row = TypeVar("Row")
NewRow = TypeVar("NewRow", bound=Model)

# Placeholder values during compilation; all of them fit the smallest column in use.
_FIRST_KEY = 2_000_000_000
_FIRST_WORD = "prepared:"
_LONGEST = 24
# How many values one statement takes where Django knows no limit: PostgreSQL counts them in 16 bits.
_MOST_VALUES = 65_535


@dataclass(frozen=True, slots=True)
class _PreparedStatement(Generic[Row]):
    """A compiled queryset: its SQL, its parameters, and which parameters are replaced by which values."""

    rows: QuerySet[Any, Row]
    compiler: Any
    sql: str
    parameters: tuple[Any, ...]
    places: tuple[tuple[int, int], ...]
    # Column converters belong to a connection and live as long as it.
    converters: WeakKeyDictionary[Any, Any] = field(default_factory=WeakKeyDictionary)

    def ask(self, values: list[Any]) -> list[Row]:
        parameters = list(self.parameters)
        for at, number in self.places:
            parameters[at] = values[number]
        compiler = copy(self.compiler)
        # A connection belongs to one thread, the compiled plan to all.
        compiler.connection = connections[compiler.using]
        compiler.as_sql = lambda *_args, **_options: (self.sql, tuple(parameters))
        compiler.get_converters = self._converters_of(compiler)
        if self.compiler.query.select_for_update and not compiler.connection.in_atomic_block:
            raise TransactionManagementError("What is locked outside of a transaction is free at once.")
        query: Any = copy(self.rows.query)
        query.get_compiler = lambda *_args, **_options: compiler
        # Copying a queryset would evaluate it.
        rows: QuerySet[Any, Row] = QuerySet.__new__(type(self.rows))
        rows.__dict__ = self.rows.__dict__ | {"_query": query, "_result_cache": None}
        return list(rows)

    def _converters_of(self, compiler: Any) -> Callable[[Any], Any]:
        """Return a cached lookup of the column converters, which do not change between executions."""

        def get(expressions: Any) -> Any:
            converters = self.converters.get(compiler.connection)
            if converters is None:
                converters = type(compiler).get_converters(compiler, expressions)
                self.converters[compiler.connection] = converters
            return converters

        return get


def prepared(build: Callable[P, QuerySet[Any, Row]]) -> Callable[P, list[Row]]:
    """Decorate a function that returns a queryset, so that later calls only execute its compiled SQL.

    The arguments are keys (int), uids (str) and tuples of these, by position; every one of them must appear unchanged
    in the SQL. A tuple is a list of values to look up: an empty one returns no rows, without a query.
    """
    plans: dict[Any, _PreparedStatement[Row]] = {}

    @functools.wraps(build)
    def ask(*args: P.args, **kwargs: P.kwargs) -> list[Row]:
        if kwargs:
            raise TypeError(f"{build.__qualname__} is asked with its values by position")
        lengths = [len(arg) for arg in args if isinstance(arg, tuple)]
        if not all(lengths):
            return []
        if any(length > _LONGEST for length in lengths):
            # Otherwise there would be a plan for every length.
            return list(build(*args, **kwargs))
        shape = tuple((type(arg[0]), len(arg)) if isinstance(arg, tuple) else type(arg) for arg in args)
        if shape not in plans:
            plans[shape] = _plan(build, args)
        values = [value for arg in args for value in (arg if isinstance(arg, tuple) else (arg,))]
        return plans[shape].ask(values)

    return ask


def _plan(build: Callable[..., QuerySet[Any, Row]], args: tuple[Any, ...]) -> _PreparedStatement[Row]:
    stands: list[Any] = []

    def stand_in(value: Any) -> Any:
        stands.append(_FIRST_KEY + len(stands) if isinstance(value, int) else f"{_FIRST_WORD}{len(stands)}")
        return stands[-1]

    rows = build(*(tuple(map(stand_in, arg)) if isinstance(arg, tuple) else stand_in(arg) for arg in args))
    compiler = rows.query.get_compiler(using=rows.db)
    sql, parameters = compiler.as_sql()
    places = tuple((at, stands.index(value)) for at, value in enumerate(parameters) if value in stands)
    missing = set(range(len(stands))) - {number for _at, number in places}
    if missing:
        raise AssertionError(
            f"{build.__qualname__} does not ask for its values {sorted(missing)} as they are"
        )
    return _PreparedStatement(rows, compiler, sql, tuple(parameters), places)


def store_columns(row: Model, *names: str) -> None:
    """Store these fields of a stored row by SQL made once; raise DatabaseError if the row is gone.

    Neither `save` nor its signals are called, and no field computes its value.
    """
    connection = connections[router.db_for_write(type(row), instance=row)]
    sql, fields = _update(type(row), names)
    values = [field.get_db_prep_save(getattr(row, field.attname), connection=connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        if cursor.rowcount != 1:
            raise DatabaseError(f"{row!r} is not stored.")


@functools.cache
def _update(model: type[Model], names: tuple[str, ...]) -> tuple[str, list[Any]]:
    """Return the statement that updates these columns of one row, and the fields of its values in their order."""
    about: Any = model._meta  # noqa: SLF001 - the documented way to a model's fields
    fields = [*map(about.get_field, names), about.pk]
    # Both databases quote names in the same way.
    *sets, key = (f'"{field.column}" = %s' for field in fields)
    return f'UPDATE "{about.db_table}" SET {", ".join(sets)} WHERE {key}', fields  # noqa: S608 - names of ours


def insert_rows(rows: Sequence[Model]) -> None:
    """Insert new rows of one model by SQL made once, and set their keys.

    Neither `save` nor its signals are called, and no column is left to the database.
    """
    for row, (key, _name) in zip(rows, _write_rows(rows), strict=True):
        _note_key(row, key)


def insert_new(rows: Sequence[NewRow]) -> list[NewRow]:
    """Insert those rows of one model that violate no unique constraint, as `insert_rows` does; return them.

    The rows have a `uid`.
    """
    by_uid: dict[str, NewRow] = {vars(row)["uid"]: row for row in rows}
    keys = {uid: key for key, uid in _write_rows(rows, name="uid", end=" ON CONFLICT DO NOTHING")}
    new = [row for uid, row in by_uid.items() if uid in keys]
    for row in new:
        _note_key(row, keys[vars(row)["uid"]])
    return new


def _note_key(row: Model, key: int) -> None:
    row.pk, row._state.adding = key, False  # noqa: SLF001 - the documented state of a row
    row._state.db = router.db_for_write(type(row), instance=row)  # noqa: SLF001 - the same


def _write_rows(rows: Sequence[Model], *, name: str = "", end: str = "") -> list[tuple[int, Any]]:
    """Insert rows; return the key of each that was inserted, with its column `name`, or with the key again."""
    answers: list[tuple[int, Any]] = []
    if not rows:
        return answers
    connection = connections[router.db_for_write(type(rows[0]), instance=rows[0])]
    sql, marks, key, fields = _insert(type(rows[0]))
    at_once = (connection.features.max_query_params or _MOST_VALUES) // len(fields)
    for start in range(0, len(rows), at_once):
        some = rows[start : start + at_once]
        values = [
            field.get_db_prep_save(field.pre_save(row, add=True), connection=connection)
            for row in some
            for field in fields
        ]
        marks_of_all = ", ".join([marks] * len(some))
        with connection.cursor() as cursor:
            cursor.execute(f'{sql}{marks_of_all}{end} RETURNING "{key}", "{name or key}"', values)
            answers += cursor.fetchall()
    return answers


@functools.cache
def _insert(model: type[Model]) -> tuple[str, str, str, list[Any]]:
    """Return the beginning of an insert, the marks of one row, the column of the key, and the fields of a row."""
    about: Any = model._meta  # noqa: SLF001 - the documented way to a model's fields
    fields = [one for one in about.concrete_fields if not one.primary_key]
    columns = ", ".join(f'"{one.column}"' for one in fields)
    marks = f"({', '.join(['%s'] * len(fields))})"
    return f'INSERT INTO "{about.db_table}" ({columns}) VALUES ', marks, about.pk.column, fields  # noqa: S608 - names of ours


def is_prefetched(row: Model, name: str) -> bool:
    """Whether the rows of a relation are already loaded on this row."""
    return name in vars(row).get("_prefetched_objects_cache", {})


def keep_prefetched(row: Model, name: str, rows: list[Any]) -> None:
    """Store rows as the prefetched relation of a row."""
    answer = getattr(row, name).all()
    vars(answer).update(_result_cache=rows, _prefetch_done=True)
    vars(row).setdefault("_prefetched_objects_cache", {})[name] = answer
