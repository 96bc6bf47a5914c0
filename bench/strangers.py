"""Measure what strangers read beside an address that only says ok: `./videau bench strangers [--proxy NGINX]`.

The production installation of docker/ on this machine: two web processes of four threads, a worker, Redis and PostgreSQL, all
private to the run, without a proxy in front. Eight connections in this one process ask without a pause. Each row is measured
between two rounds of the address that says ok, and its ratio is to their mean, because other work on the machine slows both.
Beside it stands the same ratio of the processor time that the web processes spend on an answer, which other work hardly moves.
With the path of an nginx the same addresses are measured once more behind `docker/nginx.conf`, without HTTPS.
"""

from __future__ import annotations

import argparse
import os
import selectors
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from datetime import date
from pathlib import Path
from typing import NamedTuple, cast

from bench.phones import PRODUCTION, commands_of, database_of, running
from tests.nginx import nginx_before
from tests.ports import free_port

CONNECTIONS = 8
HELLO = "/healthz"
LEAST, LEAST_UNCHANGED = 0.6, 0.8
_RECEIVED = 1 << 18


class StrangersPage(NamedTuple):
    """An address that strangers read."""

    name: str
    path: str


class Rate(NamedTuple):
    """The result of one round: the answers in a second, milliseconds of the web's processor for one, status and bytes."""

    rate: float
    spent: float
    status: int
    bytes: int


class Ratio(NamedTuple):
    """A row beside the address that says ok, in answers a second and in processor time, and the least that is promised."""

    rate: float
    spent: float
    least: float


def processor_seconds(port: int) -> float:
    """Return the processor time that the web processes at this port have used."""
    total = 0.0
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            if entry.name.isdigit() and f"127.0.0.1:{port}".encode() in (entry / "cmdline").read_bytes():
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


def arrange() -> list[StrangersPage]:
    """Make a public tournament with brackets of 32 and 256 and a Swiss of 24 whose first round is played."""
    from django.db import transaction

    from matches.models import Match, Player
    from tournaments.actions import results
    from tournaments.actions.draws import draw, progress
    from tournaments.actions.entrants import registration
    from tournaments.actions.events import lifecycle

    stages = {}
    with transaction.atomic():
        director = Player.objects.create_user(name="Director")
        tournament = lifecycle.create_tournament(
            by=director, name="Bench", starts_on=date(2026, 3, 7), visibility="public"
        )
        for size, form in ((32, "single_elimination"), (256, "single_elimination"), (24, "swiss")):
            event = lifecycle.create_event(tournament, by=director, name=f"Event of {size}")
            stages[size] = stage = lifecycle.create_stage(event, by=director, format=form)
            for number in range(size):
                player = Player.objects.create_user(name=f"Player {size} {number}")
                registration.enter(event, by=director, players=[player])
            draw.draw(stage, by=director)
            for match in Match.objects.filter(pairing__stage=stage)[: size // 2]:
                results.report(match, by=director, score=(7, 3))
    for stage in stages.values():
        progress.advance(stage.event)
    small, large, swiss = stages[32].uid, stages[256].uid, stages[24].uid
    return [
        StrangersPage("bracket of 32", f"/s/{small}/bracket/"),
        StrangersPage("bracket of 256", f"/s/{large}/bracket/"),
        StrangersPage("bracket of 256, live part", f"/s/{large}/bracket/live/"),
        StrangersPage("standings of 24", f"/s/{swiss}/standings/"),
        StrangersPage("event", f"/e/{stages[32].event.uid}/"),
        StrangersPage("tournament", f"/t/{tournament.uid}/"),
        StrangersPage("API bracket of 32", f"/api/v1/stages/{small}/bracket/"),
        StrangersPage("API bracket of 256", f"/api/v1/stages/{large}/bracket/"),
        StrangersPage("API standings of 24", f"/api/v1/stages/{swiss}/standings/"),
        StrangersPage("API event", f"/api/v1/events/{stages[32].event.uid}/"),
        StrangersPage("API tournament", f"/api/v1/tournaments/{tournament.uid}/"),
    ]


def request_for(path: str, **headers: str) -> bytes:
    """Return a request as a browser without cookies sends it."""
    fields = {
        "Host": "localhost",
        "Accept": "*/*",
        "Accept-Encoding": "gzip, br",
        "Accept-Language": "fr-FR,fr;q=0.9,en;q=0.8",
        **headers,
    }
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in fields.items())
    return f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode()


def answer_in(data: bytes) -> tuple[bytes, int] | None:
    """Return the head of a whole answer and its length; None while some of it is missing."""
    head, end, _rest = data.partition(b"\r\n\r\n")
    if not end:
        return None
    length = 0
    lower = head.lower()
    if b"content-length:" in lower:
        length = int(lower.partition(b"content-length:")[2].partition(b"\r\n")[0])
    if lower[9:12] == b"304":
        length = 0
    whole = len(head) + 4 + length
    return (head, whole) if len(data) >= whole else None


