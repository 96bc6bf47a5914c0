"""Tell N open pages of a result, by the live process and by polling every 3 s: `python -m bench.live`.

Each run starts a web server and a live process on an empty SQLite directory, with Redis between them where
`redis-server` is on the path and without. A result is committed by this process through the actions; its
age is taken from the commit to the page that learns of it last. Listeners fetch the bracket after the
moment of their own that `videau.js` gives them (up to 2 s); pollers ask with the ETag they hold. The load
generator shares the machine. Linux, because processor time is read from /proc.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from bench.reports import ROOT, wait_until
from tests.ports import free_port

SIZES = (100, 300, 1000)
ENTRANTS = 64
CHANGES = 5
POLL_EVERY = 3.0
SPREAD = 2.0
# The live process takes so many streams from one address, so listeners come from several.
OF_ADDRESS = 500
GUNICORN = [sys.executable, "-m", "gunicorn", "--no-control-socket", "--log-level", "warning"]


@dataclass(frozen=True, slots=True)
class Servers:
    """The two processes under test and their ports."""

    web: subprocess.Popen[bytes]
    live: subprocess.Popen[bytes]
    web_port: int
    live_port: int


@dataclass(slots=True)
class Crowd:
    """The shared state of all pages of a run: the awaited number, when each page learnt of it, and the failures."""

    told: list[float] = field(default_factory=list)
    renewed: list[float] = field(default_factory=list)
    failed: int = 0

    def begin(self) -> None:
        """Wait for the next change."""
        self.told.clear()
        self.renewed.clear()


def arrange() -> tuple[str, str]:
    """Draw a bracket of 64; return the uids of its tournament and its stage."""
    from matches.models import Player
    from tournaments.actions.draws import draw
    from tournaments.actions.entrants import registration
    from tournaments.actions.events import lifecycle

    director = Player.objects.create_user(name="Director")
    tournament = lifecycle.create_tournament(
        by=director, name="Bench", starts_on=date(2026, 3, 7), visibility="public"
    )
    event = lifecycle.create_event(tournament, by=director, name="Main")
    stage = lifecycle.create_stage(event, by=director)
    for number in range(ENTRANTS):
        player = Player.objects.create_user(name=f"Player {number}")
        registration.enter(event, by=director, players=[player])
    draw.draw(stage, by=director)
    return tournament.uid, stage.uid


def commit_result() -> float:
    """Report an open match by its loser; return the time after the commit."""
    from matches.models import Match
    from rules.match import Side
    from tournaments.actions import results

    match = Match.objects.filter(final_at=None).order_by("?")[0]
    results.report(match, by=match.side(Side.TWO).players.get(), score=(7, 3))
    return time.perf_counter()


def is_open(port: int) -> bool:
    """Whether a server accepts connections on the port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def started(command: Sequence[str | Path]) -> Iterator[subprocess.Popen[bytes]]:
    """Run a process until the block ends."""
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


@contextmanager
def servers() -> Iterator[Servers]:
    """A web server as `./videau run` starts it, and a live process."""
    web_port, live_port = free_port(), free_port()
    web = [*GUNICORN, "tournaments.project.wsgi", "--config", "python:tournaments.project.web_server"]
    web += ["--threads", "8", "--bind", f"127.0.0.1:{web_port}"]
    live = [*GUNICORN, "tournaments.project.asgi", "--config", "python:tournaments.project.live.server"]
    live += ["--worker-class", "asgi", "--bind", f"127.0.0.1:{live_port}", "--graceful-timeout", "3"]
    with started(web) as web_process, started(live) as live_process:
        wait_until(lambda: is_open(web_port) and is_open(live_port), seconds=60)
        yield Servers(web_process, live_process, web_port, live_port)


def processor_time(process: subprocess.Popen[bytes]) -> float:
    """Return the CPU seconds of a process and its children."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    ticks = 0
    for pid in (str(process.pid), *children):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def fetch(port: int, path: str, etag: str) -> tuple[int, str]:
    """Send one GET on a new connection; return its status and its ETag, 0 if the connection broke."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nIf-None-Match: {etag}\r\n\r\n"
        writer.write(head.encode())
        answer = (await reader.read()).partition(b"\r\n\r\n")[0].decode()
        writer.close()
    except OSError:
        return 0, etag
    lines = answer.split("\r\n")
    tags = [line.partition(":")[2].strip() for line in lines if line.lower().startswith("etag:")]
    return (int(lines[0].split()[1]), tags[0]) if tags else (0, etag)


