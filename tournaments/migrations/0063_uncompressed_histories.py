"""Bytes of numbers are stored uncompressed again: what 0041 said to PostgreSQL is not in the squashed migration of new databases."""

from django.db import migrations

_PACKED = (("tournaments_ratinghistory", "matches"), ("tournaments_listsegment", "players"))


def _store(schema_editor, way):
    if schema_editor.connection.vendor == "postgresql":
        for table, column in _PACKED:
            schema_editor.execute(f"ALTER TABLE {table} ALTER COLUMN {column} SET STORAGE {way}")


def store_uncompressed(apps, schema_editor):
    """Let the next write of each value leave it as it is; nothing is rewritten now."""
    _store(schema_editor, "EXTERNAL")


def store_compressed(apps, schema_editor):
    """Let PostgreSQL try to compress each value, as it does by itself."""
    _store(schema_editor, "EXTENDED")


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0062_removals"),
    ]

    operations = [
        migrations.RunPython(store_uncompressed, store_compressed),
    ]
