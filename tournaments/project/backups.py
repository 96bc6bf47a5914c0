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

# Seconds between two checks; a backup is made if something has changed since the last one.
EVERY = 300.0
# How many of the newest are kept, and for how many days the last one of the day.
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
    """Return the time of a backup, from its name; None for any other file."""
    try:
        return datetime.strptime(file.name, _FORM).astimezone()
    except ValueError:
        return None


def backups_in(directory: Path) -> list[Path]:
    """Return the backups in a directory, newest first."""
    files = directory.iterdir() if directory.is_dir() else ()
    return sorted((file for file in files if made_at(file) is not None), reverse=True)


def outdated_backups(files: list[Path]) -> list[Path]:
    """Return the backups to delete: neither among the newest, nor the last one of a recent day."""
    newest_first = sorted(files, reverse=True)
    of_day: dict[str, Path] = {}
    for file in newest_first:
        of_day.setdefault(file.name[: len("videau-20260307")], file)
    survivors = {*newest_first[:NEWEST], *list(of_day.values())[:DAYS]}
    return [file for file in newest_first if file not in survivors]


class RollingBackups:
    """Backs up the database periodically, in its own thread, and deletes outdated backups."""

    def __init__(self, database: Path, directory: Path, *, every: float = EVERY) -> None:
        self.database = database
        self.directory = directory
        self.every = every
        self._known: object = None
        self._is_warned = False
        self._stopping = threading.Event()

    def start(self) -> None:
        """Start; the first backup follows after the first pause."""
        self.directory.mkdir(mode=0o700, exist_ok=True)
        threading.Thread(target=self._go_on, name="backups", daemon=True).start()

    def stop(self) -> None:
        """Stop making backups."""
        self._stopping.set()

    def _go_on(self) -> None:
        while not self._stopping.wait(self.every):
            self.look()

    def look(self) -> Path | None:
        """Make a backup if something has changed; an error is logged once, until the next success."""
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
        for old in outdated_backups(backups_in(self.directory)):
            old.unlink()
        return file

    def _warn(self, reason: str) -> None:
        if not self._is_warned:
            logger.warning("No backup can be made in %s: %s.", self.directory, reason)
        self._is_warned = True
