"""One migrated SQLite file for all processes of a run: the first one migrates, the others begin with a copy.

The services that tests start begin with a copy of it too. `VARIABLE` names the directory that they share, which the process that starts the others has made. PostgreSQL migrates
in each of its processes: on two cores there is one.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from unittest.mock import patch

from django.db import connection

VARIABLE = "VIDEAU_TEST_SHARED"
_TEMPLATE, _LOCK = "migrated.sqlite3", "migrated.lock"


def share(directory: Path) -> None:
    """Let this process and those that it starts share a directory, unless they have one already."""
    if not Path(os.environ.get(VARIABLE) or directory / "none").is_dir():
        os.environ[VARIABLE] = str(directory)


@contextmanager
def migrated_once() -> Iterator[Callable[[], None]]:
    """Let the test database that is made within begin as a copy; what is given is to be called when it is there."""
    if connection.vendor != "sqlite":
        yield lambda: None
        return
    directory = Path(os.environ[VARIABLE])
    template = directory / _TEMPLATE
    # Django makes the file there, and migrates it afterwards.
    make = getattr(connection.creation, "_create_test_db")  # noqa: B009 - the type stubs do not know it

    def copy(*args: object, **kwargs: object) -> str:
        name: str = make(*args, **kwargs)
        if template.exists():
            shutil.copyfile(template, name)
        return name

    def keep() -> None:
        if not template.exists():
            unfinished = template.with_suffix(".unfinished")
            with closing(sqlite3.connect(unfinished)) as database:
                connection.ensure_connection()
                connection.connection.backup(database)
            unfinished.rename(template)
        # Closing the file opens the lock, as does the end of a process that could not migrate.
        lock.close()

    # Whoever comes meanwhile waits until there is something to copy.
    with (
        (directory / _LOCK).open("w") as lock,
        patch.object(connection.creation, "_create_test_db", copy),
    ):
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield keep


def migrated_file(make: Callable[[], Path]) -> bytes:
    """The content of the migrated file of this run; `make` migrates and answers a file where there is none yet."""
    shared = os.environ.get(VARIABLE, "")
    if not Path(shared or "none").is_dir():
        return make().read_bytes()
    template = Path(shared) / _TEMPLATE
    with (Path(shared) / _LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not template.exists():
            _put(template, make().read_bytes())
    return template.read_bytes()


def _put(template: Path, content: bytes) -> None:
    """Write the file under its name when it is whole."""
    unfinished = template.with_suffix(".unfinished")
    unfinished.write_bytes(content)
    unfinished.rename(template)
