"""Caches the rows of factories: a later test inserts the same rows instead of calling the actions again.

Most tests begin with the same few tournaments. Calling the actions for each took two fifths
of their time. `@remembered` keeps the rows that the first call added, and its return value.
A later call with the same arguments, in another test, inserts these rows and returns a fresh
copy. Tests share nothing, and each ends with its own rollback. Other tests call the actions
themselves.

A call uses the actions and not the cache

- when an argument is a row, because its rows belong to this test;
- outside of a test's transaction, where rows stay and hooks after the commit run;
- while a test moves the clock, because deadlines and waiting times count from its rows.

Every test begins at the same instant (`tests.clock`), so cached rows are as old as new ones: the
clock of the test goes on from the end of the first call.

A second call in one test has its own cached rows, a second world. Rows keep their ids, and no
id is given twice: PostgreSQL's sequences ensure it. SQLite rolls its counters back, so each
world starts at its own number there.
"""

from __future__ import annotations

import functools
import pickle
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any, NamedTuple, ParamSpec, TypeVar

from django.apps import apps
from django.core.cache import caches
from django.db import connection, models, transaction
from psycopg import ClientCursor

from matches.models import Player
from tests import clock

P = ParamSpec("P")
R = TypeVar("R")

_IDS_OF_ONE_WORLD = 1_000_000
# A test that arranges over and over draws its worlds at random, and no other asks for them.
_MOST_CALLS = 12
_PLAIN = (str, int, float, type(None))

_bases = count(_IDS_OF_ONE_WORLD, _IDS_OF_ONE_WORLD)

# Statements, each with the rows that it adds.
_Rows = list[tuple[str, list[tuple[Any, ...]]]]


class _Table(NamedTuple):
    """A table whose rows are numbered, and how to ask and tell it."""

    name: str
    newest: str
    since: str
    add: str


@dataclass(frozen=True, slots=True)
class _World:
    """What one call added to the database, a pickle of what it answered, and the time at its end."""

    end: float
    rows: _Rows
    answer: bytes


_worlds: dict[tuple[str, int], _World] = {}
_calls: Counter[str] = Counter()
_is_building = False


def begin_test() -> None:
    """Forget what the last test has arranged: its rows are gone, and the same uids and instants come again.

    In a service the caches by uid stay valid, because logs only grow.
    """
    _calls.clear()
    forget_caches()


def forget_caches() -> None:
    """Empty what the process keeps of rows that are taken back."""
    from tournaments.project.shared_answers import ANSWERS
    from tournaments.queries.audit import news
    from tournaments.web.draws import stages

    ANSWERS.clear()
    for cache in caches.all(initialized_only=True):
        cache.clear()
    for memory in (news._kept, stages._RECENT._kept):
        memory.clear()


def forget() -> None:
    """Let every factory go through the actions once more."""
    _worlds.clear()


def taken_back(example: Callable[P, R]) -> Callable[P, R]:
    """Take back what one example of a test writes, so that the next one begins with an empty database too."""

    @functools.wraps(example)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        begin_test()
        with transaction.atomic():
            answer = example(*args, **kwargs)
            transaction.set_rollback(True)
        return answer

    return run


def remembered(factory: Callable[P, R]) -> Callable[P, R]:
    """Let a factory put back what it has made for an earlier test."""

    @functools.wraps(factory)
    def arrange(*args: P.args, **kwargs: P.kwargs) -> R:
        if _is_building or not _is_repeatable(args, kwargs):
            return factory(*args, **kwargs)
        call = f"{factory.__module__}.{factory.__qualname__} {args!r} {sorted(kwargs.items())!r}"
        _calls[call] += 1
        if _calls.total() > _MOST_CALLS:
            return factory(*args, **kwargs)
        # Who is known already comes by another way than who is new, and the log tells of it.
        key = (f"{call} {Player.objects.exists()}", _calls[call])
        world = _worlds.get(key)
        if world is not None:
            _put_back(world)
            clock.go_on_from(world.end)
            answer: R = pickle.loads(world.answer)  # noqa: S301 - this process has made it
            return answer
        before = _newest_rows()
        with _building():
            answer = factory(*args, **kwargs)
        _worlds[key] = _World(end=time.time(), rows=_rows_since(before), answer=pickle.dumps(answer))
        return answer

    return arrange


def _is_repeatable(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    is_in_test = connection.in_atomic_block and bool(
        getattr(connection.atomic_blocks[0], "_from_testcase", False)
    )
    return is_in_test and not clock.is_moved() and all(map(_is_plain, (*args, *kwargs.values())))


def _is_plain(value: Any) -> bool:
    """Whether a value says all about itself when it is written."""
    if isinstance(value, tuple):
        return all(map(_is_plain, value))
    if isinstance(value, dict):
        return all(map(_is_plain, (*value, *value.values())))
    return isinstance(value, _PLAIN)


@contextmanager
def _building() -> Iterator[None]:
    """While a world is being built, what its factory asks of others is built with it."""
    global _is_building
    if connection.vendor == "sqlite":
        _count_from(next(_bases))
    _is_building = True
    try:
        yield
    finally:
        _is_building = False


def _count_from(number: int) -> None:
    """Let SQLite number the next row of every table after this, until the end of the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM sqlite_sequence")
        cursor.executemany(
            "INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)",
            [(table.name, number) for table in _tables()],
        )


@functools.cache
def _tables() -> list[_Table]:
    tables = []
    quote = connection.ops.quote_name
    for model in apps.get_models(include_auto_created=True):
        meta = model._meta
        if not meta.managed or not isinstance(meta.pk, models.AutoField):
            continue
        table, key = quote(meta.db_table), quote(str(meta.pk.column))
        names = [quote(str(field.column)) for field in meta.local_concrete_fields]
        columns, places = ", ".join(names), ", ".join(["%s"] * len(names))
        # Nothing comes from outside: these are the names of our own models.
        newest = f"SELECT '{meta.db_table}', COALESCE(MAX({key}), 0) FROM {table}"  # noqa: S608
        since = f"SELECT {columns} FROM {table} WHERE {key} > %s ORDER BY {key}"  # noqa: S608
        add = f"INSERT INTO {table} ({columns}) VALUES ({places})"  # noqa: S608
        tables.append(_Table(meta.db_table, newest, since, add))
    return tables


def _newest_rows() -> dict[str, int]:
    """The number of the newest row of every table."""
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(table.newest for table in _tables()))
        return dict(cursor.fetchall())


def _rows_since(before: dict[str, int]) -> _Rows:
    after = _newest_rows()
    rows = []
    with connection.cursor() as cursor:
        for table in _tables():
            if after[table.name] > before[table.name]:
                cursor.execute(table.since, [before[table.name]])
                rows.append((table.add, cursor.fetchall()))
    return rows


def _put_back(world: _World) -> None:
    connection.ensure_connection()
    if connection.vendor == "postgresql":
        # All in one message: the server waits for nothing between two rows.
        with ClientCursor(connection.connection) as cursor:
            cursor.execute("; ".join(cursor.mogrify(add, row) for add, rows in world.rows for row in rows))
    else:
        with connection.cursor() as cursor:
            for add, rows in world.rows:
                cursor.executemany(add, rows)
