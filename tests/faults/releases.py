"""Releases side by side on one database: their processes, the load on them, and what must not be lost."""

from __future__ import annotations

import io
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import threading
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path

import psycopg

from tests.faults.service import PATIENCE, ROOT, children_of, wait_until
from tests.ports import free_port

# The first commit whose processes go on beside those of later ones; a release puts the one before it here.
LAST_RELEASE = "a101dc0e9f185bac4aa5f0950fceea9414ab8ab1"
_ROOMS = ("rules", "matches", "tournaments", "templates", "tests", "docker", "docs/ratings.md", "manage.py")
_WHOLE_FILES = {"GUNICORN_CMD_ARGS": "--no-sendfile"}
_NEXT = "9000_of_the_next_release"
_MIGRATION = '''"""What the release after this one adds."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "{last}")]
    operations = [
        migrations.AddField("tournament", "of_tomorrow", models.TextField(null=True)),
        migrations.CreateModel("OfTomorrow", [("id", models.BigAutoField(primary_key=True))]),
    ]
'''


def last_release(folder: Path) -> Path | None:
    """Unpack the last release into a folder; None where the history of this repository is not at hand."""
    command = ["git", "archive", LAST_RELEASE, *_ROOMS]
    if shutil.which(command[0]) is None:
        return None
    process = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if process.returncode:
        return None
    with tarfile.open(fileobj=io.BytesIO(process.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def next_release(folder: Path) -> Path:
    """Copy this release into a folder, with one more migration, as the next one may have it."""
    ignored = shutil.ignore_patterns("__pycache__", "node_modules", "dumps", "data")
    for room in _ROOMS:
        if (ROOT / room).is_dir():
            shutil.copytree(ROOT / room, folder / room, ignore=ignored)
        else:
            (folder / room).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / room, folder / room)
    migrations = folder / "tournaments" / "migrations"
    last = max(file.stem for file in migrations.glob("[0-9]*.py"))
    (migrations / f"{_NEXT}.py").write_text(_MIGRATION.format(last=last))
    return folder


@dataclass
class Release:
    """The code of one release, with the environment of the installation that it serves."""

    tree: Path
    static: Path
    environment: Mapping[str, str]
    log: Path

    def __post_init__(self) -> None:
        """The programs of this environment load the code of the tree, and write its static files apart."""
        programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        own = {"PYTHONPATH": str(self.tree), "STATIC_ROOT": str(self.static), "PATH": programs}
        self.environment = {**self.environment, **own}

    def run(self, *arguments: str) -> str:
        """Run a command of the release to its end, by the entry point of its containers."""
        process = subprocess.run(
            self._entry(*arguments, port=0),
            cwd=self.tree,
            env=dict(self.environment),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert process.returncode == 0, process.stdout + process.stderr
        return process.stdout

    def drive(self, act: str, count: int) -> dict[str, object]:
        """Let the driver of the release act."""
        command = [sys.executable, "-m", "tests.faults.driver", act, str(count)]
        process = subprocess.run(
            command, cwd=self.tree, env=dict(self.environment), capture_output=True, text=True, check=False
        )
        assert process.returncode == 0, process.stderr
        answer: dict[str, object] = json.loads(process.stdout)
        return answer

    def start(self, role: str, *, port: int = 0) -> subprocess.Popen[bytes]:
        """Start a process of the release as its container does."""
        with self.log.open("ab") as output:
            return subprocess.Popen(
                self._entry(role, port=port),
                cwd=self.tree,
                # What releases before 0.3.0 lack: their web server could not send a file whole.
                env={**self.environment, "WEB_WORKERS": "1", "WORKER_THREADS": "2"} | _WHOLE_FILES,
                stdout=output,
                stderr=output,
            )

    def _entry(self, *arguments: str, port: int) -> list[str]:
        """The entry point of the containers, which listens on another port here."""
        text = (self.tree / "docker" / "entrypoint.sh").read_text()
        return ["sh", "-c", text.replace("0.0.0.0:8000", f"127.0.0.1:{port}"), "entrypoint", *arguments]


@dataclass
class Web:
    """One of the two places behind the proxy, and the process of some release in it."""

    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    def replace(self, release: Release) -> None:
        """End the process of this place in order, and wait until one of the release answers in it."""
        self.end()
        self.process = release.start("web", port=self.port)
        wait_until(self._is_ready, what="the first page of the next release")

    def _is_ready(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, "the web process has ended"
        return status_of(f"http://127.0.0.1:{self.port}/readyz") == 200

    def kill(self) -> None:
        """Let the process die with its workers, as a container does."""
        assert self.process is not None
        for pid in (self.process.pid, *children_of(self.process.pid)):
            os.kill(pid, signal.SIGKILL)

    def end(self) -> None:
        """Let it finish what it is at."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(PATIENCE)


def status_of(request: str | urllib.request.Request) -> int:
    """The status of an answer, and 0 where there is none."""
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            answer.read()
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        with refused:
            return int(refused.code)
    except (urllib.error.URLError, OSError, HTTPException):
        return 0


class Load:
    """Strangers who read, and a director who reports, through one address; each answer is counted."""

    def __init__(self, address: str, database: str, *, token: str) -> None:
        self.address, self.database, self.token = address, database, token
        self.statuses: Counter[tuple[str, int]] = Counter()
        self.acknowledged: dict[str, tuple[int, int]] = {}
        self.again = 0
        self._is_over = threading.Event()
        with psycopg.connect(database) as connection:
            [[self.tournament, self.stage]] = connection.execute(
                "SELECT tournament.uid, stage.uid FROM tournaments_stage stage JOIN tournaments_event event"
                " ON event.id = stage.event_id JOIN tournaments_tournament tournament ON tournament.id = tournament_id"
            ).fetchall()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Read and report in threads until the block ends."""
        threads = [threading.Thread(target=work) for work in (self._read, self._read, self._report)]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._is_over.set()
            for thread in threads:
                thread.join()

    def _read(self) -> None:
        """Ask for pages, answers of the API and the files that the pages name, as a stranger."""
        pages = [
            "/",
            f"/t/{self.tournament}/",
            f"/s/{self.stage}/bracket/",
            f"/api/v1/tournaments/{self.tournament}/",
            f"/api/v1/stages/{self.stage}/bracket/",
        ]
        for path in itertools.cycle(pages):
            if self._is_over.wait(0.2):
                return
            status, files = self._page(path)
            self.statuses["read", status] += 1
            for file in files:
                self.statuses["file", status_of(f"{self.address}{file}")] += 1

    def _page(self, path: str) -> tuple[int, Sequence[str]]:
        """The status of a page, and the files that it names."""
        try:
            with urllib.request.urlopen(f"{self.address}{path}", timeout=30) as answer:
                text = answer.read().decode()
        except (urllib.error.URLError, OSError, HTTPException):
            return status_of(f"{self.address}{path}"), ()
        return answer.status, re.findall(r'"(/static/[^"]+[.](?:css|js))"', text)

    def _report(self) -> None:
        """Report open matches one after another; what was not acknowledged is sent again under the same key."""
        wins = itertools.cycle([(7, 3), (4, 7)])
        while not self._is_over.wait(0.1):
            for match in self._open_matches():
                score = next(wins)
                while (status := status_of(self._report_of(match, score))) not in {200, 201}:
                    self.again += 1
                    if (status and status < 500) or self._is_over.wait(0.2):
                        self.statuses["report", status] += 1
                        return
                self.statuses["report", status] += 1
                self.acknowledged[match] = score
                if self._is_over.wait(0.3):
                    return

    def _report_of(self, match: str, score: tuple[int, int]) -> urllib.request.Request:
        return urllib.request.Request(
            f"{self.address}/api/v1/matches/{match}/reports/",
            data=json.dumps({"score": score}).encode(),
            headers={
                "Authorization": f"Token {self.token}",
                "Content-Type": "application/json",
                "Idempotency-Key": f"desk-{match}",
            },
        )

    def _open_matches(self) -> list[str]:
        with psycopg.connect(self.database) as connection:
            rows = connection.execute(
                "SELECT uid FROM matches_match WHERE final_at IS NULL AND cancelled_at IS NULL ORDER BY id"
            ).fetchall()
        return [uid for [uid] in rows]

    def is_followed_up(self) -> bool:
        """Whether no pairing waits for a worker."""
        with psycopg.connect(self.database) as connection:
            [[count]] = connection.execute(
                "SELECT count(*) FROM tournaments_outboxjob WHERE name = 'pair'"
            ).fetchall()
        return int(count) == 0

    def lost(self) -> list[str]:
        """The acknowledged results that are not in the database exactly once."""
        with psycopg.connect(self.database) as connection:
            rows = connection.execute(
                "SELECT match.uid, report.score_one, report.score_two, (SELECT count(*) FROM matches_report every"
                " WHERE every.match_id = match.id) FROM matches_match match"
                " JOIN matches_report report ON report.id = match.accepted_report_id"
            ).fetchall()
        scores = {uid: (one, two) for uid, one, two, count in rows if count == 1}
        return [match for match, score in self.acknowledged.items() if scores.get(match) != score]
