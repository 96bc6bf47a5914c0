"""Kill parts of a service at random under load: `./videau bench kills [--acts 10000] [--kills 30] [--seed 1]`.

The production installation of docker/ on this machine behind the shipped nginx: two web processes, a worker, beat, PostgreSQL with
the settings it comes with, and Redis. Directors announce through the API, each act with a key of its own, which is sent again until
it is acknowledged. Meanwhile one part after another dies with all its processes by SIGKILL, as a container does, and is started again
at once, as `restart: unless-stopped` does. A part is ready again when an act is acknowledged that was begun after its start; a
worker, when it has done a job that was made after it; beat, when it runs. At the end every acknowledged act must be in the database
once, and the audit must find nothing.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import os
import random
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path
from typing import cast

import psycopg

from bench.phones import PRODUCTION, ROOT, commands_of
from bench.recovery import Machine
from bench.soak import family_of
from tests.nginx import configured, nginx
from tests.ports import free_port

_WRITERS = 8
_TOURNAMENTS = 5
_READY_IN = 5.0
_PATIENCE, _LONG_PATIENCE = 120.0, 3600.0
_KILLED = ("web", "worker", "beat", "postgres", "redis", "proxy")


@dataclass(frozen=True, slots=True)
class Desk:
    """A tournament, and the token of its director."""

    tournament: str
    token: str


@dataclass
class Part:
    """A part of the service: how it is started, and its process."""

    name: str
    start: Callable[[], subprocess.Popen[bytes] | int]
    pid: int = 0
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    def begin(self) -> None:
        """Start it."""
        started = self.start()
        self.process = started if isinstance(started, subprocess.Popen) else None
        self.pid = started.pid if isinstance(started, subprocess.Popen) else started

    def kill(self) -> None:
        """Let it die with everything below it, and wait until it is gone."""
        family = family_of(self.pid)
        for pid in family:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if self.process is not None:
            self.process.wait(_PATIENCE)
        # Until somebody has taken note of its end, a killed server of PostgreSQL counts as running.
        wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in family))

    def end(self) -> None:
        """Stop it in order."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)
        if self.process is not None:
            self.process.wait(_PATIENCE)


def wait_until(is_so: Callable[[], bool], *, patience: float = _PATIENCE) -> None:
    """Wait for a condition; raise TimeoutError after two minutes."""
    end = time.monotonic() + patience
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.02)


