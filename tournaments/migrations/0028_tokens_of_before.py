"""The tokens of before are stored as hashes, and the table that held them in the clear is dropped."""

from datetime import UTC
from hashlib import sha256

from django.db import migrations

_TABLE = "authtoken_token"
_SHOWN = 6


def hash_tokens(apps, schema_editor):
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        if _TABLE not in connection.introspection.table_names(cursor):
            return
        cursor.execute(f"SELECT key, user_id, created FROM {_TABLE} ORDER BY created")
        rows = cursor.fetchall()
        cursor.execute(f"DROP TABLE {_TABLE}")
    token_model = apps.get_model("tournaments", "ApiToken")
    to_moment = token_model._meta.get_field("made_at").to_python
    token_model.objects.bulk_create(
        token_model(
            player_id=player,
            name="API",
            prefix=key[:_SHOWN],
            hash=sha256(key.encode()).hexdigest(),
            # They have allowed everything, without an end.
            scopes="direct federation_write",
            made_at=_with_zone(to_moment(made_at)),
        )
        for key, player, made_at in rows
    )


def _with_zone(moment):
    """Return the moment in UTC, in which SQLite stores it without a zone."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0027_api_tokens")]

    # A hash does not lead back to its token.
    operations = [migrations.RunPython(hash_tokens, migrations.RunPython.noop, elidable=True)]
