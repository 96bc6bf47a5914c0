"""Benchmark the pairing of a whole round in the service: `python -m bench.rounds`.

What `progress.advance` does when the last result of a round is in: read the state, pair, store the matches, pairings and
seats, queue a notice and a mail for each player, append to the log. The floor, measured in the same run, is the bare insert of the
very rows that the round stored, into empty tables like theirs. On the PostgreSQL of DATABASE_URL, whose database should
be empty and may be thrown away; without one on a private server that does not wait for the disk.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.db.models import Model

    from tournaments.models import Event, Stage

SIZES = (16, 128, 1024, 4096)
# A format, its options, and how many of its rounds are played before the one measured.
KINDS: tuple[tuple[str, dict[str, object], int], ...] = (
    ("swiss", {"rounds": 9, "apart": "clubs"}, 4),
    ("lives", {"lives": 4}, 3),
    ("double_elimination", {}, 0),
)
CLUBS = 40


@dataclass(frozen=True, slots=True)
class Measured:
    """One round: its duration, the CPU time here and in the server, and the bare insert; seconds."""

    pairings: int
    queries: int
    wall: float
    processor: float
    server: float
    bare: float


@contextmanager
def database() -> Iterator[None]:
    """Set Django up on PostgreSQL, migrated."""
    with tempfile.TemporaryDirectory(prefix="videau-bench-") as data:
        os.environ["VIDEAU_DATA"] = data
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.project.settings"
        os.environ["EMBEDDED_RUNNER"] = "1"
        os.environ.setdefault("LOG_LEVEL", "WARNING")
        server = None
        if "DATABASE_URL" not in os.environ:
            from tests.postgres_plugin import start_server

            server = start_server(Path(data))
            socket = server.get_postmaster_info().socket_dir
            os.environ["DATABASE_URL"] = f"postgres:///postgres?host={socket}&user=postgres"
        import django
        from django.core.management import call_command
        from django.db import connection

        django.setup()
        call_command("migrate", verbosity=0)
        yield
        connection.close()
        if server is not None:
            server.cleanup()


def event_of(entrants: int, *, name: str) -> Event:
    """Create an event with this many entrants with mail addresses, written directly to the tables."""
    from matches.models import Player, Side, SideMember, name_key, store_name_keys
    from tournaments.actions.events import lifecycle
    from tournaments.models import Entrant, EntrantPlayer

    director = Player.objects.create_user(name="Director")
    tournament = lifecycle.create_tournament(
        by=director, name=name, starts_on=date(2026, 3, 7), visibility="public"
    )
    event = lifecycle.create_event(tournament, by=director, name=name)
    names = [f"{name} {number}" for number in range(entrants)]
    players = Player.objects.bulk_create(
        Player(
            name=name,
            name_key=name_key(name),
            contact_email=f"{number}@example.org",
            club=f"Club {number % CLUBS}",
        )
        for number, name in enumerate(names)
    )
    store_name_keys(players)
    sides = Side.objects.bulk_create(Side(full_name=name) for name in names)
    SideMember.objects.bulk_create(
        SideMember(side=side, player=player) for side, player in zip(sides, players, strict=True)
    )
    rows = Entrant.objects.bulk_create(Entrant(event=event, side=side) for side in sides)
    EntrantPlayer.objects.bulk_create(
        EntrantPlayer(event=event, entrant=entrant, player=player)
        for entrant, player in zip(rows, players, strict=True)
    )
    return event


def finish_round(stage: Stage, *, chance: Random) -> None:
    """Make every open match of the stage final."""
    from django.utils import timezone

    from matches.models import Match

    matches = list(Match.objects.filter(pairing__stage=stage, final_at=None, cancelled_at=None))
    for match in matches:
        match.winner, match.outcome, match.settled = chance.choice(["one", "two"]), "played", "same"
        match.final_at = timezone.now()
    Match.objects.bulk_update(matches, ["winner", "outcome", "settled", "final_at"], batch_size=500)


def measure(make: Callable[[], object]) -> Measured:
    """Pair a round, and insert copies of its rows for comparison."""
    from django.db import connection

    from matches.models import Match
    from tournaments.models import Notice, OutboxJob, Pairing, Seat, StageEntry

    models: list[type[Model]] = [StageEntry, Match, Pairing, Seat, Notice, OutboxJob]
    last = {model: _last_key(model) for model in models}
    statements: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        statements.append(sql)
        return execute(sql, *rest)

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    server = _server_seconds()
    with connection.execute_wrapper(note):
        wall, processor = time.perf_counter(), time.process_time()
        make()
        processor, wall = time.process_time() - processor, time.perf_counter() - wall
    server = _server_seconds() - server
    bare = sum(_insert_again(model, behind=last[model]) for model in models)
    pairings = Pairing.objects.filter(pk__gt=last[Pairing]).count()
    return Measured(pairings, len(statements), wall, processor, server, bare)


def _server_seconds() -> float:
    """Return the CPU time of the server process of this connection; 0 if it is on another machine."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        process = Path(f"/proc/{cursor.fetchone()[0]}/stat")
    if not process.exists():
        return 0.0
    # The times stand behind the name, which is in brackets and may hold blanks.
    user, system = process.read_text().rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _last_key(model: Any) -> int:
    key: int | None = model.objects.order_by("-pk").values_list("pk", flat=True).first()
    return key or 0


