"""A migration beside a service: what holds a table is in its way for a while, and not for good."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from tests.api.test_idempotency import lock_timeout
from tournaments.management.commands import migrate

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

# Taken back it changes how one column is stored, for which it needs the whole table.
_MIGRATION, _BEFORE = "0079_uncompressed_rating_histories", "0078"


class _Words(StringIO):
    """What a command says; the first words set an event."""

    def __init__(self) -> None:
        super().__init__()
        self.event = threading.Event()

    def write(self, words: str) -> int:
        self.event.set()
        return super().write(words)


@contextmanager
def _table_in_use(until: threading.Event) -> Iterator[None]:
    """Hold the table in another connection until something has happened."""
    start = threading.Event()

    def hold() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE tournaments_ratinghistory IN ACCESS EXCLUSIVE MODE")
            start.set()
            until.wait(timeout=60)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    start.wait(timeout=60)
    try:
        yield
    finally:
        until.set()
        holder.join()


def _is_applied() -> bool:
    return ("tournaments", _MIGRATION) in MigrationRecorder(connection).applied_migrations()


@pytest.fixture
def whole() -> Iterator[None]:
    """The database as it was before."""
    yield
    call_command("migrate", "tournaments", verbosity=0)


@pytest.mark.usefixtures("whole")
def test_a_migration_that_waited_too_long_begins_again() -> None:
    words = _Words()
    with lock_timeout(milliseconds=100), _table_in_use(words.event):
        call_command("migrate", "tournaments", _BEFORE, verbosity=0, stderr=words)
    assert "begins again" in words.getvalue()
    assert not _is_applied()


@pytest.mark.usefixtures("whole")
def test_it_ends_where_the_table_is_never_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrate, "_ATTEMPTS", 2)
    monkeypatch.setattr(migrate, "_PAUSE_SECONDS", 0)
    words = StringIO()
    with (
        lock_timeout(milliseconds=50),
        _table_in_use(threading.Event()),
        pytest.raises(OperationalError),
    ):
        call_command("migrate", "tournaments", _BEFORE, verbosity=0, stderr=words)
    assert words.getvalue().count("begins again") == 1
    assert _is_applied()
