"""Benchmark reports through the API of a running service with 8 concurrent clients: `python -m bench.reports`.

It starts `./videau run` on an empty directory, so SQLite that syncs every commit and the embedded
worker, which makes the next pairings, gives tables and mails every player meanwhile. A screen polls the
hall, and a backup is written in the middle. Each match is reported by its winner and then by its
loser, with their own tokens and a new Idempotency-Key each. Exit code 1 says that a report was lost or
that somebody met a locked database. The floors are measured in the same run:
a bare committed insert into SQLite under the same settings, and the address that only says "ok" asked
by as many clients.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import secrets
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from threading import Event, Lock, Thread

ROOT = Path(__file__).resolve().parent.parent
CLIENTS = 8
EVENTS = 8
ENTRANTS = 256
REPORTS = 2_000
INSERTS = 500
TABLES = 20
LIMIT_P99, LIMIT_MAX = 0.400, 2.0


@dataclass(frozen=True, slots=True)
class Pair:
    """A match to report: its id, and the tokens of its winner and its loser."""

    match: str
    winner: str
    loser: str


@dataclass(frozen=True, slots=True)
class Asked:
    """One request: its status, 0 when the connection broke, and how long it took in seconds."""

    status: int
    seconds: float


def arrange(*, entrants: int) -> list[Pair]:
    """Draw the events and return their open first matches; every player is in each of them, and has an address."""
    from django.db import transaction

    from matches.models import Match, Player
    from tournaments import tasks
    from tournaments.actions.draws import draw
    from tournaments.actions.entrants import registration
    from tournaments.actions.events import lifecycle
    from tournaments.actions.hall import tables
    from tournaments.actions.people import tokens

    with transaction.atomic():
        director = Player.objects.create_user(name="Director")
        players = [
            Player.objects.create_user(name=f"Player {number}", email=f"{number}@example.org")
            for number in range(entrants)
        ]
        texts = {one.pk: tokens.make_for_operator(one, name="Bench") for one in players}
        tournament = lifecycle.create_tournament(
            by=director, name="Bench", starts_on=date(2026, 3, 7), visibility="public"
        )
        lifecycle.add_tables(tournament, by=director, names=[str(number) for number in range(1, TABLES + 1)])
        tables.set_automatic(tournament, by=director, is_on=True)
        for number in range(EVENTS):
            event = lifecycle.create_event(tournament, by=director, name=f"Event {number}")
            stage = lifecycle.create_stage(event, by=director)
            for player in players:
                registration.enter(event, by=director, players=[player])
            draw.draw(stage, by=director)
    # The invitations have been sent when the first result comes in.
    tasks.run_due()
    rows = Match.objects.values_list("uid", "one__members__player", "two__members__player")
    return [Pair(uid, texts[one], texts[two]) for uid, one, two in rows]


@contextmanager
def service(data: str) -> Iterator[int]:
    """Run `./videau run` on a free port until the block ends."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    log = Path(data) / "bench.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [ROOT / "videau", "run", "--port", str(port)],
            env=os.environ | {"VIDEAU_DATA": data, "LOG_LEVEL": "WARNING"},
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        wait_until(lambda: ask(port, "/healthz").status == 200, seconds=60)
        yield port
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def wait_until(is_so: Callable[[], bool], *, seconds: float) -> None:
    """Poll a condition ten times a second; TimeoutError after `seconds`."""
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.1)


def ask(port: int, path: str) -> Asked:
    """Send one GET on a new connection."""
    return _timed(http.client.HTTPConnection("127.0.0.1", port, timeout=30), "GET", path, None, {})


def report(connection: http.client.HTTPConnection, pair: Pair, *, token: str) -> Asked:
    """Send one report of the match: side one has won by 7 to 3."""
    headers = {
        "Authorization": f"Token {token}",
        "Content-Type": "application/json",
        "Idempotency-Key": secrets.token_hex(16),
    }
    body = json.dumps({"score": [7, 3]})
    return _timed(connection, "POST", f"/api/v1/matches/{pair.match}/reports/", body, headers)


def _timed(
    connection: http.client.HTTPConnection, method: str, path: str, body: str | None, headers: dict[str, str]
) -> Asked:
    start = time.perf_counter()
    try:
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        response.read()
        status = response.status
    except OSError:
        connection.close()
        status = 0
    return Asked(status, time.perf_counter() - start)


def by_clients(port: int, jobs: Sequence[Callable[[http.client.HTTPConnection], list[Asked]]]) -> list[Asked]:
    """Run the jobs by clients, each with its own connection, until none is left."""
    waiting, lock = iter(jobs), Lock()

    def client(_number: int) -> list[Asked]:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        answers: list[Asked] = []
        while True:
            with lock:
                job = next(waiting, None)
            if job is None:
                connection.close()
                return answers
            answers += job(connection)

    with ThreadPoolExecutor(CLIENTS) as pool:
        return [answer for answers in pool.map(client, range(CLIENTS)) for answer in answers]


