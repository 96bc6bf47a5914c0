"""Kill the worker again and again while results and corrections arrive: `./videau bench deaths [results] [deaths]`.

An installation of production, with PostgreSQL, Redis, a worker and beat, gets 10,000 results and corrects one of twenty. They arrive
in as many shares as there are deaths. Each share brings a death, once the worker writes the feed, and another worker is started at
once. Then feed, verdicts and two lists are compared with those of an undisturbed run, and with the twin of the tests. Exit code 1 says that something differs.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg

from tests.faults import service as services
from tests.faults.brokers import Broker
from tests.faults.service import Installation
from tests.postgres_plugin import start_server

RESULTS, DEATHS = 10_000, 30
PER_CORRECTION = 20
# A busy machine takes long for all of it, and no figure counts how long.
PATIENCE = 7200.0
_CELERY = ("-m", "celery", "--quiet", "--app", "tournaments.project", "--skip-checks")
_WORKER = ("worker", "--pool", "threads", "--concurrency", "2", "--without-gossip", "--without-mingle")


class Run:
    """One run: the installation, its worker, and what its database has."""

    def __init__(self, installation: Installation, conninfo: str) -> None:
        self.installation = installation
        self.gate = Path(installation.environment["ARRIVALS"])
        self.connection = psycopg.connect(conninfo, autocommit=True)
        self.beat = self._start("beat", "--pidfile=")
        self.worker = self._start(*_WORKER)

    def _start(self, *arguments: str) -> subprocess.Popen[str]:
        quiet = ("-W", "ignore:You're running the worker with superuser privileges")
        return self.installation.start(*quiet, *_CELERY, *arguments, "--loglevel", "ERROR")

    def count(self, table: str, condition: str = "true") -> int:
        """Return how many rows of a table there are."""
        row = self.connection.execute(f"SELECT count(*) FROM {table} WHERE {condition}").fetchone()  # noqa: S608 - ours
        return int(row[0]) if row else 0

    def let_arrive(self, results: int) -> None:
        """Let as many results arrive as this number says, all in all."""
        new = self.gate.with_suffix(".new")
        new.write_text(str(results))
        new.rename(self.gate)

    def jobs(self) -> int:
        """Return how many jobs wait, the sweep aside."""
        return self.count("tournaments_outboxjob", "NOT is_dead AND name <> 'sweep'")

    def wait(self, is_so: Callable[[], bool], what: str) -> None:
        """Wait for something that is bound to happen."""
        services.wait_until(is_so, what=what, patience=PATIENCE)

    def kill_worker(self) -> None:
        """Let the worker die, and start another one."""
        self.worker.kill()
        self.worker.wait()
        self.worker = self._start(*_WORKER)

    def end(self) -> None:
        """Stop what runs."""
        for process in (self.worker, self.beat):
            process.terminate()
            process.wait(timeout=PATIENCE)
        self.connection.close()


def disturb(run: Run, results: int, deaths: int) -> float:
    """Let results arrive while the worker dies so many times; return the seconds until all of them are there."""
    start = time.monotonic()
    run.let_arrive(0)
    driver = run.installation.start("-m", "tests.faults.driver", "arrive", str(results))
    for death in range(deaths):
        due, rows = results * death // deaths, run.count("tournaments_feedrow")
        run.let_arrive(results * (death + 1) // deaths)
        run.wait(lambda: run.count("matches_report") > due or driver.poll() is not None, "a result")  # noqa: B023 - waits here
        run.wait(
            lambda: run.count("tournaments_feedrow") > rows or (driver.poll() is not None and not run.jobs()),  # noqa: B023 - waits here
            "a row of the feed",
        )
        run.kill_worker()
        print(
            f"death {death + 1:>2} after {time.monotonic() - start:>5.0f} s: {run.count('matches_report')} reports, "
            f"{run.count('tournaments_feedrow')} rows, {run.jobs()} jobs",
            flush=True,
        )
    assert driver.wait(timeout=PATIENCE) == 0, run.installation.output.read_text()
    return time.monotonic() - start


def faults(feed: dict[str, Any], state: dict[str, Any], results: int) -> list[str]:
    """Return what is other than in an undisturbed run."""
    corrections = -(-results // PER_CORRECTION)
    expected = {
        "rows": results + corrections,
        "superseded": corrections,
        "verdicts": results + corrections,
        "behind": 0,
        "findings": [],
        "undisturbed": feed["lists"],
    }
    wrong = [
        f"{name}: {feed[name]}, expected {value}" for name, value in expected.items() if feed[name] != value
    ]
    if min(feed["matches"]) < results:
        wrong.append(f"matches: {feed['matches']}")
    if state["dead"]:
        wrong.append(f"jobs that were given up: {state['dead']}")
    return wrong


def measure(folder: Path, results: int, deaths: int) -> list[str]:
    """Run it once in a folder, and return the faults."""
    with ExitStack() as stack:
        server = start_server(folder)
        stack.callback(server.cleanup)
        socket = server.get_postmaster_info().socket_dir
        broker = Broker(folder)
        stack.callback(broker.kill)
        address = f"postgres:///postgres?host={socket}&user=postgres"
        installation = Installation(
            folder / "data",
            {
                "DATABASE_URL": address,
                "REDIS_URL": broker.url,
                "LOG_LEVEL": "ERROR",
                "ARRIVALS": str(folder / "arrivals"),
            },
        )
        migration = installation.run("manage.py", "migrate", "--verbosity", "0")
        assert migration.returncode == 0, migration.stderr
        run = Run(installation, f"host={socket} user=postgres dbname=postgres")
        stack.callback(run.end)
        seconds = disturb(run, results, deaths)
        start = time.monotonic()
        run.wait(lambda: not run.jobs(), "the end of all jobs")
        assert installation.run("manage.py", "tick").returncode == 0
        run.wait(lambda: not run.jobs(), "the end of all jobs")
        caught_up = time.monotonic() - start
        state, feed = installation.drive("state"), installation.drive("feed")
        print(
            f"{results} results in {seconds:.0f} s, {deaths} deaths; caught up after {caught_up:.0f} s; "
            f"compared in {time.monotonic() - start - caught_up:.0f} s; {feed['rows']} rows, lists {feed['lists']}"
        )
        return faults(feed, state, results)


def main() -> int:
    """Print a line a death, and what differs."""
    results = int(sys.argv[1]) if len(sys.argv) > 1 else RESULTS
    deaths = int(sys.argv[2]) if len(sys.argv) > 2 else DEATHS
    services.PATIENCE = PATIENCE
    with tempfile.TemporaryDirectory(prefix="videau-bench-") as folder:
        # The server runs as somebody else where this is root.
        Path(folder).chmod(0o755)
        wrong = measure(Path(folder), results, deaths)
    print("\n".join(wrong) or "deaths: feed and lists are those of an undisturbed run")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