def _insert_again(model: Any, *, behind: int) -> float:
    """Copy the newest rows of a table into an empty table of the same structure; return the seconds."""
    from django.db import connection

    table = model._meta.db_table  # noqa: SLF001 - Django's own name of it
    with connection.cursor() as cursor:
        with cursor.copy(f'COPY (SELECT * FROM "{table}" WHERE id > {behind}) TO STDOUT') as rows:  # noqa: S608
            originals = list(rows)
        cursor.execute(f'CREATE TABLE bare (LIKE "{table}" INCLUDING ALL)')
        start = time.perf_counter()
        with cursor.copy("COPY bare FROM STDIN") as copy:
            for row in originals:
                copy.write(row)
        spent = time.perf_counter() - start
        cursor.execute("DROP TABLE bare")
    return spent


def main() -> None:
    """Print one line for each format and size, the ratio first."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    parser.add_argument(
        "--repeats", type=int, default=3, help="events of each kind and size; the median is shown"
    )
    arguments = parser.parse_args()
    with database():
        from tournaments.actions.draws import draw, progress
        from tournaments.actions.events import lifecycle
        from tournaments.formats import FORMATS

        print(
            f"{'':<22}{'entrants':>9}{'/bare':>8}{'ms':>9}{'cpu ms':>9}{'server':>9}{'bare ms':>9}{'queries':>9}{'pairings':>9}"
        )
        for code, options, rounds in KINDS:
            for size in (size for size in arguments.sizes if size <= FORMATS[code].most):
                measurements = []
                for number in range(arguments.repeats):
                    event = event_of(size, name=f"{code} {size} {number}")
                    stage = lifecycle.create_stage(event, by=None, format=code, options=options, lengths=(7,))
                    if not rounds:
                        measurements.append(measure(partial(draw.draw, stage, by=None, seed="bench")))
                        continue
                    draw.draw(stage, by=None, seed="bench")
                    for _ in range(rounds - 1):
                        finish_round(stage, chance=Random(size))
                        progress.advance(event)
                    finish_round(stage, chance=Random(size))
                    measurements.append(measure(partial(progress.advance, event)))
                one = median_of(measurements)
                print(
                    f"{code:<22}{size:>9}{one.wall / one.bare:>8.1f}{1000 * one.wall:>9.1f}{1000 * one.processor:>9.1f}"
                    f"{1000 * one.server:>9.1f}"
                    f"{1000 * one.bare:>9.1f}{one.queries:>9}{one.pairings:>9}",
                    flush=True,
                )


def median_of(measurements: list[Measured]) -> Measured:
    """Return the measurement with the median time."""
    return sorted(measurements, key=lambda one: one.wall)[len(measurements) // 2]


if __name__ == "__main__":
    main()
