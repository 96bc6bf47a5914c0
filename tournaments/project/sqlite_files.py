"""Files of SQLite databases: their integrity, copies of them, and their companion files."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

_HEADER = b"SQLite format 3\x00"
# The companion files of a database while it is open, or after a crash.
BESIDE = ("-wal", "-shm")
# A reader that meets a writer's checkpoint waits this many seconds at most.
_PATIENCE = 20.0


def is_database(file: Path) -> bool:
    """Whether the first bytes of a file are those of a SQLite database."""
    try:
        with file.open("rb") as stream:
            return stream.read(len(_HEADER)) == _HEADER
    except OSError:
        return False


def fault_of(file: Path, *, is_quick: bool = False) -> str:
    """Return SQLite's report on a damaged file; empty if it is intact. The quick check skips the indexes."""
    check = "quick_check(1)" if is_quick else "integrity_check(1)"
    try:
        with closing(sqlite3.connect(file, timeout=_PATIENCE)) as database:
            [answer] = database.execute(f"PRAGMA {check}").fetchone()
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "unable to open" in str(error):
            raise
        return str(error)
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if answer == "ok" else str(answer).partition("\n")[0]


def migrations_of(file: Path) -> set[tuple[str, str]]:
    """Return the migrations recorded in a database; none if it is not one of Django's."""
    with closing(sqlite3.connect(file, timeout=_PATIENCE)) as database:
        try:
            return set(database.execute("SELECT app, name FROM django_migrations"))
        except sqlite3.DatabaseError:
            return set()


def copy(source: Path, target: Path) -> None:
    """Copy a database, also while others write to it, into a file that only its owner reads.

    It reads in one transaction, so writers go on; the copy appears under its name when it is whole.
    """
    draft = target.with_name(f".{target.name}.draft")
    remove(draft)
    try:
        draft.touch(mode=0o600)
        with (
            closing(sqlite3.connect(source, timeout=_PATIENCE)) as reader,
            closing(sqlite3.connect(draft, timeout=_PATIENCE)) as writer,
        ):
            reader.backup(writer)
            # One file alone is carried away more easily than one with a log beside it.
            writer.execute("PRAGMA journal_mode=DELETE")
        draft.replace(target)
    except sqlite3.OperationalError as error:
        if "full" not in str(error):
            raise
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target.parent)) from error
    finally:
        remove(draft)


def remove(file: Path) -> None:
    """Remove a database, if it exists, with its companion files."""
    for one in (file, *companion_files(file), file.with_name(f"{file.name}-journal")):
        with suppress(FileNotFoundError):
            one.unlink()


def companion_files(file: Path) -> Iterator[Path]:
    """Return the companion files of a database."""
    for ending in BESIDE:
        yield file.with_name(f"{file.name}{ending}")
