"""Faults of the machine in one line with the way out, for users of a terminal."""

from __future__ import annotations

import errno
import os
import shlex
import sqlite3
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, OperationalError

from tournaments.project import backups
from tournaments.project.later_release import LaterRelease

_OF_DISK = {errno.ENOSPC, errno.EDQUOT}
_OF_PLACE = {
    errno.EACCES,
    errno.EPERM,
    errno.EROFS,
    errno.ENOTDIR,
    errno.EIO,
    errno.ENAMETOOLONG,
    errno.ELOOP,
}
_DAMAGE = ("malformed", "not a database", "disk i/o error", "database corruption")


def in_words(error: BaseException) -> str:
    """Return a line, or one for each setting, about an error that the owner of the machine can fix; else nothing."""
    if isinstance(error, LaterRelease | ImproperlyConfigured):
        return "\n".join(" ".join(line.split()) for line in str(error).splitlines())
    if isinstance(error, DatabaseError | sqlite3.Error):
        return _of_database(error)
    if isinstance(error, OSError) and error.errno in _OF_DISK:
        return _full(error.filename or "")
    if isinstance(error, OSError) and error.errno in _OF_PLACE:
        return f"{_place(error.filename)}: {error.strerror}. {_WAY_OUT}"
    return ""


_WAY_OUT = "Give it to the user who starts Videau, or set VIDEAU_DATA to a directory that can be written."


def _place(filename: str | None) -> Path:
    """Return the file that could not be used, or the directory of a temporary file."""
    place = Path(filename or settings.BASE_DIR)
    return place.parent if place.name.startswith(".") else place


def damaged(database: Path, reason: str) -> str:
    """Return the advice for a database that SQLite cannot read."""
    newest = next(iter(backups.backups_in(backup_directory())), None)
    way = (
        f"The newest backup is of {backups.made_at(newest):%Y-%m-%d %H:%M}: ./videau restore {shlex.quote(str(newest))}"
        if newest is not None
        else f"There is no backup in {backup_directory()}; with one from elsewhere: ./videau restore FILE"
    )
    return f"The database {database} is damaged ({reason}). {way}"


def backup_directory() -> Path:
    """Return the directory of the rolling backups of the embedded installation."""
    return Path(settings.VIDEAU_DATA) / "backups"


def _of_database(error: DatabaseError | sqlite3.Error) -> str:
    reason = " ".join(str(error).split())
    if settings.DATABASES["default"]["ENGINE"] != "matches.database.fair_sqlite":
        is_away = isinstance(error, OperationalError)
        return f"The database does not answer: {reason}" if is_away else ""
    database = Path(settings.DATABASES["default"]["NAME"])
    words = reason.lower()
    if any(damage in words for damage in _DAMAGE):
        return damaged(database, reason)
    if "full" in words:
        return _full(str(database.parent))
    if "unable to open" in words or "readonly" in words:
        owner = f" It belongs to user {database.stat().st_uid}." if _is_foreign(database) else ""
        return f"The database {database} cannot be opened for writing ({reason}).{owner} {_WAY_OUT}"
    return f"The database {database} is busy ({reason}). Try again in a moment." if "locked" in words else ""


def _is_foreign(file: Path) -> bool:
    try:
        return file.stat().st_uid != os.getuid()
    except OSError:
        return False


def _full(place: str) -> str:
    where = f" ({place})" if place else ""
    return f"The disk is full{where}. Make room and start again; nothing that was confirmed is lost."
