"""Triggers that refuse a cycle of merged players or clubs, also with concurrent writers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

# The name of the triggers of each table, and what they say.
_GUARDS: Mapping[str, tuple[str, str]] = {
    "matches_player": ("player_merges_end", "a merge of players would be a circle"),
    "tournaments_club": ("club_merges_end", "a merge of clubs would be a circle"),
}


def after_migration(*, using: str, **_: Any) -> None:
    """Recreate the triggers on the migrated database, because SQLite loses them with a rebuilt table."""
    create_triggers(connections[using])


def create_triggers(connection: BaseDatabaseWrapper) -> None:
    """Create the triggers on each table that exists; idempotent."""
    tables = connection.introspection.table_names()
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        for table in _GUARDS:
            if table in tables:
                for statement in _statements(connection, table):
                    cursor.execute(statement)


def _statements(connection: BaseDatabaseWrapper, table: str) -> list[str]:
    name, message = _GUARDS[table]
    statements = [_function(table)] if connection.vendor == "postgresql" else []
    for event in ("INSERT", "UPDATE"):
        trigger = f"{name}_{event.lower()}"
        columns = " OF merged_into_id" if event == "UPDATE" else ""
        head = f"CREATE TRIGGER {trigger} BEFORE {event}{columns} ON {table}"
        if connection.vendor == "postgresql":
            when = " FOR EACH ROW WHEN (NEW.merged_into_id IS NOT NULL)"
            statements += [
                f"DROP TRIGGER IF EXISTS {trigger} ON {table}",
                f"{head}{when} EXECUTE FUNCTION {name}()",
            ]
        else:
            body = f"BEGIN SELECT RAISE(ABORT, '{message}') WHERE NEW.id IN ({_ends(table)}); END"
            statements += [
                f"DROP TRIGGER IF EXISTS {trigger}",
                f"{head} WHEN NEW.merged_into_id IS NOT NULL {body}",
            ]
    return statements


def _ends(table: str) -> str:
    """Return the rows that the new target leads to."""
    return f"""
        WITH RECURSIVE ends(id) AS (
            SELECT NEW.merged_into_id
            UNION
            SELECT one.merged_into_id FROM {table} one JOIN ends ON one.id = ends.id
            WHERE one.merged_into_id IS NOT NULL
        )
        SELECT id FROM ends
    """  # noqa: S608 - the table is one of this module


def _function(table: str) -> str:
    """Return the function of the triggers; concurrent merges cannot see each other, so they wait for a lock."""
    name, message = _GUARDS[table]
    return f"""
        CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
        BEGIN
            PERFORM pg_advisory_xact_lock(hashtext('{name}'));
            IF NEW.id IN ({_ends(table)}) THEN
                RAISE EXCEPTION '{message}' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            RETURN NEW;
        END
        $$
    """