def bare_inserts(data: str) -> list[float]:
    """Return the seconds of single committed inserts into SQLite under the settings of the service."""
    times = []
    connection = sqlite3.connect(Path(data) / "floor.sqlite3", isolation_level=None)
    connection.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE t (x TEXT);")
    for _ in range(INSERTS):
        start = time.perf_counter()
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO t VALUES (?)", (secrets.token_hex(100),))
        connection.execute("COMMIT")
        times.append(time.perf_counter() - start)
    connection.close()
    return times


def line(name: str, times: Sequence[float], *, wall: float) -> None:
    """Print the distribution of a step in milliseconds, and its rate."""
    in_order = sorted(times)
    at = {share: in_order[min(len(in_order) - 1, int(len(in_order) * share))] for share in (0.5, 0.95, 0.99)}
    figures = "".join(f"{1000 * seconds:>9.1f}" for seconds in (*at.values(), in_order[-1]))
    print(f"{name:<44}{len(in_order):>7}{figures}{len(in_order) / wall:>9.0f}")


def measured(
    name: str, port: int, jobs: Sequence[Callable[[http.client.HTTPConnection], list[Asked]]]
) -> list[Asked]:
    """Run the jobs with all clients and print the line."""
    start = time.perf_counter()
    answers = by_clients(port, jobs)
    line(name, [answer.seconds for answer in answers], wall=time.perf_counter() - start)
    return answers


def reporting(pair: Pair) -> Callable[[http.client.HTTPConnection], list[Asked]]:
    """Send both reports of a match, the winner's first."""
    return lambda connection: [report(connection, pair, token=token) for token in (pair.winner, pair.loser)]


def hello(connection: http.client.HTTPConnection) -> list[Asked]:
    """Send the cheapest request there is."""
    return [_timed(connection, "GET", "/healthz", None, {})]


def poll(port: int, path: str, *, until: Event) -> None:
    """Read a page every half second, as a screen in the hall does, until the event."""
    while not until.wait(0.5):
        ask(port, path)


def check(reports: Sequence[Asked], *, matches: int, log: Path) -> bool:
    """Print the failures once the service has processed the consequences of the results; return whether there are none."""
    from django.utils import timezone

    from matches.models import Match
    from tournaments.models import OutboxJob

    start = time.perf_counter()
    due = OutboxJob.objects.filter(is_dead=False, due_at__lte=timezone.now())
    wait_until(lambda: not due.exists(), seconds=300)
    print(f"{'pairings and notices done after the last report':<44}{time.perf_counter() - start:>15.1f} s")
    statuses = Counter(answer.status for answer in reports)
    final = Match.objects.filter(pairing__round=1, final_at__isnull=False).count()
    print(f"answers by status: {dict(statuses)}; final matches: {final} of {matches}")
    locked = log.read_text().count("database is locked")
    mails = len(list((log.parent / "mail").glob("*")))
    print(f"mails: {mails}; lines of the log that say a database is locked: {locked}")
    is_whole = set(statuses) == {201} and final == matches and mails > 0 and not locked
    times = sorted(answer.seconds for answer in reports)
    is_quick = times[int(len(times) * 0.99)] < LIMIT_P99 and times[-1] < LIMIT_MAX
    print(
        f"the promise (p99 under 400 ms, none over 2 s, no error): {'held' if is_whole and is_quick else 'BROKEN'}"
    )
    return is_whole


def main() -> None:
    """Measure and print; exit with 1 if a report was lost or somebody met a locked database."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reports", type=int, default=REPORTS)
    parser.add_argument("--entrants", type=int, default=ENTRANTS)
    parser.add_argument("--data", help="a directory with a migrated database that nobody has used")
    options = parser.parse_args()
    matches = options.reports // 2
    place = nullcontext(options.data) if options.data else tempfile.TemporaryDirectory(prefix="videau-bench-")
    with place as data:
        os.environ["VIDEAU_DATA"] = data
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.project.settings")
        import django
        from django.core.management import call_command

        django.setup()
        if not options.data:
            call_command("migrate", verbosity=0)
        pairs = arrange(entrants=options.entrants)[:matches]
        print(f"{'':<44}{'n':>7}{'p50 ms':>9}{'p95':>9}{'p99':>9}{'max':>9}{'/s':>9}")
        inserts = bare_inserts(data)
        line("a bare committed insert, one after the other", inserts, wall=sum(inserts))
        with service(data) as port:
            measured(f"an address that says ok, {CLIENTS} clients", port, [hello] * options.reports)
            is_over = Event()
            screen = Thread(target=partial(poll, port, "/", until=is_over))
            copy = Thread(target=partial(call_command, "backup", str(Path(data) / "copy.backup")))
            for thread in (screen, copy):
                thread.start()
            start = time.perf_counter()
            reports = measured(f"reports, {CLIENTS} clients", port, [reporting(pair) for pair in pairs])
            rate = len(reports) / (time.perf_counter() - start)
            print(f"{'reports beside bare inserts':<44}{rate * sum(inserts) / len(inserts):>16.2f}")
            is_over.set()
            for thread in (screen, copy):
                thread.join()
            is_whole = check(reports, matches=len(pairs), log=Path(data) / "bench.log")
        sys.exit(not is_whole)


if __name__ == "__main__":
    main()
