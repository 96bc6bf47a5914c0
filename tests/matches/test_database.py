"""Django still has the undocumented parts that `matches.database` uses.

`.ci/matrix` runs these tests with every Django that is supported.
"""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from django.conf import settings
from django.db.backends.postgresql.base import DatabaseWrapper as PostgresWrapper
from django.db.backends.sqlite3.base import DatabaseWrapper as SqliteWrapper
from django.db.models.query import QuerySet
from django.db.models.sql import Query
from django.db.models.sql.compiler import SQLCompiler
from pytest_django import DjangoAssertNumQueries

from matches.database import bounded_postgres, fair_sqlite
from matches.database.bounded_postgres import base as _bounded
from matches.database.fair_sqlite import base as _fair
from matches.database.prepared import is_prefetched, keep_prefetched
from matches.models import Player, Side, SideMember
from tests import factories

WRAPPERS: list[tuple[type[Any], type[Any]]] = [
    (_fair.DatabaseWrapper, SqliteWrapper),
    (_bounded.DatabaseWrapper, PostgresWrapper),
]
# Methods of our own, that override nothing.
_OWN = {"attempt", "_acquire", "_retry", "_release"}


def parameters(method: Any) -> list[str]:
    """The names of the parameters of a method."""
    return list(inspect.signature(inspect.unwrap(method)).parameters)


@pytest.mark.parametrize(("ours", "theirs"), WRAPPERS, ids=["SQLite", "PostgreSQL"])
def test_what_a_connection_overrides_is_there_and_called_alike(ours: type[Any], theirs: type[Any]) -> None:
    overrides = {name: value for name, value in vars(ours).items() if inspect.isfunction(value)}
    assert overrides.keys() - _OWN
    for name in overrides.keys() - _OWN:
        assert hasattr(theirs, name), name
        assert len(parameters(overrides[name])) == len(parameters(getattr(theirs, name))), name


def test_methods_of_our_own_hide_none_of_django() -> None:
    for name in _OWN:
        assert not hasattr(SqliteWrapper, name)


@pytest.mark.parametrize(
    ("method", "names"),
    [
        (SQLCompiler.as_sql, ["self", "with_limits", "with_col_aliases"]),
        (SQLCompiler.get_converters, ["self", "expressions"]),
        (Query.get_compiler, ["self", "using", "connection", "elide_empty"]),
    ],
    ids=["as_sql", "get_converters", "get_compiler"],
)
def test_what_a_prepared_statement_replaces_is_called_as_before(method: Any, names: list[str]) -> None:
    assert parameters(method) == names


def test_a_queryset_is_its_query_and_what_it_has_read() -> None:
    assert {"_query", "_result_cache"} <= vars(Player.objects.all()).keys()
    assert isinstance(QuerySet.query, property)


@pytest.mark.django_db
def test_a_relation_that_is_kept_answers_as_one_that_was_read_along(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    of = factories.open_match().match.one
    with_prefetch, side = Side.objects.prefetch_related("members").get(pk=of.pk), Side.objects.get(pk=of.pk)
    assert (is_prefetched(with_prefetch, "members"), is_prefetched(side, "members")) == (True, False)
    keep_prefetched(side, "members", list(SideMember.objects.filter(side=side)))
    assert is_prefetched(side, "members")
    with django_assert_num_queries(0):
        assert list(side.members.all()) == list(with_prefetch.members.all())
    assert vars(side.members.all()).keys() == vars(with_prefetch.members.all()).keys()


def test_settings_name_these_backends() -> None:
    names = {module.__name__ for module in (bounded_postgres, fair_sqlite)}
    assert settings.DATABASES["default"]["ENGINE"] in names
