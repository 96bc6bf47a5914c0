"""While the database is away or the disk is full, every page says so, and nothing that was confirmed is lost."""

from __future__ import annotations

import errno
import io
import json
import logging
import os
import re
import resource
import signal
import sqlite3
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import psycopg
import pytest
from django.db import InterfaceError, OperationalError
from psycopg_pool import ConnectionPool

from tests.faults.service import Installation, Service, wait_until
from tests.migrated import has_loaded_tables
from tests.ports import free_port
from tests.postgres_plugin import start_server
from tournaments.project import settings as settings_module
from tournaments.project.log_filters import NoPrivateLinks, OutageInOneLine
from tournaments.project.outages import is_outage

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="looks at processes in /proc and limits the size of files"
)


@pytest.mark.parametrize(
    ("error", "verdict"),
    [
        (OperationalError("database or disk is full"), True),
        (InterfaceError("connection already closed"), True),
        (OSError(errno.ENOSPC, "No space left on device"), True),
        (FileNotFoundError(errno.ENOENT, "No such file"), False),
        (KeyError("a mistake of ours"), False),
    ],
)
def test_only_what_waiting_may_help_is_an_outage(error: Exception, verdict: bool) -> None:
    assert is_outage(error) is verdict


def test_an_outage_is_logged_in_one_line_and_a_mistake_of_ours_whole() -> None:
    def logged(error: Exception) -> str:
        handler = logging.StreamHandler(output := io.StringIO())
        handler.addFilter(OutageInOneLine())
        record = logging.LogRecord(
            "django.request", logging.ERROR, "", 0, "%s: %s", ("Down", "/100%/"), (type(error), error, None)
        )
        handler.handle(record)
        return output.getvalue()

    assert logged(OperationalError("the server\nis away")) == (
        "Down: /100%/ (OperationalError: the server is away)\n"
    )
    assert "KeyError: 'a mistake'\n" in logged(KeyError("a mistake"))


def test_the_log_never_holds_a_private_link() -> None:
    record = logging.LogRecord(
        "django.request", logging.ERROR, "", 0, "%s: %s", ("Down", "/l/aB3-x_9012345/"), None
    )
    assert NoPrivateLinks().filter(record)
    assert record.getMessage() == "Down: /l/…/"
    plain = logging.LogRecord("django.request", logging.ERROR, "", 0, "%s: %s", ("Down", "/t/abc/"), None)
    assert NoPrivateLinks().filter(plain)
    assert plain.getMessage() == "Down: /t/abc/"


def answer(url: str) -> tuple[int, str, str]:
    """Status, Retry-After and body of a page."""
    try:
        with urllib.request.urlopen(url, timeout=30) as page:
            return page.status, "", page.read().decode()
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.headers.get("Retry-After", ""), refused.read().decode()


@pytest.fixture
def postgres() -> Iterator[Any]:
    """A PostgreSQL server that may be killed."""
    # Another run of pytest closes the folder above its own to the user of the server, which could not start again.
    with TemporaryDirectory(prefix="videau-test-") as directory:
        try:
            server = start_server(Path(directory))
        # As in the plugin: whatever keeps the wheel from starting means the same here.
        except Exception as error:
            pytest.skip(f"no PostgreSQL: {type(error).__name__}: {error}")
        yield server
        server.cleanup()


@contextmanager
def killed(postgres: Any) -> Iterator[None]:
    """The server is killed, and started again afterwards."""
    pid = postgres.get_pid()
    os.kill(pid, signal.SIGKILL)
    yield
    # Until its parent has taken note of its end, a killed process counts as running, and would not be started again.
    wait_until(lambda: not Path(f"/proc/{pid}").exists(), what="the end of the server")
    postgres.ensure_postgres_running()
    assert postgres.get_pid() != pid


@contextmanager
def no_connections_left(conninfo: str) -> Iterator[None]:
    """Take every connection of the server within the block, including those of the service."""
    with ExitStack() as stack:
        connections = [stack.enter_context(psycopg.connect(conninfo, autocommit=True))]
        theirs = "SELECT pid FROM pg_stat_activity WHERE datname = 'videau'"

        def is_used_up() -> bool:
            connections[0].execute(f"SELECT pg_terminate_backend(pid) FROM ({theirs}) AS service")  # noqa: S608
            while True:
                try:
                    connections.append(stack.enter_context(psycopg.connect(conninfo, autocommit=True)))
                except psycopg.OperationalError:
                    return connections[0].execute(theirs).fetchone() is None

        wait_until(is_used_up, what="the end of all connections of the service")
        yield


def _pool_options() -> dict[str, Any]:
    """How the service sets its pool; that of the tests waits for longer."""
    options: dict[str, Any] = settings_module._database()["OPTIONS"]["pool"]
    return options


def _answers_health_while_pages_wait(address: str) -> None:
    """Assert that `/healthz` answers before pages that wait for a connection, and `/readyz` fails."""
    pages: list[tuple[int, bool]] = []
    patience: float = _pool_options()["timeout"]

    def ask() -> None:
        begin = monotonic()
        status = answer(f"{address}/")[0]
        pages.append((status, monotonic() - begin >= patience))

    waiting = [threading.Thread(target=ask) for _thread in range(9)]
    for thread in waiting:
        thread.start()
    assert answer(f"{address}/healthz")[0] == 200
    # A page that meets one of the connections that were ended is refused at once; the others wait.
    assert not any(has_waited for _status, has_waited in pages), "the process had to wait for its pages"
    status, retry_after, body = answer(f"{address}/readyz")
    assert (status, json.loads(body)["database"]) == (503, "away")
    assert int(retry_after) > 0
    for thread in waiting:
        thread.join()
    assert [status for status, _has_waited in pages] == [503] * 9
    assert any(has_waited for _status, has_waited in pages)


