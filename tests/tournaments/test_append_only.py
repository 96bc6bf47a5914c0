"""Both databases refuse to change or delete rows that are written once."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from matches.models import Immutable
from tests import factories
from tournaments.models import LogEntry
from tournaments.models.append_only import APPEND_ONLY, create_triggers

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def _run(sql: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


def test_every_immutable_table_is_guarded() -> None:
    def concrete(model: Any) -> set[str]:
        below = {table for child in model.__subclasses__() for table in concrete(child)}
        return below if model._meta.abstract else below | {model._meta.db_table}

    assert concrete(Immutable) == APPEND_ONLY


def test_a_log_entry_cannot_be_changed() -> None:
    factories.tournament()
    with pytest.raises(IntegrityError, match="append-only"):
        _run("UPDATE tournaments_logentry SET code = 'forged'")
    assert LogEntry.objects.get().code == "tournament_created"


def test_a_log_entry_cannot_be_deleted() -> None:
    factories.tournament()
    with pytest.raises(IntegrityError, match="append-only"):
        _run("DELETE FROM tournaments_logentry")
    assert LogEntry.objects.count() == 1


def test_the_table_cannot_be_emptied_at_once() -> None:
    factories.tournament()
    # PostgreSQL empties no table whose foreign keys it has still to check.
    connection.check_constraints()
    emptying = "TRUNCATE" if connection.vendor == "postgresql" else "DELETE FROM"
    with pytest.raises(IntegrityError, match="append-only"):
        _run(f"{emptying} tournaments_logentry")
    assert LogEntry.objects.count() == 1


def test_the_model_refuses_before_the_database_does() -> None:
    factories.tournament()
    entry = LogEntry.objects.get()
    with pytest.raises(TypeError, match="immutable"):
        entry.save()
    with pytest.raises(TypeError, match="immutable"):
        entry.delete()


def test_the_triggers_can_be_made_again() -> None:
    create_triggers(connection)
    create_triggers(connection)
    factories.tournament()
    with pytest.raises(IntegrityError):
        _run("DELETE FROM tournaments_logentry")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round_", [1, 2])
def test_a_test_database_is_emptied_and_guarded_again(round_: int) -> None:
    assert LogEntry.objects.count() == 0, round_
    factories.tournament()
    with pytest.raises(IntegrityError):
        _run("DELETE FROM tournaments_logentry")
