"""Packed histories are stored uncompressed: to compress them costs more than they take."""

from django.db import migrations


def _store(schema_editor, way):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            f"ALTER TABLE tournaments_ratinghistory ALTER COLUMN matches SET STORAGE {way}"
        )


def store_uncompressed(apps, schema_editor):
    """Let PostgreSQL write each value as it is."""
    _store(schema_editor, "EXTERNAL")


def store_compressed(apps, schema_editor):
    """Let PostgreSQL try to compress each value, as it does by itself."""
    _store(schema_editor, "EXTENDED")


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0078_rating_histories"),
    ]

    operations = [
        migrations.RunPython(store_uncompressed, store_compressed),
    ]
