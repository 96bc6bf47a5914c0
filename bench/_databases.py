"""A new database for a measurement."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def new_database(vendor: str = "postgresql") -> Iterator[None]:
    """Make a database in a folder of its own and point the settings of the service at it; stop its server at the end."""
    from tests.postgres_plugin import start_server

    with tempfile.TemporaryDirectory(prefix="videau-bench-") as directory:
        os.environ |= {
            "EMBEDDED_RUNNER": "1",
            "VIDEAU_DATA": directory,
            "DJANGO_SETTINGS_MODULE": "tournaments.project.settings",
        }
        if vendor == "sqlite":
            os.environ["DATABASE_URL"] = f"sqlite:///{directory}/bench.sqlite3"
            yield
            return
        server = start_server(Path(directory))
        try:
            socket = server.get_postmaster_info().socket_dir
            os.environ["DATABASE_URL"] = f"postgres:///postgres?host={socket}&user=postgres"
            yield
        finally:
            server.cleanup()
