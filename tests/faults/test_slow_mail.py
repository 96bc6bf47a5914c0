"""A mail server that hangs, drips, refuses or is unreachable delays mails alone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.faults.brokers import Broker
from tests.faults.mail_server import MailServer, Void, dripping, refusing, silent
from tests.faults.service import PATIENCE, Installation
from tests.faults.test_outages import postgres
from tests.migrated import has_loaded_tables

__all__ = ["postgres"]

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="fills the queue of a socket")

NOTICES = 48
WORKER = [
    "-W", "ignore:You're running the worker with superuser privileges",
    "-m", "celery", "--quiet", "--app", "tournaments.project", "--skip-checks", "worker", "--pool", "threads",
    "--concurrency", "2", "--without-gossip", "--without-mingle", "--loglevel", "ERROR",
]  # fmt: skip
BEAT = [
    "-m",
    "celery",
    "--quiet",
    "--app",
    "tournaments.project",
    "beat",
    "--pidfile=",
    "--loglevel",
    "ERROR",
]


@pytest.fixture
def start() -> Iterator[Callable[..., None]]:
    """Starts processes of an installation; they are killed with the test, because mails that wait would hold them up."""
    running: list[subprocess.Popen[str]] = []

    def start_one(installation: Installation, *command: str) -> None:
        running.append(installation.start(*command))

    yield start_one
    for process in running:
        process.kill()
    for process in running:
        process.wait(timeout=PATIENCE)


def troubles() -> dict[str, Callable[[], MailServer | Void]]:
    """Mail servers in trouble; the two threads that send mail meet the first one in both its ways."""
    return {
        "silent and dripping": lambda: MailServer(silent, dripping, silent),
        "refusing": lambda: MailServer(refusing),
        "dropping": Void,
    }


def follows_at_once(installation: Installation, *, trouble: str) -> None:
    """Assert that a final is paired while the mails wait for their server.

    `./videau bench troubles` says after how many seconds.
    """
    ended = installation.drive("rush", NOTICES)["ended"]
    # One that refuses ends each conversation at once; the others are still in the first.
    assert ended == 0 or trouble == "refusing"


_ONE, *_OTHERS = troubles()


@pytest.mark.parametrize(
    "trouble", [_ONE, *(pytest.param(other, marks=pytest.mark.long_only) for other in _OTHERS)]
)
def test_pairing_follows_a_result_whatever_the_mail_server_does(
    tmp_path: Path, start: Callable[..., None], trouble: str
) -> None:
    with troubles()[trouble]() as server:
        installation = Installation(tmp_path / "data", {"EMAIL_URL": server.url}).migrate()
        start(installation, *WORKER)
        follows_at_once(installation, trouble=trouble)
        if trouble == "refusing":
            # The others are found out at the deadline of a conversation (tests/tournaments/test_mailing.py).
            status = installation.drive("mail_away")
            # The process that asks has just begun, and has seen no worker yet.
            words = (status["status"], status["jobs"], status["mail"])
            assert words == ("impaired", "waiting", "away")


@pytest.mark.redis
@pytest.mark.parametrize(
    "trouble", ["silent and dripping", pytest.param("dropping", marks=pytest.mark.long_only)]
)
def test_pairing_follows_a_result_in_production_too(
    tmp_path: Path, start: Callable[..., None], postgres: Any, broker: Broker, trouble: str
) -> None:
    socket = postgres.get_postmaster_info().socket_dir
    with psycopg.connect(f"host={socket} user=postgres", autocommit=True) as connection:
        connection.execute("CREATE DATABASE videau")
    with troubles()[trouble]() as server:
        extra = {
            "DATABASE_URL": f"postgres:///videau?host={socket}&user=postgres",
            "REDIS_URL": broker.url,
            "EMAIL_URL": server.url,
        }
        installation = Installation(tmp_path / "data", extra)
        if not has_loaded_tables(f"host={socket} user=postgres", name="videau"):
            process = installation.run("manage.py", "migrate", "--verbosity", "0")
            assert process.returncode == 0, process.stderr
        start(installation, *WORKER)
        start(installation, *BEAT)
        follows_at_once(installation, trouble=trouble)
