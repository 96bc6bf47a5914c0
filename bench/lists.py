"""Benchmark lists of the API among hundreds of thousands of other matches, on PostgreSQL: `./videau bench lists
[matches]`.

One played bracket is copied row by row within the database, each copy a tournament of
its own; then the lists are read, each plan is looked at, and the slowest is printed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bench._databases import new_database

MATCHES = 300_000
LIMIT = 100.0

# Copied with new keys, each table before those that refer to it; what is not named here is shared by all copies.
_COPIED = (
    "tournaments_tournament",
    "tournaments_event",
    "tournaments_stage",
    "matches_match",
    "tournaments_pairing",
)


def _columns(table: str) -> list[tuple[str, str]]:
    """Return each column of a table with the table that it refers to, or None."""
    from django.db import connection

    with connection.cursor() as cursor:
        names = [column.name for column in connection.introspection.get_table_description(cursor, table)]
        relations = connection.introspection.get_relations(cursor, table)
    return [(name, relations[name][1] if name in relations else "") for name in names]


def copy_tournaments(copies: int) -> None:
    """Copy every tournament of a small database this many times."""
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        steps = {}
        for table in _COPIED:
            cursor.execute(f"SELECT coalesce(max(id) - min(id), 0) + 1 FROM {table}")  # noqa: S608 - the tables above
            [steps[table]] = cursor.fetchone()
        for table in _COPIED:
            columns = _columns(table)
            values = []
            for name, target in columns:
                if name == "id":
                    values.append(f"old.id + n * {steps[table]}")
                elif name == "uid":
                    values.append("substr(md5(old.uid || n), 1, 14)")
                elif target in steps:
                    values.append(f'old."{name}" + n * {steps[target]}')
                elif name == "accepted_report_id":
                    # One report belongs to one match.
                    values.append("NULL")
                else:
                    values.append(f'old."{name}"')
            names = ", ".join(f'"{name}"' for name, _target in columns)
            cursor.execute(
                f"INSERT INTO {table} ({names}) SELECT {', '.join(values)} "  # noqa: S608 - names of columns
                f"FROM {table} old, generate_series(1, {copies}::bigint) n"
            )
        for table in _COPIED:
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}")  # noqa: S608 - the tables above
            cursor.execute(f"ANALYZE {table}")


@contextmanager
def explained() -> Iterator[list[str]]:
    """Yield a list that collects the query plans of the block as text."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    plans: list[str] = []
    with CaptureQueriesContext(connection) as queries:
        yield plans
    with connection.cursor() as cursor:
        for query in queries.captured_queries:
            if query["sql"].lstrip().startswith("SELECT"):
                cursor.execute(f"EXPLAIN {query['sql']}")
                plans.append(query["sql"] + "\n" + "\n".join(line for (line,) in cursor.fetchall()))


def lists() -> dict[str, Callable[[], Any]]:
    """Each list of matches, as its readers get it: of a tournament, and of a player."""
    from rest_framework.test import APIClient

    from matches.models import Player
    from tournaments.models import Tournament

    tournament = Tournament.objects.order_by("pk")[1]
    reader = APIClient(SERVER_NAME="localhost")
    reader.force_login(Player.objects.filter(memberships__isnull=False).earliest("pk"))

    def read(address: str) -> Any:
        answer = reader.get(address)
        assert answer.status_code == 200, answer.content
        return answer.json()

    return {
        "matches of a tournament": lambda: read(f"/api/v1/tournaments/{tournament.uid}/matches/"),
        "matches of a player": lambda: read("/api/v1/me/matches/"),
    }


def timed(call: Callable[[], Any]) -> float:
    """Return the best time of three in milliseconds."""
    best = float("inf")
    for _number in range(3):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best * 1000


def main() -> None:
    """Fill a new database, and read the lists."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    with new_database():
        _measure(count)


def _measure(count: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from tests import factories

    call_command("migrate", verbosity=0)
    factories.play_open_matches(factories.drawn_stage(64))
    copy_tournaments(count // 63)
    slowest = 0.0
    for name, call in lists().items():
        with explained() as plans:
            call()
        scans = sum("Seq Scan on matches_match" in plan for plan in plans)
        milliseconds = timed(call)
        slowest = max(slowest, milliseconds)
        print(f"{name}: {milliseconds:.0f} ms, {len(plans)} queries, {scans} of them through all matches")
    connection.close()
    print(f"lists: {slowest:.0f} ms among {count} matches (limit {LIMIT:.0f} ms)")


if __name__ == "__main__":
    main()