async def listen(number: int, at: Servers, crowd: Crowd, tournament: str, page: str) -> None:
    """Simulate a page that listens to the stream and fetches news."""
    address = f"127.0.0.{2 + number // OF_ADDRESS}"
    reader, writer = await asyncio.open_connection("127.0.0.1", at.live_port, local_addr=(address, 0))
    writer.write(f"GET /live/{tournament}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    _status, etag = await fetch(at.web_port, page, "")
    try:
        while line := await reader.readline():
            if line.startswith(b"id:"):
                crowd.told.append(time.perf_counter())
                await asyncio.sleep(random.uniform(0, SPREAD))
                status, etag = await fetch(at.web_port, page, etag)
                crowd.renewed.append(time.perf_counter())
                crowd.failed += status not in (200, 304)
    finally:
        writer.close()


async def poll(at: Servers, crowd: Crowd, page: str) -> None:
    """Simulate a page that polls every three seconds."""
    etag = ""
    await asyncio.sleep(random.uniform(0, POLL_EVERY))
    while True:
        start = time.perf_counter()
        status, etag = await fetch(at.web_port, page, etag)
        if status == 200:
            crowd.renewed.append(time.perf_counter())
        crowd.failed += status not in (200, 304)
        await asyncio.sleep(max(0.0, POLL_EVERY - (time.perf_counter() - start)))


async def until(is_so: Callable[[], bool]) -> None:
    """Poll a condition a hundred times a second; TimeoutError after two minutes."""
    async with asyncio.timeout(120):
        while not is_so():
            await asyncio.sleep(0.01)


async def measure(name: str, at: Servers, pages: Sequence[asyncio.Task[None]], crowd: Crowd) -> None:
    """Commit a result every four seconds; print the delays of the pages and the costs."""
    await until(lambda: len(crowd.renewed) >= len(pages))
    delays: list[float] = []
    last_told: list[float] = []
    last_renewed: list[float] = []
    start, web, live = time.perf_counter(), processor_time(at.web), processor_time(at.live)
    for _ in range(CHANGES):
        await asyncio.sleep(random.uniform(0.5, 1.5))
        crowd.begin()
        turn = time.perf_counter()
        committed = await asyncio.to_thread(commit_result)
        await until(lambda: len(crowd.renewed) >= len(pages))
        if crowd.told:
            delays.append(statistics.median(crowd.told) - committed)
            last_told.append(max(crowd.told) - committed)
        last_renewed.append(max(crowd.renewed) - committed)
        await asyncio.sleep(max(0.0, 4 - (time.perf_counter() - turn)))
    seconds = time.perf_counter() - start
    shares = [
        (processor_time(process) - before) / seconds for process, before in ((at.web, web), (at.live, live))
    ]
    times_of_news = [
        f"{statistics.median(times):8.2f}" if times else " " * 8 for times in (delays, last_told)
    ]
    renewed = f"{statistics.median(last_renewed):8.2f}{max(last_renewed):8.2f}"
    print(
        f"{name:<30}{len(pages):>6}{''.join(times_of_news)}{renewed}{shares[0]:>8.1%}{shares[1]:>8.1%}{crowd.failed:>8}"
    )
    for page in pages:
        page.cancel()
    await asyncio.gather(*pages, return_exceptions=True)


async def compare(how: str, at: Servers, sizes: Sequence[int], tournament: str, stage: str) -> None:
    """Run both methods for each number of pages."""
    page = f"/s/{stage}/bracket/live/"
    for size in sizes:
        crowd = Crowd()
        listeners = [
            asyncio.create_task(listen(number, at, crowd, tournament, page)) for number in range(size)
        ]
        await measure(f"live, {how}", at, listeners, crowd)
        crowd = Crowd()
        pollers = [asyncio.create_task(poll(at, crowd, page)) for _ in range(size)]
        await measure(f"polling every {POLL_EVERY:.0f} s", at, pollers, crowd)


def run(how: str, sizes: Sequence[int]) -> None:
    """Run one installation with its own data in this process's environment."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    tournament, stage = arrange()
    with servers() as at:
        asyncio.run(compare(how, at, sizes, tournament, stage))


@contextmanager
def redis_server() -> Iterator[str]:
    """Run a Redis without persistence; yield its address."""
    port = free_port()
    program = shutil.which("redis-server") or ""
    with started([program, "--port", str(port), "--bind", "127.0.0.1", "--save", ""]):
        wait_until(lambda: is_open(port), seconds=10)
        yield f"redis://127.0.0.1:{port}/0"


def main() -> None:
    """Measure and print; each installation in a new process, because settings are read once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, nargs="+", default=SIZES)
    parser.add_argument("--how", choices=("embedded", "redis"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if options.how:
        run("looking every second" if options.how == "embedded" else "told by Redis", options.pages)
        return
    columns = ("told p50", "last", "renewed", "worst", "web", "live", "failed")
    print(
        f"{'seconds after the commit':<30}{'pages':>6}{''.join(f'{column:>8}' for column in columns)}",
        flush=True,
    )
    ways = ["embedded", *(["redis"] if shutil.which("redis-server") else [])]
    for how in ways:
        with ExitStack() as stack:
            data = stack.enter_context(tempfile.TemporaryDirectory(prefix="videau-bench-"))
            environment = os.environ | {"VIDEAU_DATA": data, "VIDEAU_LIVE": "proxy", "LOG_LEVEL": "WARNING"}
            environment["DJANGO_SETTINGS_MODULE"] = "tournaments.project.settings"
            if how == "redis":
                environment["REDIS_URL"] = stack.enter_context(redis_server())
                environment["PUBLIC_TOURNAMENTS"] = "everybody"
            sizes = [str(size) for size in options.pages]
            command = [sys.executable, "-m", "bench.live", "--how", how, "--pages", *sizes]
            subprocess.run(command, env=environment, cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
