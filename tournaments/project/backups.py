"""The backups that the embedded installation makes of its SQLite database while it runs."""

from __future__ import annotations

import logging
import shutil
import sqlite3
import threading
from contextlib import closing
from datetime import datetime
from pathlib import Path

from tournaments.project import sqlite_files

logger = logging.getLogger(__name__)

# Seconds from one look to the next; a copy is made where something has changed since the last.
EVERY = 300.0
# So many of the newest are kept, and the last of each day for so many days.
NEWEST = 12
DAYS = 14
# A copy must leave this many bytes on the disk for the results that are still to come.
_ROOM = 64 * 1024 * 1024
_FORM = "videau-%Y%m%d-%H%M%S.sqlite3"
# Every action appends to the log; who signs up or changes a profile is a player.
_CHANGED = """
SELECT (SELECT max(id) FROM tournaments_logentry), (SELECT count(*) FROM matches_player),
    (SELECT max(last_login) FROM matches_player)
"""


def made_at(file: Path) -> datetime | None:
    """When a backup was made, by its name; None for any other file."""
    try:
        return datetime.strptime(file.name, _FORM).astimezone()
    except ValueError:
        return None


def backups_in(directory: Path) -> list[Path]:
    """The backups of a directory, the newest first."""
    files = directory.iterdir() if directory.is_dir() else ()
    return sorted((file for file in files if made_at(file) is not None), reverse=True)


def outdated(files: list[Path]) -> list[Path]:
    """Those of these backups that are not kept: not among the newest, nor the last of one of the last days."""
    newest_first = sorted(files, reverse=True)
    of_day: dict[str, Path] = {}
    for file in newest_first:
        of_day.setdefault(file.name[: len("videau-20260307")], file)
    survivors = {*newest_first[:NEWEST], *list(of_day.values())[:DAYS]}
    return [file for file in newest_first if file not in survivors]


class RollingBackups:
    """Copies the database now and then, in a thread of its own, and forgets the old copies."""

    def __init__(self, database: Path, directory: Path, *, every: float = EVERY) -> None:
        self.database = database
        self.directory = directory
        self.every = every
        self._known: object = None
        self._is_warned = False
        self._stopping = threading.Event()

    def start(self) -> None:
        """Begin; the first copy is made after the first pause."""
        self.directory.mkdir(mode=0o700, exist_ok=True)
        threading.Thread(target=self._go_on, name="backups", daemon=True).start()

    def stop(self) -> None:
        """Make no more copies."""
        self._stopping.set()

    def _go_on(self) -> None:
        while not self._stopping.wait(self.every):
            self.look()

    def look(self) -> Path | None:
        """Make a copy where something has changed; what prevents it is said once, until the next that succeeds."""
        try:
            file = self._copy()
        except (OSError, sqlite3.Error) as error:
            self._warn(str(error))
            return None
        self._is_warned = self._is_warned and file is None
        return file

    def _copy(self) -> Path | None:
        with closing(sqlite3.connect(f"{self.database.as_uri()}?mode=ro", uri=True, timeout=20)) as database:
            now = database.execute(_CHANGED).fetchone()
        if now == self._known:
            return None
        size = self.database.stat().st_size + _ROOM
        free = shutil.disk_usage(self.directory).free
        if free < size:
            self._warn(f"{free // 1_000_000} MB are free, and {size // 1_000_000} MB are needed")
            return None
        file = self.directory / datetime.now().astimezone().strftime(_FORM)
        sqlite_files.copy(self.database, file)
        self._known = now
        for old in outdated(backups_in(self.directory)):
            old.unlink()
        return file

    def _warn(self, reason: str) -> None:
        if not self._is_warned:
            logger.warning("No backup can be made in %s: %s.", self.directory, reason)
        self._is_warned = True
