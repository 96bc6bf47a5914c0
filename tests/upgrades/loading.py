"""Puts the dumps of past releases into a database, each behind the migrations of its release."""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from django.apps.registry import Apps
from django.conf import settings
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from tests.effort import is_long

DUMPS = Path(__file__).with_name("dumps")
_OWN = ("matches", "tournaments")
# Each dump has its own range of keys, so that all of them stand in one database.
_RANGE = 100_000
_SCHEMA = {
    "sqlite": [
        "SELECT type, name, sql FROM sqlite_master",
        """SELECT tables.name, columns.name, "notnull", dflt_value, pk, columns.type
           FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns""",
    ],
    "postgresql": [
        """SELECT table_name, column_name, data_type, character_maximum_length, is_nullable, column_default
           FROM information_schema.columns WHERE table_schema = 'public'""",
        # The check of a number that was given another name by a migration keeps its first one.
        """SELECT conrelid::regclass, replace(conname, 'rule_log_seq', 'rule_revision'), pg_get_constraintdef(oid)
           FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype != 'n'""",
        "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
        "SELECT tgrelid::regclass, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
    ],
}


@dataclass(frozen=True, slots=True)
class Dump:
    """What one past release stored."""

    name: str
    migrations: Mapping[str, str]
    rows: tuple[dict[str, Any], ...]


def dumps() -> tuple[Dump, ...]:
    """Every dump, the oldest release first."""
    dumps_of_releases = [_dump_of(file) for file in DUMPS.glob("*.json.xz")]
    return tuple(sorted(dumps_of_releases, key=lambda dump: (*sorted(dump.migrations.values()), dump.name)))


def chosen_dumps() -> tuple[Dump, ...]:
    """The dumps that a run looks at: those of the first and of the last release, in a long run every one."""
    first, *others, last = dumps()
    return (first, *others, last) if is_long() else (first, last)


def keys_of(number: int) -> tuple[int, int]:
    """The least and the largest key of the rows of a dump, by its place among them."""
    return number * _RANGE, (number + 1) * _RANGE - 1


def _dump_of(file: Path) -> Dump:
    content = json.loads(lzma.decompress(file.read_bytes()))
    return Dump(file.name.removesuffix(".json.xz"), content["migrations"], tuple(content["rows"]))


@contextmanager
def other_database(name: str) -> Iterator[None]:
    """Use an empty database instead of the one of this test run."""
    before = connection.settings_dict["NAME"]
    connection.close()
    _close_pool()
    if connection.vendor == "sqlite":
        connection.settings_dict["NAME"] = str(Path(settings.VIDEAU_DATA) / f"{name}.sqlite3")
    else:
        _execute(f'CREATE DATABASE "{name}"')
        connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        _close_pool()
        connection.settings_dict["NAME"] = before
        if connection.vendor == "sqlite":
            for file in Path(settings.VIDEAU_DATA).glob(f"{name}.sqlite3*"):
                file.unlink()
        else:
            _execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def _execute(statement: str) -> None:
    with connection._nodb_cursor() as cursor:
        cursor.execute(statement)


def _close_pool() -> None:
    if connection.vendor == "postgresql":
        connection.close_pool()  # type: ignore[attr-defined]


def load(every: tuple[Dump, ...]) -> None:
    """Migrate step by step, and put in each dump as soon as the tables are those of its release."""
    for number, dump in enumerate(every):
        executor = _step_by_step()
        others = [leaf for leaf in executor.loader.graph.leaf_nodes() if leaf[0] not in _OWN]
        own = list(dump.migrations.items())
        executor.migrate([*others, *own])
        _insert(dump, executor.loader.project_state(own).apps, offset=number * _RANGE)
    call_command("migrate", verbosity=0, interactive=False)


def _step_by_step() -> MigrationExecutor:
    """Migrates as a database of a past release does, by the migrations that a new database takes together."""
    executor = MigrationExecutor(connection)
    executor.loader = MigrationLoader(connection, replace_migrations=False)
    return executor


def schema() -> set[tuple[str, ...]]:
    """What the database knows of columns, constraints, indexes and triggers."""
    with connection.cursor() as cursor:
        facts: set[tuple[str, ...]] = set()
        for question in _SCHEMA[connection.vendor]:
            cursor.execute(question)
            facts.update(tuple(map(str, row)) for row in cursor.fetchall())
    if connection.vendor == "postgresql":
        facts = {(*names, _without_casts(text)) for *names, text in facts}
    if connection.vendor == "sqlite":
        # A column that was added later stands behind the constraints, which makes no difference.
        facts = {
            (*names, " ".join(sorted(re.findall(r'"[^"]*"|\w+|[^\w\s]', text)))) for *names, text in facts
        }
    return facts


def _without_casts(text: str) -> str:
    """Return a constraint without casts of texts, which PostgreSQL writes otherwise in a restored database."""
    text = re.sub(r"::(?:character varying|text)(?:\[\])?", "", text)
    text = re.sub(r"\(('[^']*')\)", r"\1", text)
    return re.sub(r"\((\(ARRAY\[[^]]*\]\))\)", r"\1", text)


def _insert(dump: Dump, apps: Apps, *, offset: int) -> None:
    """Put the rows in as the release wrote them; the keys alone are moved to the range of the dump."""
    with transaction.atomic(), connection.constraint_checks_disabled():
        for label, rows in groupby(dump.rows, key=itemgetter("model")):
            model = apps.get_model(label)
            fields = model._meta.local_concrete_fields
            objects = [model(**dict(_values(model, row, dump=dump, offset=offset))) for row in rows]
            size = connection.ops.bulk_batch_size(fields, objects)
            for start in range(0, len(objects), size):
                model._base_manager._insert(objects[start : start + size], fields=fields, raw=True)
    tables = [apps.get_model(label) for label in {row["model"] for row in dump.rows}]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), tables):
            cursor.execute(statement)


def _values(
    model: type[models.Model], row: Mapping[str, Any], *, dump: Dump, offset: int
) -> Iterator[tuple[str, Any]]:
    yield model._meta.pk.attname, row["pk"] + offset
    fields = {field.name: field for field in model._meta.fields}
    for name, value in row["fields"].items():
        if name not in fields:
            # Many to many: nobody is in a group of the admin.
            continue
        field = fields[name]
        if isinstance(field, models.ForeignKey):
            yield field.attname, None if value is None else value + offset
        elif name == "email" and value is not None:
            yield name, f"{dump.name}.{value}"
        elif row["model"] == "tournaments.outboxjob" and name == "args":
            yield name, {key: number + offset for key, number in value.items()}
        else:
            yield name, field.to_python(value)
