"""Let a service work for a while and look whether anything grows: `./videau bench soak [--minutes 30] [--phones 60]`.

The production installation of docker/ on this machine: two web processes, a worker, beat, Redis and PostgreSQL, all private to the run.
Phones poll and report as in `bench.phones`. Every five seconds the memory and the open files of each process are read, the
connections of the database, and the bytes of both. A straight line is laid through the second half of the samples, because
caches fill in the first one: what counts is its slope. Rows that acts add are counted, so that disk is told by act too.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path
from statistics import linear_regression
from urllib.request import urlopen

import psycopg

from bench.phones import (
    PRODUCTION,
    SCREENS,
    Load,
    Phone,
    arrange,
    commands_of,
    database_of,
    running,
)
from tests.ports import free_port

_EVERY, _SLOW_START = 5.0, 120.0
_MEBIBYTE = 1024 * 1024
_ROLES = ("web", "worker", "beat")
# Reports are spread over the run: three events of so many players have about so many for each of them.
_REPORTS_OF_A_PHONE = 5
# The most that may be added in an hour: a leak of a kilobyte a request is ten times that.
_MOST_MEMORY, _MOST_CONNECTIONS, _MOST_FILES = 20.0, 1.0, 5.0


@dataclass(frozen=True, slots=True)
class Sample:
    """The state of the service at a moment: MiB and open files by role, connections, acts, and MiB on the disk."""

    at: float
    memory: dict[str, float]
    files: dict[str, int]
    connections: int
    acts: int
    database: float
    data: float


def family_of(pid: int) -> list[int]:
    """Return a process and all below it."""
    parents = {}
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    family = [pid]
    for one in family:
        family += [child for child, parent in parents.items() if parent == one]
    return family


def memory_of(pid: int) -> float:
    """Return the resident MiB of a process; 0 when it is gone."""
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / _MEBIBYTE
    return 0.0


def files_of(pid: int) -> int:
    """Return how many files and sockets a process has open; 0 when it is gone."""
    with suppress(OSError):
        return len(os.listdir(f"/proc/{pid}/fd"))
    return 0


def size_of(directory: Path) -> int:
    """Return the bytes of the files of a directory without the one of the server."""
    total = 0
    for file in directory.rglob("*"):
        with suppress(OSError):
            total += file.stat().st_size if file.is_file() else 0
    return total


class Watch(threading.Thread):
    """A thread that takes a sample every five seconds until it is told to stop."""

    def __init__(self, pids: dict[str, int], *, conninfo: str, data: Path) -> None:
        super().__init__(daemon=True)
        self.pids, self.conninfo, self.data = pids, conninfo, data
        self.samples: list[Sample] = []
        self.is_over = threading.Event()

    def run(self) -> None:
        """Take samples."""
        with psycopg.connect(self.conninfo, autocommit=True) as connection:
            while not self.is_over.wait(_EVERY):
                self.samples.append(self._sample(connection))

    def _sample(self, connection: psycopg.Connection) -> Sample:
        row = connection.execute(
            "SELECT (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'), "
            "(SELECT count(*) FROM tournaments_logentry), pg_database_size(current_database())"
        ).fetchone()
        assert row is not None
        families = {role: family_of(pid) for role, pid in self.pids.items()}
        return Sample(
            time.monotonic(),
            {role: sum(map(memory_of, family)) for role, family in families.items()},
            {role: sum(map(files_of, family)) for role, family in families.items()},
            # This one is no connection of the service.
            int(row[0]) - 1,
            int(row[1]),
            int(row[2]) / _MEBIBYTE,
            size_of(self.data) / _MEBIBYTE,
        )


def slope(samples: Sequence[Sample], values: Sequence[float]) -> float:
    """Return what a value adds in an hour, by a straight line through all samples."""
    if len(set(values)) < 2:
        return 0.0
    return linear_regression([sample.at / 3600 for sample in samples], values).slope


def line(name: str, values: Sequence[float], added: float, *, most: float | None = None) -> bool:
    """Print a row, and return whether no more is added than may be."""
    is_flat = most is None or added <= most
    mark = "" if is_flat else f"  MORE THAN {most:g}"
    print(
        f"{name:<26}{values[0]:>10.1f}{max(values):>10.1f}{values[-1]:>10.1f}{added:>12.1f}{mark}", flush=True
    )
    return is_flat


def report(samples: Sequence[Sample]) -> bool:
    """Print what grew in the second half, and return whether memory, connections and files are flat."""
    half = samples[len(samples) // 2 :]
    print(f"{'second half':<26}{'first':>10}{'most':>10}{'last':>10}{'an hour':>12}")
    is_flat = True
    for role in _ROLES:
        memory = [sample.memory[role] for sample in half]
        files = [float(sample.files[role]) for sample in half]
        is_flat &= line(f"{role}, MiB resident", memory, slope(half, memory), most=_MOST_MEMORY)
        is_flat &= line(f"{role}, open files", files, slope(half, files), most=_MOST_FILES)
    connections = [float(sample.connections) for sample in half]
    is_flat &= line("connections", connections, slope(half, connections), most=_MOST_CONNECTIONS)
    acts = half[-1].acts - half[0].acts
    database = [sample.database for sample in half]
    line("database, MiB", database, slope(half, database))
    data = [sample.data for sample in half]
    line("data directory, MiB", data, slope(half, data))
    if acts:
        print(
            f"{acts} acts, {1024 * (half[-1].database - half[0].database) / acts:.1f} KiB of the database for each"
        )
    return is_flat


def soak(*, minutes: float, phones: int) -> bool:
    """Run the service under load and print what grew; return whether it is flat and nothing failed."""
    hall = replace(PRODUCTION, phones=phones, reports=_REPORTS_OF_A_PHONE * phones / (60 * minutes))
    with ExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory(prefix="videau-bench-"))
        server = stack.enter_context(tempfile.TemporaryDirectory(prefix="videau-bench-"))
        os.environ |= {"VIDEAU_DATA": data, "DJANGO_SETTINGS_MODULE": "tournaments.project.settings"}
        environment = database_of(hall, server, stack)
        os.environ |= environment
        import django
        from django.core.management import call_command
        from django.db import connection

        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        screens = cycle(SCREENS)
        everybody = [
            Phone(f"/l/{token}/", stage, screen)
            for (token, stage), screen in zip(arrange(hall.phones), screens, strict=False)
        ]
        there = connection.connection.info
        conninfo = f"host={there.host} user={there.user} dbname={there.dbname}"
        connection.close()
        port = free_port()
        beat = [sys.executable, "-m", "celery", "--quiet", "--app", "tournaments.project", "beat"]
        commands = [*commands_of(hall, port), [*beat, "--loglevel", "WARNING", "--pidfile="]]
        processes = stack.enter_context(running(*commands, data=data, port=port, environment=environment))
        pids = {role: process.pid for role, process in zip(_ROLES, processes, strict=True)}
        # A phone whose private link is not answered in time stays without it.
        with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=_SLOW_START) as answer:
            answer.read()
        watch = Watch(pids, conninfo=conninfo, data=Path(data))
        watch.start()
        load = Load(port, everybody, reports=hall.reports)
        asyncio.run(load.run(60 * minutes))
        watch.is_over.set()
        watch.join()
        deaths = [role for role, process in zip(_ROLES, processes, strict=True) if process.poll() is not None]
    statuses = Counter(answer.status for answer in load.answers)
    failed = sum(number for status, number in statuses.items() if status not in (200, 201, 304))
    print(f"{minutes:g} minutes, {len(load.answers)} requests, {failed} failed, by status {dict(statuses)}")
    is_flat = report(watch.samples)
    print("soak: " + ("flat" if is_flat and not failed and not deaths else f"NOT FLAT {deaths or ''}"))
    return is_flat and not failed and not deaths


def main() -> None:
    """Soak and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument(
        "--phones", type=int, default=60, help="from 32 on: a third of them play a Swiss of nine rounds"
    )
    options = parser.parse_args()
    sys.exit(not soak(minutes=options.minutes, phones=options.phones))


if __name__ == "__main__":
    main()
