"""Open every page and every list among thousands of other tournaments, on PostgreSQL: `./videau bench scale [copies]`.

An installation with one of everything is copied within the database, every row of it with other names, keys and days.
Each page and each read of the API is asked before and after: first with statements that PostgreSQL plans with their
values, then without, as it plans what a connection asks often. Printed is what takes half as long again,
and what is answered only one of the times.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Iterator, Mapping
from typing import Any

from bench._databases import new_database

COPIES = 1_000
MOST = 1.5
# Differences of fewer milliseconds are those of the machine.
NOISE = 15.0
TIMES = 3
_REFUSED = 400
_APPS = {"matches", "tournaments"}
# Counters of the installation, of which there is one row.
_ALONE = {"tournaments_feedhead"}
# How a plan is made: with the values of a statement, or without.
_MODES = ("force_custom_plan", "force_generic_plan")
# What an address of the API begins with, and the letter for it in an address of a page.
_KINDS = {
    "tournaments": "t",
    "events": "e",
    "stages": "s",
    "matches": "m",
    "players": "players",
    "federations": "f",
    "disputes": "d",
}
Samples = Mapping[str, Mapping[str, str]]


def main() -> None:
    """Fill a new database, and ask for everything twice."""
    copies = int(sys.argv[1]) if len(sys.argv) > 1 else COPIES
    # What an address refuses is left out, and needs no line.
    logging.disable(logging.WARNING)
    with new_database():
        _measure(copies)


def _measure(copies: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from tests.showcase import show

    call_command("migrate", verbosity=0)
    showcase = show()
    addresses = dict(_addresses(showcase.samples))
    before = _times(addresses, showcase, _MODES[0])
    copy_rows(copies)
    _print_sizes()
    slow = 0
    for mode in _MODES:
        after = _times(addresses, showcase, mode)
        _print_differences(before, after, mode)
        for name, milliseconds in sorted(after.items(), key=lambda row: -row[1]):
            if name in before and milliseconds > MOST * before[name] + NOISE:
                slow += 1
                print(f"{mode}: {name}: {before[name]:.0f} ms before, {milliseconds:.0f} ms after")
                _print_statement(name, addresses[name], showcase)
    print(
        f"scale: {len(before)} addresses, {slow} slower than {MOST} times an installation with nothing else"
    )


def copy_rows(copies: int) -> None:
    """Copy every row of a small database so often, with other keys, names and days."""
    from django.db import connection, transaction

    keys = dict(_tables())
    with transaction.atomic(), connection.cursor() as cursor:
        # The copies refer to each other in circles, and are whole at the end.
        cursor.execute("SET LOCAL session_replication_role = replica")
        steps = {}
        for table, key in keys.items():
            cursor.execute(f"SELECT coalesce(max({key}), 0) + 1, count(*) FROM {table}")  # noqa: S608 - names of tables
            step, count = cursor.fetchone()
            if count and table not in _ALONE:
                steps[table] = step
        for table in steps:
            columns = dict(_copied(table, keys[table], steps))
            names = ", ".join(f'"{name}"' for name in columns)
            cursor.execute(
                f"INSERT INTO {table} ({names}) SELECT {', '.join(columns.values())} "  # noqa: S608 - names of columns
                f"FROM {table} old, generate_series(1, {copies}::bigint) n"
            )
            cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [table, keys[table]])
            [sequence] = cursor.fetchone()
            if sequence is not None:
                cursor.execute(f"SELECT setval(%s, max({keys[table]})) FROM {table}", [sequence])  # noqa: S608 - names of tables
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def _tables() -> Iterator[tuple[str, str]]:
    """Yield each table of the service with its key, which is a number."""
    from django.apps import apps
    from django.db.models import AutoField, IntegerField

    for model in apps.get_models(include_auto_created=True):
        about = model._meta  # noqa: SLF001 - the documented way to a model's table
        if about.app_label in _APPS and about.managed and isinstance(about.pk, (AutoField, IntegerField)):
            yield about.db_table, str(about.pk.column)


def _copied(table: str, key: str, steps: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Yield each column of a table with the expression of its copy number `n`."""
    from django.db import connection

    with connection.cursor() as cursor:
        relations = connection.introspection.get_relations(cursor, table)
        constraints = connection.introspection.get_constraints(cursor, table).values()
        cursor.execute(
            "SELECT column_name, data_type, coalesce(character_maximum_length, 32), is_generated "
            "FROM information_schema.columns WHERE table_name = %s ORDER BY ordinal_position",
            [table],
        )
        columns = cursor.fetchall()
    shifted = {key: steps[table]} | {
        name: steps[relation[1]] for name, relation in relations.items() if relation[1] in steps
    }
    # A key of several columns differs already where one of them is of the copy.
    unique = {
        name
        for one in constraints
        if one["unique"] and not shifted.keys() & set(one["columns"])
        for name in one["columns"]
    }
    for name, kind, length, is_generated in columns:
        if is_generated == "ALWAYS":
            continue
        old = f'old."{name}"'
        if name in shifted:
            yield name, f"{old} + n * {shifted[name]}"
        elif name == "subject" or (name.endswith("uid") and kind == "character varying"):
            # Rows refer to each other by uids as well.
            yield name, f"CASE WHEN {old} = '' THEN '' ELSE left(md5({old} || n), 14) END"
        elif name in unique and kind in ("character varying", "text"):
            yield name, f"CASE WHEN {old} = '' THEN '' ELSE left(md5({old} || n), {length}) END"
        elif name in unique and kind in ("bigint", "integer"):
            yield name, f"{old} + n * {steps[table]}"
        elif name in ("name", "name_key", "full_name", "public_name") and kind == "character varying":
            yield name, f"CASE WHEN {old} = '' THEN '' ELSE left({old}, {length} - 8) || ' ' || n END"
        elif kind == "date":
            yield name, f"{old} - (n % 2000)::integer"
        else:
            yield name, old


