"""Triggers that refuse a cycle of merged players, also with concurrent writers."""

from __future__ import annotations

from typing import Any

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

_NAME = "player_merges_end"
_MESSAGE = "a merge of players would be a circle"
# The players that the new target leads to.
_ENDS = """
    WITH RECURSIVE ends(id) AS (
        SELECT NEW.merged_into_id
        UNION
        SELECT player.merged_into_id FROM matches_player player JOIN ends ON player.id = ends.id
        WHERE player.merged_into_id IS NOT NULL
    )
    SELECT id FROM ends
"""
# Concurrent merges cannot see each other, so they wait for a lock.
_FUNCTION = f"""
CREATE OR REPLACE FUNCTION {_NAME}() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('{_NAME}'));
    IF NEW.id IN ({_ENDS}) THEN
        RAISE EXCEPTION '{_MESSAGE}' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$
"""


def after_migration(*, using: str, **_: Any) -> None:
    """Recreate the triggers on the migrated database, because SQLite loses them with a rebuilt table."""
    create_triggers(connections[using])


def create_triggers(connection: BaseDatabaseWrapper) -> None:
    """Create the triggers on the table of players if it exists; idempotent."""
    if "matches_player" not in connection.introspection.table_names():
        return
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_FUNCTION)
        for event in ("INSERT", "UPDATE"):
            for statement in _statements(connection, event):
                cursor.execute(statement)


def _statements(connection: BaseDatabaseWrapper, event: str) -> tuple[str, str]:
    name = f"{_NAME}_{event.lower()}"
    columns = " OF merged_into_id" if event == "UPDATE" else ""
    head = f"CREATE TRIGGER {name} BEFORE {event}{columns} ON matches_player"
    if connection.vendor == "postgresql":
        when = " FOR EACH ROW WHEN (NEW.merged_into_id IS NOT NULL)"
        return f"DROP TRIGGER IF EXISTS {name} ON matches_player", f"{head}{when} EXECUTE FUNCTION {_NAME}()"
    body = f"BEGIN SELECT RAISE(ABORT, '{_MESSAGE}') WHERE NEW.id IN ({_ENDS}); END"
    return f"DROP TRIGGER IF EXISTS {name}", f"{head} WHEN NEW.merged_into_id IS NOT NULL {body}"
