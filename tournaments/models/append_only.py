"""Database triggers that make tables append-only, for every client including the admin and a shell."""

from __future__ import annotations

from typing import Any

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

# The tables whose rows are never changed: the log, its tree, the feed, official lists and tables, the ledger, lots, results.
APPEND_ONLY = frozenset(
    {
        "tournaments_archiveposition",
        "tournaments_federationentry",
        "tournaments_feedmember",
        "tournaments_feedrow",
        "tournaments_finaltable",
        "tournaments_ledgerline",
        "tournaments_logentry",
        "tournaments_lot",
        "tournaments_officiallist",
        "tournaments_officialrow",
        "tournaments_resultfile",
        "tournaments_treehead",
        "tournaments_treeleaf",
        "tournaments_treenode",
        "matches_exhibit",
        "matches_report",
        "matches_reportedgame",
        "matches_statement",
        "matches_ruling",
    }
)

_FUNCTION = """
CREATE OR REPLACE FUNCTION videau_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END
$$
"""


def after_migration(*, using: str, **_: Any) -> None:
    """Recreate the triggers on the database that was just migrated."""
    create_triggers(connections[using])


def create_triggers(connection: BaseDatabaseWrapper) -> None:
    """Create the triggers on every append-only table that exists; idempotent.

    A change of a column on SQLite rebuilds its table and silently loses them, so this runs after every migration.
    """
    tables = _tables(connection)
    drop_triggers(connection)
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        if connection.vendor == "postgresql" and tables:
            cursor.execute(_FUNCTION)
        for table in tables:
            for statement in _statements(connection, table):
                cursor.execute(statement)


def drop_triggers(connection: BaseDatabaseWrapper) -> None:
    """Drop the triggers; only for flushing a test database."""
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        for table in _tables(connection):
            on_table = f" ON {table}" if connection.vendor == "postgresql" else ""
            for event in ("update", "delete", "truncate"):
                cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{event}{on_table}")


def _tables(connection: BaseDatabaseWrapper) -> list[str]:
    there = set(connection.introspection.table_names())
    return sorted(there & APPEND_ONLY)


def _statements(connection: BaseDatabaseWrapper, table: str) -> list[str]:
    """Return the trigger statements of one table; SQLite has no TRUNCATE."""
    if connection.vendor == "postgresql":
        head = "CREATE TRIGGER {table}_no_{name} BEFORE {event} ON {table}"
        call = " EXECUTE FUNCTION videau_append_only()"
        return [
            head.format(table=table, name="update", event="UPDATE") + " FOR EACH ROW" + call,
            head.format(table=table, name="delete", event="DELETE") + " FOR EACH ROW" + call,
            head.format(table=table, name="truncate", event="TRUNCATE") + " FOR EACH STATEMENT" + call,
        ]
    return [
        f"CREATE TRIGGER {table}_no_{event.lower()} BEFORE {event} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        for event in ("UPDATE", "DELETE")
    ]