def _addresses(samples: Samples) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield every page and every read of the API by its name: who asks, and the address."""
    from tests.browser.pages import address, visits
    from tournaments.api.reads import READS

    for visit in visits():
        yield str(visit), (visit.who.value, visit.path(samples))
    of_api = dict(samples) | {kind: samples[letter] for kind, letter in _KINDS.items() if letter in samples}
    for read in READS:
        kind = read.path.partition("/")[0]
        if "<" not in read.path or kind in of_api:
            yield f"API {read.path}", ("director", address(f"api/v1/{read.path}", of_api))


def _times(addresses: Mapping[str, tuple[str, str]], showcase: Any, mode: str) -> dict[str, float]:
    """Return the least milliseconds of each answer that is no refusal."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"SET plan_cache_mode = {mode}")
    clients = _clients(showcase)
    times = {}
    for name, (who, path) in addresses.items():
        least = float("inf")
        for _number in range(TIMES):
            start = time.perf_counter()
            answer = clients[who].get(path)
            b"".join(answer) if answer.streaming else answer.content
            least = min(least, time.perf_counter() - start)
        if answer.status_code < _REFUSED:
            times[name] = least * 1000
    return times


def _clients(showcase: Any) -> dict[str, Any]:
    """Return a client for everybody who looks at pages, signed in."""
    from django.test import Client
    from django.urls import reverse

    clients = {who: Client(SERVER_NAME="localhost") for who in ("anonymous", "guest", "director")}
    clients["guest"].get(reverse("link", args=[showcase.demonstration.player_token]), follow=True)
    clients["director"].force_login(showcase.director, backend="django.contrib.auth.backends.ModelBackend")
    return clients


def _print_differences(before: Mapping[str, float], after: Mapping[str, float], mode: str) -> None:
    """Print each address that is answered once and refused the other time, so that nothing is compared."""
    for name in sorted(before.keys() ^ after.keys()):
        print(f"{mode}: {name}: answered only {'before' if name in before else 'after'}")


def _print_statement(name: str, address: tuple[str, str], showcase: Any) -> None:
    """Print the slowest statement of an answer."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    who, path = address
    client = _clients(showcase)[who]
    with CaptureQueriesContext(connection) as queries:
        client.get(path)
    slowest = max(queries.captured_queries, key=lambda one: float(one["time"]), default=None)
    if slowest is not None:
        sql = " ".join(slowest["sql"].split())
        print(f"    {slowest['time']} s of {len(queries)}: {sql[:90]} ... {sql[sql.find(' FROM ') :][:200]}")


def _print_sizes() -> None:
    """Print the tables with the most rows."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, n_live_tup FROM pg_stat_user_tables ORDER BY n_live_tup DESC LIMIT 12"
        )
        print(", ".join(f"{name} {count:,}" for name, count in cursor.fetchall()), flush=True)


if __name__ == "__main__":
    main()
