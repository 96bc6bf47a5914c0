"""The tokens that earlier releases stored in the clear are hashed by the migration, and keep working."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone

from tests import factories
from tests.api.client import Caller
from tournaments import migrations
from tournaments.models import ApiToken

_TABLE = (
    "CREATE TABLE authtoken_token (key varchar(40) NOT NULL PRIMARY KEY, created {moment} NOT NULL, "
    "user_id bigint NOT NULL UNIQUE REFERENCES matches_player (id) DEFERRABLE INITIALLY DEFERRED)"
)
_KEY = "0123456789abcdef" * 2 + "01234567"


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_token_of_before_keeps_working_and_is_no_longer_stored() -> None:
    director = factories.director()
    made_at = timezone.now()
    moment = "datetime" if connection.vendor == "sqlite" else "timestamp with time zone"
    with connection.cursor() as cursor:
        cursor.execute(_TABLE.format(moment=moment))
        cursor.execute("INSERT INTO authtoken_token VALUES (%s, %s, %s)", [_KEY, made_at, director.pk])
    [name] = (
        module.name for module in iter_modules(migrations.__path__) if "tokens_of_before" in module.name
    )
    migration = import_module(f"tournaments.migrations.{name}")
    with connection.schema_editor() as editor:
        migration.hash_tokens(apps, editor)
        # A second time there is nothing left to do.
        migration.hash_tokens(apps, editor)
    row = ApiToken.objects.get(player=director)
    assert (row.prefix, row.made_at, row.expires_at, row.scopes) == (
        _KEY[:6],
        made_at,
        None,
        "direct federation_write",
    )
    assert "authtoken_token" not in connection.introspection.table_names()
    caller = Caller()
    caller.use(_KEY)
    assert caller.get("me/").body["player"]["id"] == director.uid
