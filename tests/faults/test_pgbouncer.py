"""PgBouncer between the service and its database, as docs/operations.md says to set it up."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import pytest

from tests.faults.service import PATIENCE, Installation, Service, wait_until
from tests.faults.test_outages import answer, postgres
from tests.ports import free_port

__all__ = ["postgres"]

pytestmark = [
    pytest.mark.pgbouncer,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="starts a server of Debian"),
]


@contextmanager
def bouncer(postgres: Any) -> Iterator[str]:
    """PgBouncer in front of the server; the address of its database."""
    port = free_port()
    socket = postgres.get_postmaster_info().socket_dir
    program = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
    assert program is not None
    with TemporaryDirectory(prefix="videau-test-") as directory:
        Path(directory).chmod(0o755)
        settings = Path(directory) / "pgbouncer.ini"
        settings.write_text(
            f"[databases]\nvideau = host={socket} dbname=videau user=postgres\n"
            f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n"
            "auth_type = any\npool_mode = session\n"
        )
        # It refuses to be root, and the folder of the socket is open to the user of the server alone.
        as_user = ["--user", Path(socket).owner()] if os.getuid() == 0 else []
        process = subprocess.Popen(
            [program, "--quiet", *as_user, str(settings)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        address = f"postgres://postgres@127.0.0.1:{port}/videau"
        try:
            wait_until(lambda: _answers(address), what="the start of PgBouncer")
            yield address
        finally:
            process.terminate()
            process.wait(timeout=PATIENCE)


def _answers(address: str) -> bool:
    try:
        with closing(psycopg.connect(address)) as connection:
            connection.execute("SELECT 1")
    except psycopg.OperationalError:
        return False
    return True


def test_service_runs_behind_it_with_its_limits(tmp_path: Path, postgres: Any) -> None:
    socket = postgres.get_postmaster_info().socket_dir
    with psycopg.connect(f"host={socket} user=postgres", autocommit=True) as connection:
        connection.execute("CREATE DATABASE videau")
    with bouncer(postgres) as address:
        installation = Installation(tmp_path / "data", {"DATABASE_URL": address, "EMBEDDED_RUNNER": "1"})
        service = Service(installation)
        try:
            assert answer(f"http://127.0.0.1:{service.port}/readyz")[0] == 200
            assert answer(f"http://127.0.0.1:{service.port}/")[0] == 200
            assert installation.drive("play", 4)["reported"] == 2
            assert installation.drive("limits") == {"lock_timeout": "3s", "statement_timeout": "30s"}
        finally:
            service.end()