class Load:
    """Writers who announce until they are stopped, each act under its own key until it is acknowledged."""

    def __init__(self, port: int, desks: Sequence[Desk]) -> None:
        self.port = port
        self.is_stopped = False
        self.acknowledged: dict[str, float] = {}
        self.statuses: Counter[int] = Counter()
        self.refused: list[tuple[int, bytes]] = []
        self._numbers = itertools.count()
        self.threads = [
            threading.Thread(target=self._write, args=(desks[writer::_WRITERS],), daemon=True)
            for writer in range(_WRITERS)
        ]

    def is_over(self) -> bool:
        """Return whether they were stopped, or one was refused."""
        return self.is_stopped or bool(self.refused)

    def reaches(self, acts: int) -> bool:
        """Return whether so many are acknowledged, or no more will be."""
        return self.is_over() or len(self.acknowledged) >= acts

    def _write(self, desks: Sequence[Desk]) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        for desk in itertools.cycle(desks):
            if self.is_over():
                return
            text, begin, status = f"Act {next(self._numbers)}", time.monotonic(), 0
            key = secrets.token_hex(16)
            while status != 201:
                status, body = self._post(connection, desk, text, key)
                self.statuses[status] += 1
                if 400 <= status < 500 and status != 429:
                    self.refused.append((status, body))
                    return
                if status != 201:
                    connection.close()
                    time.sleep(0.1)
                    # An act that nobody has acknowledged begins anew for whoever waits to be ready.
                    begin = time.monotonic()
            self.acknowledged[text] = begin

    def _post(
        self, connection: http.client.HTTPConnection, desk: Desk, text: str, key: str
    ) -> tuple[int, bytes]:
        headers = {
            "Authorization": f"Token {desk.token}",
            "Content-Type": "application/json",
            "Idempotency-Key": key,
        }
        path = f"/api/v1/tournaments/{desk.tournament}/announcements/"
        try:
            connection.request("POST", path, json.dumps({"text": text}), headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return 0, b""

    def is_acknowledged_since(self, moment: float) -> bool:
        """Return whether an act was acknowledged whose last try began after a moment."""
        return any(begin >= moment for begin in [*self.acknowledged.values()][-50:])


def arrange() -> list[Desk]:
    """Make tournaments with a director each."""
    from matches.models import Player
    from tournaments.actions.events import lifecycle
    from tournaments.actions.people import tokens

    desks = []
    for number in range(_WRITERS * _TOURNAMENTS):
        director = Player.objects.create_user(name=f"Director {number}")
        tournament = lifecycle.create_tournament(
            by=director, name=f"Bench {number}", starts_on=date(2026, 3, 7)
        )
        desks.append(Desk(tournament.uid, tokens.make_for_operator(director, name="Bench")))
    return desks


class Installation:
    """The parts of the service in a folder, with the database that they share."""

    def __init__(self, folder: Path, program: str) -> None:
        self.folder, self.log = folder, (folder / "log").open("wb")
        self.machine, self.files = Machine(folder), folder / "socket" / "files"
        self.machine.run("initdb", f"--pgdata={self.files}", "--username=videau", "--auth=trust")
        self.redis, self.webs = free_port(), (free_port(), free_port())
        os.environ |= {
            "DATABASE_URL": f"postgres:///videau?host={self.machine.socket}&user=videau",
            "REDIS_URL": f"redis://127.0.0.1:{self.redis}/0",
            "PUBLIC_TOURNAMENTS": "everybody",
            "VIDEAU_DATA": str(folder / "data"),
            "DJANGO_SETTINGS_MODULE": "tournaments.project.settings",
            "LOG_LEVEL": "ERROR",
        }
        proxy, self.port = configured(
            folder / "nginx", program=program, port=self.webs[0], second=self.webs[1]
        )
        redis = [
            shutil.which("redis-server") or "",
            "--port",
            str(self.redis),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
        ]
        one, two = (commands_of(PRODUCTION, port)[0] for port in self.webs)
        worker = commands_of(PRODUCTION, self.webs[0])[1]
        beat = [sys.executable, "-m", "celery", "--quiet", "--app", "tournaments.project", "beat"]
        self.parts = {
            "postgres": Part("postgres", self._postgres),
            "redis": Part("redis", lambda: self._started(redis)),
            "web": Part("web", lambda: self._started(one)),
            "web 2": Part("web 2", lambda: self._started(two)),
            "worker": Part("worker", lambda: self._started(worker)),
            "beat": Part("beat", lambda: self._started([*beat, "--pidfile="])),
            "proxy": Part("proxy", lambda: self._started(proxy)),
        }

    def _started(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, cwd=ROOT, stdout=self.log, stderr=self.log, start_new_session=True)

    def _postgres(self) -> int:
        self.machine.start(self.files)
        return int((self.files / "postmaster.pid").read_text().split()[0])

    def query(self, text: str) -> list[tuple[object, ...]]:
        """Return the rows of a query."""
        with psycopg.connect(self.machine.conninfo) as connection:
            return connection.execute(text).fetchall()

    def has_worked_since(self, job: int) -> bool:
        """Return whether a job of this number or a later one is done."""
        [(waiting,)] = self.query(f"SELECT count(*) FROM tournaments_outboxjob WHERE id <= {job}")  # noqa: S608 - a number
        return waiting == 0


def asked_for_a_sweep() -> bool:
    """Ask for a job; return whether it was noted, which connections of a server that has died since do not do."""
    from django.db import OperationalError, connection

    from tournaments import queue

    try:
        queue.enqueue(queue.Job.SWEEP)
    except OperationalError:
        connection.close()
        return False
    return True


def ready_again(service: Installation, load: Load, part: Part) -> float:
    """Kill a part, start it again, and return the seconds from its death until it serves."""
    part.kill()
    begin = time.monotonic()
    part.begin()
    match part.name:
        case "worker":
            wait_until(asked_for_a_sweep)
            [(job,)] = service.query("SELECT max(id) FROM tournaments_outboxjob")
            wait_until(lambda: service.has_worked_since(cast(int, job)))
        case "beat":
            assert part.process is not None
            assert part.process.poll() is None
        case _:
            started = time.monotonic()
            wait_until(lambda: load.is_over() or load.is_acknowledged_since(started))
    return time.monotonic() - begin


def judge(service: Installation, load: Load) -> bool:
    """Print what is lost and what is doubled, and return whether nothing is."""
    counts = Counter(text for (text,) in service.query("SELECT text FROM tournaments_announcement"))
    lost = [text for text in load.acknowledged if not counts[text]]
    doubled = [text for text, count in counts.items() if count > 1]
    [(entries,)] = service.query("SELECT count(*) FROM tournaments_logentry WHERE code = 'announced'")
    audit = subprocess.run(
        [sys.executable, "manage.py", "audit"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    print(
        f"{len(load.acknowledged)} acknowledged, {len(lost)} lost, {len(doubled)} doubled, {entries} entries for "
        f"{counts.total()} rows; audit: {audit.stdout.strip().splitlines()[-1]}"
    )
    print(
        f"answers by status, 0 without one: {dict(sorted(load.statuses.items()))}; refused: {load.refused[:3]}"
    )
    return not (lost or doubled or load.refused or audit.returncode) and entries == counts.total()


def run(folder: Path, *, acts: int, kills: int, seed: int) -> bool:
    """Kill parts under load; return whether nothing is lost or doubled and each was ready in time."""
    program = nginx()
    if program is None:
        raise SystemExit("nginx is not installed here.")
    chance = random.Random(seed)
    service = Installation(folder, program)
    waits: dict[str, list[float]] = defaultdict(list)
    with ExitStack() as stack:
        for name in ("postgres", "redis"):
            service.parts[name].begin()
            stack.callback(service.parts[name].end)
        service.machine.run("createdb", "videau")
        import django
        from django.core.management import call_command
        from django.db import connection

        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        desks = arrange()
        connection.close()
        for name in ("web", "web 2", "worker", "beat", "proxy"):
            service.parts[name].begin()
            stack.callback(service.parts[name].end)
        load = Load(service.port, desks)
        for thread in load.threads:
            thread.start()
        # A bag of all parts, so that each has its turn.
        bag = [_KILLED[number % len(_KILLED)] for number in range(kills)]
        chance.shuffle(bag)
        wait_until(lambda: bool(load.acknowledged))
        for number, name in enumerate(bag):
            least = acts * number // kills
            wait_until(partial(load.reaches, least), patience=_LONG_PATIENCE)
            part = service.parts[chance.choice(("web", "web 2")) if name == "web" else name]
            waits[name].append(ready_again(service, load, part))
            print(
                f"{len(load.acknowledged):>6} acts: {part.name} was ready again in {waits[name][-1]:.2f} s",
                flush=True,
            )
        wait_until(partial(load.reaches, acts), patience=_LONG_PATIENCE)
        load.is_stopped = True
        for thread in load.threads:
            thread.join()
        connection.close()
        is_whole = judge(service, load)
    for name, seconds in waits.items():
        print(f"{name:<10}{len(seconds):>3} kills, ready again in {max(seconds):.1f} s at most")
    return is_whole and all(max(seconds) <= _READY_IN for seconds in waits.values())


def main() -> None:
    """Kill and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--acts", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="videau-bench-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        is_held = run(Path(folder), acts=options.acts, kills=options.kills, seed=options.seed)
    print("kills: " + ("held" if is_held else "BROKEN"))
    sys.exit(not is_held)


if __name__ == "__main__":
    main()
