"""One database with what every past release stored, migrated to now."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django.plugin import DjangoDbBlocker

from .loading import Dump, chosen_dumps, load, other_database, schema


@pytest.fixture(scope="package")
def new_schema(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> set[tuple[str, ...]]:
    """The schema of a database that began empty: that of this test run is one, or a copy of one with these migrations."""
    with django_db_blocker.unblock():
        return schema()


@pytest.fixture(scope="package")
def upgraded(
    new_schema: set[tuple[str, ...]], django_db_blocker: DjangoDbBlocker
) -> Iterator[tuple[Dump, ...]]:
    """The dumps that stand in the database; the tests of this directory share it."""
    every = chosen_dumps()
    with django_db_blocker.unblock(), other_database("videau_upgrades"):
        load(every)
        yield every
