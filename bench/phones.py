"""Benchmark a running service with the phones of a hall: `python -m bench.phones [embedded] [production]`.

Each phone is a player with a private link. Every 3 seconds it asks for what is on its screen, as an open page does, with the
ETag of what it has: its own matches, its match, or the stage it plays in. Meanwhile results are reported from the phones of
both sides, each report with an Idempotency-Key, and the worker makes the pairings that follow. `embedded` is
`./videau run` on an empty directory with 100 phones; `production` is what docker/ runs, the web, a worker, Redis and
PostgreSQL, with 300 phones: REDIS_URL and DATABASE_URL, whose databases should be empty and may be thrown away, or private
servers that do not wait for the disk. The phones run in this one process, on the same machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import cycle
from pathlib import Path

from tests.ports import free_port

ROOT = Path(__file__).resolve().parent.parent
EVERY = 3.0
LIMIT_P95 = 0.250
# Seconds of warm-up before a figure counts.
WARM_UP = 10.0
_AT_THE_DOOR = 4
# Half of a hall has its own matches on the screen, a third the match, and the others the stage with the own way marked.
SCREENS = ("mine", "match", "mine", "stage", "mine", "match")
LENGTH = 7
_SCORES = ((LENGTH, 3), (4, LENGTH))


@dataclass(frozen=True, slots=True)
class Hall:
    """An installation under load: how many phones ask, and how many reports a second they send."""

    name: str
    phones: int
    reports: float


EMBEDDED = Hall("embedded", 100, 10 / 3)
PRODUCTION = Hall("production", 300, 10.0)


@dataclass(frozen=True, slots=True)
class Asked:
    """One request: its purpose, its status, 0 if the connection broke, and its duration in seconds."""

    what: str
    status: int
    seconds: float


@dataclass(slots=True)
class Phone:
    """A phone: the path of its private link, its event's stage, its cookies, and its known ETags."""

    link: str
    stage: str
    screen: str
    cookies: dict[str, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    match: str = ""

    def path(self) -> str:
        """The path that its screen polls."""
        if self.screen == "stage":
            return f"/s/{self.stage}/bracket/live/"
        return f"/m/{self.match}/live/" if self.screen == "match" and self.match else "/me/live/"


def arrange(phones: int) -> list[tuple[str, str]]:
    """A tournament of three events with so many players in all; the token and the stage of each."""
    from django.db import transaction

    from matches.models import Player
    from tournaments import tasks
    from tournaments.actions.draws import draw
    from tournaments.actions.entrants import registration
    from tournaments.actions.events import lifecycle
    from tournaments.actions.people import links

    logins: list[tuple[str, str]] = []
    with transaction.atomic():
        director = Player.objects.create_user(name="Director")
        tournament = lifecycle.create_tournament(
            by=director, name="Bench", starts_on=date(2026, 3, 7), visibility="public"
        )
        kinds: tuple[tuple[str, dict[str, object]], ...] = (
            ("single_elimination", {}),
            ("swiss", {"rounds": 9}),
            ("lives", {"lives": 3}),
        )
        for number, (code, options) in enumerate(kinds):
            event = lifecycle.create_event(tournament, by=director, name=code)
            stage = lifecycle.create_stage(
                event, by=director, format=code, options=options, lengths=(LENGTH,)
            )
            for player in range(number, phones, len(kinds)):
                one = Player.objects.create_user(name=f"Player {player}")
                registration.enter(event, by=director, players=[one])
                _, token = links.make_player_link(tournament, one, by=director)
                logins.append((token, stage.uid))
            draw.draw(stage, by=director)
    tasks.run_due()
    return logins


async def ask(
    port: int, method: str, path: str, headers: dict[str, str], body: str = ""
) -> tuple[int, dict[str, list[str]], bytes]:
    """Send one request on a new connection; between two polls of a phone the server has closed the last one."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close"]
        lines += ["Accept-Encoding: gzip", *(f"{name}: {value}" for name, value in headers.items())]
        if body:
            lines.append(f"Content-Length: {len(body)}")
        writer.write("\r\n".join([*lines, "", body]).encode())
        head, _, content = (await asyncio.wait_for(reader.read(-1), 30)).partition(b"\r\n\r\n")
    finally:
        writer.close()
    status, *rest = head.decode("latin-1").split("\r\n")
    fields: dict[str, list[str]] = defaultdict(list)
    for line in rest:
        name, _, value = line.partition(":")
        fields[name.lower()].append(value.strip())
    return int(status.split()[1]) if status else 0, fields, content


class Load:
    """The phones of one hall on one port, and the answers they got."""

    def __init__(self, port: int, phones: Sequence[Phone], *, reports: float) -> None:
        self.port, self.phones, self.reports = port, phones, reports
        self.answers: list[Asked] = []
        self.is_counted = self.is_over = False
        self.reported: set[str] = set()
        self.without_match = 0

    async def run(self, seconds: float) -> None:
        """Poll and report for this long, after an uncounted warm-up."""
        # A hall fills over an hour, not at one stroke.
        door = asyncio.Semaphore(_AT_THE_DOOR)
        await asyncio.gather(*(self._open(phone, door) for phone in self.phones))
        busy = [asyncio.create_task(self._poll(phone, at)) for at, phone in enumerate(self.phones)]
        busy.append(asyncio.create_task(self._report()))
        await asyncio.sleep(WARM_UP)
        self.is_counted = True
        await asyncio.sleep(seconds)
        self.is_over = True
        await asyncio.gather(*busy)

    async def _open(self, phone: Phone, door: asyncio.Semaphore) -> None:
        """Follow the private link to the player's matches, and from there to the page that stays open."""
        async with door:
            for path in (phone.link, "/me/", "/me/live/", phone.path()):
                await self._ask(phone, "GET", path, what="opened")

    async def _poll(self, phone: Phone, number: int) -> None:
        """Poll every 3 seconds, each phone at its own offset."""
        await asyncio.sleep(EVERY * number / len(self.phones))
        turn = time.monotonic()
        while not self.is_over:
            # Whoever has reported goes to the own matches, to be told of the next one.
            is_busy = phone.match and phone.match not in self.reported
            await self._ask(phone, "GET", phone.path() if is_busy else "/me/live/", what="polled")
            turn = max(turn + EVERY, time.monotonic())
            await asyncio.sleep(turn - time.monotonic())

    async def _report(self) -> None:
        """Report the matches known to both players, evenly over time."""
        scores, turn = cycle(_SCORES), time.monotonic()
        sending: set[asyncio.Task[None]] = set()
        while not self.is_over:
            ready = self._ready()
            if ready is None:
                self.without_match += self.is_counted
            else:
                task = asyncio.create_task(self._both(*ready, score=next(scores)))
                sending.add(task)
                task.add_done_callback(sending.discard)
            turn = max(turn + 2 / self.reports, time.monotonic())
            await asyncio.sleep(turn - time.monotonic())
        await asyncio.gather(*sending)

    def _ready(self) -> tuple[str, Phone, Phone] | None:
        waiting: dict[str, Phone] = {}
        for phone in self.phones:
            if phone.match and phone.match not in self.reported:
                other = waiting.setdefault(phone.match, phone)
                if other is not phone:
                    self.reported.add(phone.match)
                    return phone.match, other, phone
        return None

    async def _both(self, match: str, one: Phone, two: Phone, *, score: tuple[int, int]) -> None:
        """Report by both sides, one after the other: the second report makes the result final."""
        for phone in (one, two):
            headers = {
                "Content-Type": "application/json",
                "Idempotency-Key": secrets.token_hex(16),
                "X-CSRFToken": phone.cookies.get("csrftoken", ""),
            }
            path, body = f"/api/v1/matches/{match}/reports/", json.dumps({"score": score})
            await self._ask(phone, "POST", path, headers, body, what="reported")

    async def _ask(
        self,
        phone: Phone,
        method: str,
        path: str,
        headers: dict[str, str] | None = None,
        body: str = "",
        *,
        what: str,
    ) -> None:
        fields = {"Cookie": "; ".join(f"{name}={value}" for name, value in phone.cookies.items())}
        fields |= headers or {}
        if path in phone.tags:
            fields["If-None-Match"] = phone.tags[path]
        start = time.perf_counter()
        try:
            status, answer_headers, content = await ask(self.port, method, path, fields, body)
        except (OSError, TimeoutError):
            status, answer_headers, content = 0, {}, b""
        if self.is_counted and not self.is_over:
            self.answers.append(Asked(what, status, time.perf_counter() - start))
        for cookie in answer_headers.get("set-cookie", ()):
            name, _, value = cookie.partition(";")[0].partition("=")
            phone.cookies[name] = value
        if status in (200, 304) and answer_headers.get("etag"):
            phone.tags[path] = answer_headers["etag"][0]
        if status == 200 and path.startswith("/me/"):
            phone.match = own_match(content, answer_headers)


def own_match(content: bytes, headers: dict[str, list[str]]) -> str:
    """Return the uid of the first open match on a player's page; empty if there is none."""
    import gzip

    page = gzip.decompress(content) if "gzip" in headers.get("content-encoding", ()) else content
    still_open = page.partition(b'id="over"')[0].partition(b'id="coming"')[0]
    match = re.search(rb'href="/m/(\w+)/"', still_open)
    return match[1].decode() if match else ""


@contextmanager
def running(
    *commands: Sequence[str], data: str, port: int, environment: dict[str, str]
) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Run these processes of the service until the block ends."""
    log = Path(data) / "bench.log"
    with log.open("wb") as output:
        processes = [
            subprocess.Popen(
                command,
                cwd=ROOT,
                env=os.environ | {"VIDEAU_DATA": data, "LOG_LEVEL": "WARNING"} | environment,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
            for command in commands
        ]
        try:
            wait_for(port)
            yield processes
        except BaseException:
            print(log.read_text(), end="")
            raise
        finally:
            for process in processes:
                process.send_signal(signal.SIGTERM)
            for process in processes:
                process.wait(30)


def wait_for(port: int) -> None:
    """Wait until the port accepts connections; TimeoutError after a minute."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError


def commands_of(hall: Hall, port: int) -> list[list[str]]:
    """Return the processes of an installation: the one command, or the web as in docker/ and a worker."""
    if hall.name == EMBEDDED.name:
        return [[sys.executable, "manage.py", "run", "--port", str(port)]]
    web = [sys.executable, "-m", "gunicorn", "tournaments.project.wsgi"]
    web += ["--config", "python:tournaments.project.web_server", "--bind", f"127.0.0.1:{port}"]
    web += ["--workers", "2", "--threads", "4", "--log-level", "warning"]
    web += ["--no-control-socket"]
    worker = [sys.executable, "-m", "celery", "--quiet", "--app", "tournaments.project", "worker"]
    worker += ["--pool", "threads", "--concurrency", "4", "--loglevel", "WARNING"]
    return [web, [*worker, "--without-gossip", "--without-mingle", "--without-heartbeat"]]


def database_of(hall: Hall, data: str, stack: ExitStack) -> dict[str, str]:
    """The environment that names the database of an installation."""
    if hall.name == EMBEDDED.name:
        return {}
    if "REDIS_URL" not in os.environ:
        from bench.live import redis_server

        os.environ["REDIS_URL"] = stack.enter_context(redis_server())
    if "DATABASE_URL" not in os.environ:
        from tests.postgres_plugin import start_server

        server = start_server(Path(data))
        stack.callback(server.cleanup)
        directory = server.get_postmaster_info().socket_dir
        os.environ["DATABASE_URL"] = f"postgres:///postgres?host={directory}&user=postgres"
    os.environ["PUBLIC_TOURNAMENTS"] = "everybody"
    return {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL", "PUBLIC_TOURNAMENTS")}


def measure(hall: Hall, *, seconds: float) -> None:
    """One installation under its load."""
    with ExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory(prefix="videau-bench-"))
        os.environ["VIDEAU_DATA"] = data
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.project.settings"
        environment = database_of(hall, data, stack)
        os.environ |= environment
        import django
        from django.core.management import call_command
        from django.db import connection

        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        screens = cycle(SCREENS)
        phones = [
            Phone(f"/l/{token}/", stage, screen)
            for (token, stage), screen in zip(arrange(hall.phones), screens, strict=False)
        ]
        # The processes of the service have connections of their own.
        connection.close()
        port = free_port()
        stack.enter_context(running(*commands_of(hall, port), data=data, port=port, environment=environment))
        load = Load(port, phones, reports=hall.reports)
        asyncio.run(load.run(seconds))
        report(hall, load, seconds=seconds)


def report(hall: Hall, load: Load, *, seconds: float) -> None:
    """Print the distribution of each kind of request, and whether the target is met."""
    errors = 0
    for what in ("polled", "reported"):
        answers = [answer for answer in load.answers if answer.what == what]
        times = sorted(answer.seconds for answer in answers)
        at = [times[min(len(times) - 1, int(len(times) * share))] for share in (0.5, 0.95, 0.99, 1)]
        statuses = Counter(answer.status for answer in answers)
        right = {200, 304} if what == "polled" else {201}
        errors += sum(number for status, number in statuses.items() if status not in right)
        share = f"{100 * statuses[304] / len(answers):.0f} % unchanged" if what == "polled" else ""
        figures = "".join(f"{1000 * value:>9.1f}" for value in at)
        print(f"{hall.name:<12}{what:<10}{len(answers):>7}{figures}{len(answers) / seconds:>8.1f}  {share}")
    waits = sorted(answer.seconds for answer in load.answers)
    p95 = waits[int(len(waits) * 0.95)]
    is_held = not errors and p95 < LIMIT_P95
    print(
        f"{hall.name}: {hall.phones} phones, p95 of all {1000 * p95:.0f} ms, {errors} errors, "
        f"{load.without_match} times nothing to report: " + ("held" if is_held else "BROKEN")
    )


def main() -> None:
    """Measure both installations, or the one that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("halls", nargs="*", help="embedded, production; both by default")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--phones", type=int, help="instead of those promised, with as many reports a phone")
    options = parser.parse_args()
    halls = [hall for hall in (EMBEDDED, PRODUCTION) if not options.halls or hall.name in options.halls]
    if len(halls) > 1:
        # Settings are read once in a process.
        for hall in halls:
            command = [sys.executable, "-m", "bench.phones", hall.name, "--seconds", str(options.seconds)]
            command += ["--phones", str(options.phones)] if options.phones else []
            subprocess.run(command, cwd=ROOT, check=True)
        return
    [hall] = halls
    if options.phones:
        hall = replace(hall, phones=options.phones, reports=hall.reports * options.phones / hall.phones)
    print(f"{'':<22}{'n':>7}{'p50 ms':>9}{'p95':>9}{'p99':>9}{'max':>9}{'/s':>8}")
    measure(hall, seconds=options.seconds)


if __name__ == "__main__":
    main()