def load(port: int, request: bytes, *, seconds: float) -> Rate:
    """Ask on every connection, again as soon as its answer is whole."""
    selector = selectors.DefaultSelector()
    sockets = [socket.create_connection(("127.0.0.1", port)) for _number in range(CONNECTIONS)]
    waiting = dict.fromkeys(sockets, b"")
    for sock in sockets:
        selector.register(sock, selectors.EVENT_READ)
        sock.sendall(request)
    count, statuses, size = 0, set(), 0
    used, start = processor_seconds(port), time.perf_counter()
    while (now := time.perf_counter()) - start < seconds or count < CONNECTIONS:
        for key, _events in selector.select(timeout=1):
            sock = cast(socket.socket, key.fileobj)
            waiting[sock] += sock.recv(_RECEIVED)
            answer = answer_in(waiting[sock])
            if answer is not None:
                head, size = answer
                statuses.add(int(head[9:12]))
                waiting[sock] = b""
                count += 1
                sock.sendall(request)
    selector.close()
    for sock in sockets:
        sock.close()
    [status] = statuses
    return Rate(count / (now - start), 1000 * (processor_seconds(port) - used) / count, status, size)


def etag_of(port: int, path: str) -> str:
    """Return the ETag of an address."""
    with socket.create_connection(("127.0.0.1", port)) as sock:
        sock.sendall(request_for(path))
        data = b""
        while answer_in(data) is None:
            data += sock.recv(_RECEIVED)
    lines = data.partition(b"\r\n\r\n")[0].decode().split("\r\n")
    return next((line.partition(":")[2].strip() for line in lines if line.lower().startswith("etag:")), "")


def measure(port: int, rows: list[StrangersPage], *, seconds: float) -> Iterator[tuple[str, Rate, Ratio]]:
    """Return the name, the rate and the ratio of each row."""
    # Both processes load the pages when the first request comes.
    etag_of(port, HELLO)
    load(port, request_for(HELLO), seconds=2 * seconds)
    hello = load(port, request_for(HELLO), seconds=seconds)
    for row in rows:
        kinds: list[tuple[str, dict[str, str], float]] = [(row.name, {}, LEAST)]
        if etag := etag_of(port, row.path):
            kinds.append((f"{row.name}, 304", {"If_None_Match": etag}, LEAST_UNCHANGED))
        for name, headers, least in kinds:
            # What is loaded or rendered once is not measured.
            load(port, request_for(row.path, **headers), seconds=seconds / 8)
            rate = load(port, request_for(row.path, **headers), seconds=seconds)
            after = load(port, request_for(HELLO), seconds=seconds)
            spent = (hello.spent + after.spent) / 2 / rate.spent
            yield name, rate, Ratio(2 * rate.rate / (hello.rate + after.rate), spent, least)
            hello = after
    yield "an address that says ok", hello, Ratio(1, 1, 1)


def main() -> None:
    """Start the installation and print a line for each address."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--proxy", metavar="NGINX", help="the program, to measure behind it too")
    options = parser.parse_args()
    with ExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory(prefix="videau-bench-"))
        os.environ |= {
            "VIDEAU_DATA": data,
            "DJANGO_SETTINGS_MODULE": "tournaments.project.settings",
            "LOG_LEVEL": "WARNING",
        }
        environment = database_of(PRODUCTION, data, stack)
        os.environ |= environment
        import django
        from django.core.management import call_command
        from django.db import connection

        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        rows = arrange()
        # The processes of the service have connections of their own.
        connection.close()
        port = free_port()
        commands = commands_of(PRODUCTION, port)
        stack.enter_context(running(*commands, data=data, port=port, environment=environment))
        print(f"{'':<30}{'status':>7}{'/s':>8}{'ratio':>7}{'ms':>7}{'ratio':>7}{'least':>7}{'bytes':>9}")
        for name, rate, ratio in measure(port, rows, seconds=options.seconds):
            mark = "" if max(ratio.rate, ratio.spent) >= ratio.least else "  BELOW"
            print(
                f"{name:<30}{rate.status:>7}{rate.rate:>8,.0f}{ratio.rate:>7.2f}{rate.spent:>7.2f}{ratio.spent:>7.2f}"
                f"{ratio.least:>7.1f}{rate.bytes:>9,}{mark}",
                flush=True,
            )
        if options.proxy:
            front = stack.enter_context(nginx_before(port, program=options.proxy))
            # The first answers of a service are slower than all others.
            load(port, request_for(HELLO), seconds=1)
            for row in rows:
                hello = load(port, request_for(HELLO), seconds=options.seconds)
                rate = load(front, request_for(row.path), seconds=options.seconds)
                print(
                    f"{row.name + ', proxy':<30}{rate.status:>7}{rate.rate:>8,.0f}{rate.rate / hello.rate:>7.2f}"
                )


if __name__ == "__main__":
    main()
