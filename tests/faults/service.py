"""A real installation under test: its processes, on a free port, with its own data directory."""

from __future__ import annotations

import json
import os
import select
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from weakref import finalize

from tests import parts
from tests.effort import is_long
from tests.migrated import migrated_file
from tests.ports import free_port
from tests.postgres_plugin import settings_variables

ROOT = Path(__file__).resolve().parents[2]
# Generous: nothing here measures speed, and two other things may use both cores.
PATIENCE = 1200.0 if is_long() else 120.0
_template: list[bytes] = []


@cache
def _bytecode() -> TemporaryDirectory[str]:
    """Where the processes of this run keep what they have compiled; it is removed with the run."""
    return TemporaryDirectory(prefix="videau-test-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT"))


def wait_until(is_so: Callable[[], bool], *, what: str, patience: float = PATIENCE) -> None:
    """Wait up to `patience` seconds for something that is bound to happen; the failure says what did not."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        if is_so():
            return
        time.sleep(0.1)
    raise AssertionError(f"{what} did not happen within {patience:.0f} s")


def _status(pid: int) -> tuple[str, int] | None:
    """A process's state and parent; nothing when it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return fields[0], int(fields[1])


def children_of(pid: int) -> list[int]:
    """The processes whose parent this is."""
    everybody = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return [other for other in everybody if (status := _status(other)) is not None and status[1] == pid]


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be reaped does not."""
    status = _status(pid)
    return status is not None and status[0] != "Z"


class Driver:
    """The driver of one installation, which loads everything once and does each act in a process of its own."""

    def __init__(self, environment: Mapping[str, str], log: Path) -> None:
        self.log = log
        with log.open("w") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.faults.driver"],
                cwd=ROOT,
                env=dict(environment),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )

    def act(self, name: str, count: int) -> dict[str, Any]:
        """Let it act, and return its answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{json.dumps([name, count])}\n")
        self.process.stdin.flush()
        # A line is written whole, so what can be read is one.
        assert select.select([self.process.stdout], [], [], PATIENCE)[0], f"{name} takes too long"
        line = self.process.stdout.readline()
        assert line.strip(), self.log.read_text()
        answer: dict[str, Any] = json.loads(line)
        return answer

    def end(self) -> None:
        """Let it leave: it reads no further line."""
        self.process.communicate(timeout=PATIENCE)


@dataclass
class Installation:
    """A data directory with the environment in which its processes run, and what they print."""

    data: Path
    extra: Mapping[str, str] = field(default_factory=dict)
    _driver: Driver | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def output(self) -> Path:
        """What the started processes have printed.

        A file, because a process that fills a pipe which nobody reads stands still.
        """
        return self.data.with_name(f"{self.data.name}.log")

    @property
    def environment(self) -> dict[str, str]:
        """This process's environment without its test settings."""
        ours = {"DJANGO_SETTINGS_MODULE", "TEST_DATABASE_URL", *settings_variables()}
        environment = {name: value for name, value in os.environ.items() if name not in ours}
        # With Redis only operators would open public tournaments.
        own = {"VIDEAU_DATA": str(self.data), "GNUBG": "off", "PUBLIC_TOURNAMENTS": "everybody"}
        if environment.pop("PYTHONDONTWRITEBYTECODE", "") and "PYTHONPYCACHEPREFIX" not in environment:
            # Nothing is to be written beside the code, and every process would compile all of it again.
            own["PYTHONPYCACHEPREFIX"] = _bytecode().name
        return {**environment, **own, **self.extra}

    def start(self, *arguments: str, before: Callable[[], None] | None = None) -> subprocess.Popen[str]:
        """Start a Python process of the project; `before` runs in it first."""
        assert parts.may_start_services, "mark the test `service`: it runs after the others, alone"
        with self.output.open("a") as output:
            return subprocess.Popen(
                [sys.executable, *arguments],
                cwd=ROOT,
                env=self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                text=True,
                preexec_fn=before,
            )

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a Python process of the project to its end."""
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    def drive(self, act: str, count: int = 0) -> dict[str, Any]:
        """Let the driver act on this installation."""
        if self._driver is None:
            self._driver = Driver(self.environment, self.data.with_name(f"{self.data.name}.driver.log"))
            finalize(self, self._driver.end)
        return self._driver.act(act, count)

    def migrate(self) -> Installation:
        """Make the database, from a copy of one that this run has made; PostgreSQL makes its own."""
        if "DATABASE_URL" in self.extra:
            return self
        if self.database.exists():
            return self
        if not _template:
            _template.append(migrated_file(self._migrated_here))
        self.data.mkdir(exist_ok=True)
        self.database.write_bytes(_template[0])
        return self

    def _migrated_here(self) -> Path:
        """Migrate this database by the command, and answer its file."""
        process = self.run("manage.py", "migrate", "--verbosity", "0")
        assert process.returncode == 0, process.stderr
        with closing(sqlite3.connect(self.database)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return self.database

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.data / "videau.sqlite3"

    def jobs(self, *, due: bool = False) -> int:
        """How many jobs wait, the sweep aside; or those alone whose time has come."""
        query = "SELECT count(*) FROM tournaments_outboxjob WHERE NOT is_dead AND name != 'sweep'"
        if due:
            query += " AND due_at <= strftime('%Y-%m-%d %H:%M:%f', 'now')"
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as database:
            [count] = database.execute(query).fetchone()
        return int(count)

    def count(self, table: str) -> int:
        """How many rows a table has."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as database:
            [count] = database.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608 - ours
        return int(count)

    def wait_until_idle(self) -> dict[str, Any]:
        """Wait until no job is left, and answer what was done."""
        wait_until(lambda: self.jobs() == 0, what="the end of all jobs")
        return self.drive("state")


class Service:
    """The embedded installation, started by its one command."""

    def __init__(self, installation: Installation, *options: str) -> None:
        self.installation = installation.migrate()
        # The live process listens on the next one.
        self.port = free_port(count=2)
        self.supervisor = installation.start("manage.py", "run", "--port", str(self.port), *options)
        wait_until(self.answers, what="the first page")

    def answers(self) -> bool:
        """Whether the web server answers."""
        assert self.supervisor.poll() is None, self.output()
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False

    def child(self, program: str) -> int:
        """The process of the web server or the worker; waits while it is being started again."""
        pids: list[int] = []

        def is_there() -> bool:
            for pid in children_of(self.supervisor.pid):
                with suppress(FileNotFoundError):
                    if program.encode() in Path(f"/proc/{pid}/cmdline").read_bytes():
                        pids.append(pid)
            return bool(pids)

        wait_until(is_there, what=f"the start of {program}")
        return pids[0]

    def family(self) -> list[int]:
        """Every process below the supervisor."""
        family, next_ones = [], children_of(self.supervisor.pid)
        while next_ones:
            family += next_ones
            next_ones = [pid for parent in next_ones for pid in children_of(parent)]
        return family

    def output(self) -> str:
        """What it has printed so far."""
        return self.installation.output.read_text()

    def end(self) -> None:
        """End it at once, and everything below it; how it stops is the promise of a test of its own."""
        family = self.family()
        self.supervisor.kill()
        self.supervisor.wait(timeout=PATIENCE)
        for pid in family:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        wait_until(lambda: not any(map(is_alive, family)), what="the end of the service")

    def stop(self) -> None:
        """Stop it as Ctrl-C does."""
        if self.supervisor.poll() is None:
            self.supervisor.send_signal(signal.SIGINT)
        self.supervisor.wait(timeout=PATIENCE)