def test_database_without_a_free_connection_or_killed_is_a_503_until_it_is_back(
    tmp_path: Path, postgres: Any
) -> None:
    socket = postgres.get_postmaster_info().socket_dir
    with psycopg.connect(f"host={socket} user=postgres", autocommit=True) as connection:
        connection.execute("CREATE DATABASE videau")
    # Without them its start migrates, as that of test_pgbouncer does.
    has_loaded_tables(f"host={socket} user=postgres", name="videau")
    extra = {"DATABASE_URL": f"postgres:///videau?host={socket}&user=postgres", "EMBEDDED_RUNNER": "1"}
    service = Service(Installation(tmp_path / "data", extra))
    try:
        address = f"http://127.0.0.1:{service.port}"
        assert answer(f"{address}/readyz")[0] == 200
        with no_connections_left(f"host={socket} user=postgres"):
            _answers_health_while_pages_wait(address)
        wait_until(lambda: answer(f"{address}/readyz")[0] == 200, what="a free connection")
        with killed(postgres):
            # The connections that are open may still answer for a moment after their postmaster is gone.
            wait_until(lambda: answer(f"{address}/readyz")[0] == 503, what="the end of the database")
            paths = ("/readyz", "/", "/api/v1/tournaments/")
            # Each waits for a connection, so they are asked side by side.
            with ThreadPoolExecutor(len(paths)) as visitors:
                answers = list(visitors.map(lambda path: answer(address + path), paths))
            for path, (status, retry_after, body) in zip(paths, answers, strict=True):
                assert status == 503, path
                assert int(retry_after) > 0
                assert "Traceback" not in body
            assert json.loads(answers[-1][2])["code"] == "unavailable"
            assert answer(f"{address}/healthz")[0] == 200
        wait_until(lambda: answer(f"{address}/readyz")[0] == 200, what="the return of the database")
        assert answer(address)[0] == 200
    finally:
        service.end()


def test_pool_of_any_size_finds_back_to_a_killed_database(postgres: Any) -> None:
    options = _pool_options()
    conninfo = f"host={postgres.get_postmaster_info().socket_dir} user=postgres"
    with ExitStack() as stack:
        pools = [
            stack.enter_context(ConnectionPool(conninfo, open=True, **(options | {"min_size": size})))
            for size in (1, options["min_size"], 4, options["max_size"])
        ]
        for pool in pools:
            pool.wait()
        with killed(postgres):
            for pool in pools:
                wait_until(lambda pool=pool: not _answers(pool), what="the loss of a connection")  # type: ignore[misc]
        for pool in pools:
            wait_until(lambda pool=pool: _answers(pool), what=f"a connection of {pool.min_size}")  # type: ignore[misc]


def _answers(pool: ConnectionPool) -> bool:
    try:
        with pool.connection() as connection:
            connection.execute("SELECT 1")
    except psycopg.OperationalError:
        return False
    return True


class Visitor:
    """A browser with cookies that signs up."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def sign_up(self, name: str) -> int:
        """Make an account; answers the status of the last page."""
        url = f"{self.address}/accounts/signup/"
        try:
            with self.opener.open(url, timeout=30) as page:
                token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.read().decode())
            assert token is not None
            fields = {
                "csrfmiddlewaretoken": token.group(1),
                "name": name,
                "email": f"{name}@example.org",
                "password1": "backgammon-in-brest",
                "agrees": "on",
            }
            with self.opener.open(url, urllib.parse.urlencode(fields).encode(), timeout=30) as page:
                return int(page.status)
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code


@pytest.mark.service
def test_full_disk_is_a_503_and_what_was_confirmed_is_there(tmp_path: Path) -> None:
    installation = Installation(tmp_path / "data").migrate()
    first = installation.run("manage.py", "check")
    assert first.returncode == 0, first.stderr
    port = free_port()
    command = [
        "-m",
        "gunicorn",
        "tournaments.project.wsgi",
        "--bind",
        f"127.0.0.1:{port}",
        "--no-control-socket",
    ]
    limit = 240_000

    def stay_small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    web = installation.start(*command, before=stay_small)
    try:
        address = f"http://127.0.0.1:{port}"

        def is_up() -> bool:
            try:
                return answer(f"{address}/healthz")[0] == 200
            except (urllib.error.URLError, ConnectionError):
                return False

        wait_until(is_up, what="the first page")
        addresses: list[str] = []
        status = 200
        for number in range(15):
            name = f"visitor{number}"
            status = Visitor(address).sign_up(name)
            if status != 200:
                break
            addresses.append(f"{name}@example.org")
        assert status == 503
        assert addresses
        assert answer(f"{address}/healthz")[0] == 200
    finally:
        web.terminate()
        web.wait(timeout=60)
    with closing(sqlite3.connect(installation.database)) as database:
        [verdict] = database.execute("PRAGMA integrity_check").fetchone()
        rows = {email for (email,) in database.execute("SELECT email FROM matches_player")}
    assert verdict == "ok"
    assert set(addresses) <= rows
