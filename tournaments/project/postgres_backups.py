"""What docker/backup.sh has of a PostgreSQL server: its copies of the files, and how far it is with the changes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.db import connection

# As in docker/backup.sh.
SLOT = "videau_backup"
_FORM = "base-%Y%m%dT%H%M%SZ"
_CHANGES = "changes"
_OF_SLOT = """
SELECT active, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint
FROM pg_replication_slots WHERE slot_name = %s
"""


@dataclass(frozen=True, slots=True)
class Receiver:
    """Who receives the changes of the server: whether it is connected, and how many bytes it has not confirmed."""

    is_active: bool
    behind: int


def receiver() -> Receiver | None:
    """Return the receiver of the changes, as the server knows it; None where there never was one."""
    with connection.cursor() as cursor:
        cursor.execute(_OF_SLOT, [SLOT])
        row = cursor.fetchone()
    # A slot that was given up has no place in the changes.
    return Receiver(bool(row[0]), int(row[1])) if row is not None and row[1] is not None else None


def newest_copy(directory: Path) -> datetime | None:
    """Return the moment of the newest copy of the files; None without one that can be seen."""
    moments = [_moment(entry.name) for entry in directory.iterdir()] if directory.is_dir() else []
    return max((moment for moment in moments if moment is not None), default=None)


def newest_change(directory: Path) -> datetime | None:
    """Return when the last change arrived; None before the first one."""
    changes = directory / _CHANGES
    entries = changes.iterdir() if changes.is_dir() else ()
    stamps = [stamp for stamp in map(_stamp, entries) if stamp is not None]
    return datetime.fromtimestamp(max(stamps), UTC) if stamps else None


def _stamp(file: Path) -> float | None:
    """Return the time of a file; None where it was renamed or removed meanwhile, as full ones are."""
    try:
        return file.stat().st_mtime
    except FileNotFoundError:
        return None


def _moment(name: str) -> datetime | None:
    try:
        return datetime.strptime(name, _FORM).replace(tzinfo=UTC)
    except ValueError:
        return None
