"""Questions whose SQL is made once.

Django makes the SQL of a queryset anew for every question, and of what a phone asks that takes several times as
long as the answer of PostgreSQL. A prepared question is an ordinary queryset, built once for each number of values it
is asked with; afterwards only the values change.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Generic, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from django.db import connections
from django.db.models import QuerySet
from django.db.transaction import TransactionManagementError

P = ParamSpec("P")
Row = TypeVar("Row")

# The first stands for the first value while the SQL is made; all of them fit the smallest column that is asked for.
_FIRST_KEY = 2_000_000_000
_FIRST_WORD = "prepared:"
_LONGEST = 24


@dataclass(frozen=True, slots=True)
class _PreparedStatement(Generic[Row]):
    """A queryset with its SQL, its parameters, and which of them are which of the values that are asked for."""

    rows: QuerySet[Any, Row]
    compiler: Any
    sql: str
    parameters: tuple[Any, ...]
    places: tuple[tuple[int, int], ...]
    # What turns columns into values belongs to a connection, as long as that lives.
    converters: WeakKeyDictionary[Any, Any] = field(default_factory=WeakKeyDictionary)

    def ask(self, values: list[Any]) -> list[Row]:
        parameters = list(self.parameters)
        for at, number in self.places:
            parameters[at] = values[number]
        compiler = copy(self.compiler)
        # A connection belongs to a thread, and the plan to all of them.
        compiler.connection = connections[compiler.using]
        compiler.as_sql = lambda *_args, **_options: (self.sql, tuple(parameters))
        compiler.get_converters = self._converters_of(compiler)
        if self.compiler.query.select_for_update and not compiler.connection.in_atomic_block:
            raise TransactionManagementError("What is locked outside of a transaction is free at once.")
        query: Any = copy(self.rows.query)
        query.get_compiler = lambda *_args, **_options: compiler
        # A copy of a queryset would ask the question at once.
        rows: QuerySet[Any, Row] = QuerySet.__new__(type(self.rows))
        rows.__dict__ = self.rows.__dict__ | {"_query": query, "_result_cache": None}
        return list(rows)

    def _converters_of(self, compiler: Any) -> Callable[[Any], Any]:
        """What answers the converters of the columns, which are the same for every question."""

        def get(expressions: Any) -> Any:
            converters = self.converters.get(compiler.connection)
            if converters is None:
                converters = type(compiler).get_converters(compiler, expressions)
                self.converters[compiler.connection] = converters
            return converters

        return get


def prepared(build: Callable[P, QuerySet[Any, Row]]) -> Callable[P, list[Row]]:
    """Answer the rows of a queryset that depends on its arguments by their values alone.

    The arguments are keys (int), uids (str) and tuples of these, by position;
    every one of them must end up in the SQL as it is. A tuple lists what is
    asked for: of an empty one there are no rows, and no question.
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
            # There would be a plan for every length.
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
