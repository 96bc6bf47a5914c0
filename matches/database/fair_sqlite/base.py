"""Django's SQLite backend with a fair queue of write transactions.

SQLite lets one connection write and has no queue: a connection that finds it busy sleeps up to a tenth of a second and
retries, while others overtake. With eight clients a few of them wait for seconds. Here the threads of a process take
turns in the order of their requests, so only one thread per process contends for SQLite, and it retries often enough
that another process gets its chance between two transactions.
"""

from __future__ import annotations

import os
import sqlite3
from collections import defaultdict
from contextlib import suppress
from time import monotonic
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from .fifo_lock import FifoLock

# How long one attempt to begin lets SQLite sleep, in milliseconds.
_ATTEMPT = 5
_LOCKS: defaultdict[str, FifoLock] = defaultdict(FifoLock)


def keep_private(name: str) -> None:
    """Create a database file with mode 0600, and remove wider permissions of an existing one."""
    if not name.startswith("/"):
        return
    if not os.path.exists(name):
        # SQLite itself reports a directory that is not writable.
        with suppress(OSError):
            os.close(os.open(name, os.O_CREAT | os.O_WRONLY, 0o600))
    for file in (name, f"{name}-wal", f"{name}-shm"):
        with suppress(OSError):
            if os.stat(file).st_mode & 0o077:
                os.chmod(file, 0o600)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that holds the lock of its database file from BEGIN to COMMIT or ROLLBACK."""

    _held: FifoLock | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Open the file, readable by its owner alone because it holds sessions and tokens."""
        keep_private(str(conn_params["database"]))
        return super().get_new_connection(conn_params)

    def _start_transaction_under_autocommit(self) -> None:
        """Begin a transaction after acquiring the lock; raise OperationalError after the timeout."""
        patience: float = self.settings_dict["OPTIONS"].get("timeout", 5.0)
        end = monotonic() + patience
        lock = _LOCKS[str(self.settings_dict["NAME"])]
        if not lock.acquire(timeout=patience):
            raise OperationalError("database is locked")
        self._held = lock
        try:
            self._begin(end)
        except BaseException:
            self._release()
            raise
        finally:
            self._be_patient(patience)

    def _begin(self, end: float) -> None:
        """Retry at short intervals, so that the wait ends soon after another process has written."""
        self._be_patient(_ATTEMPT / 1000)
        while True:
            try:
                super()._start_transaction_under_autocommit()  # type: ignore[misc]
            except OperationalError as error:
                cause = error.__cause__
                is_busy = isinstance(cause, sqlite3.Error) and cause.sqlite_errorcode == sqlite3.SQLITE_BUSY
                if not is_busy or monotonic() > end:
                    raise
            else:
                return

    def _be_patient(self, seconds: float) -> None:
        """Set the busy timeout of SQLite itself."""
        if self.connection is not None:
            self.connection.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")

    def _commit(self) -> Any:
        result = super()._commit()  # type: ignore[misc]
        self._release()
        return result

    def _rollback(self) -> Any:
        try:
            return super()._rollback()  # type: ignore[misc]
        finally:
            self._release()

    def _close(self) -> Any:
        try:
            return super()._close()  # type: ignore[misc]
        finally:
            self._release()

    def _release(self) -> None:
        """Release the lock; a no-op without one."""
        lock, self._held = self._held, None
        if lock is not None:
            lock.release()
