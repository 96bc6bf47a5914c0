"""Django's SQLite backend with a fair queue of write transactions.

SQLite lets one connection write and has no queue: a connection that finds it busy sleeps up to a tenth of a second and
retries, while others overtake. With eight clients a few of them wait for seconds. Here the threads of a process take
turns in the order of their requests, so only one thread per process contends for SQLite, and it retries often enough
to begin between two transactions of another process.
"""

from __future__ import annotations

import os
import sqlite3
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from time import monotonic, sleep
from typing import Any

from django.db.backends.sqlite3 import base, features
from django.db.utils import OperationalError
from django.utils.functional import cached_property

from .fifo_lock import FifoLock
from .waits import LONG, Pause, Waits, log_holder, log_long_turn

# The milliseconds for which SQLite itself waits in one attempt, and the seconds between two attempts.
_ATTEMPT = 5
_PAUSE = 0.002
# What ends when another process has written, or has recovered the file after a crash. A snapshot that is too old stays
# so, and is an error at once: its transaction has to begin anew, as that of whoever tries again does. The last code is
# of an error that another thread has reset meanwhile, as it freed a cursor of the same connection.
_PASSING = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_BUSY_RECOVERY, sqlite3.SQLITE_OK}
# A longer statement is no faster.
_MOST_VALUES = 32_766
# The first letters of the statements that write.
_WRITES = frozenset({"INSERT", "UPDATE", "DELETE", "REPLAC"})
_LOCKS: defaultdict[str, FifoLock] = defaultdict(FifoLock)
# The collations of every connection by name, which applications add when they are ready.
COLLATIONS: dict[str, Callable[[str, str], int]] = {}
# A worker sets it: its threads take turns without a gap, and the web would wait for all of their transactions.
PAUSE = Pause()
WAITS = Waits()


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


class DatabaseFeatures(features.DatabaseFeatures):
    """The features of SQLite as its library has them."""

    # Older libraries do not answer the keys of the rows that they insert.
    minimum_database_version = (3, 35)

    @cached_property
    def max_query_params(self) -> int:  # type: ignore[override] # a value of the class there
        """How many values one statement takes: Django's 999 are those of a library before 2020."""
        self.connection.ensure_connection()
        limit: int = self.connection.connection.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER)
        return min(limit, _MOST_VALUES)


class Cursor(base.SQLiteCursorWrapper):
    """A cursor that waits for a busy database between short attempts.

    SQLite waits with the mutex of its connection locked. A garbage collection in another thread needs that mutex for
    each cursor of the connection that it frees, so a thread that holds the write lock would wait for one that awaits it.
    """

    def __init__(self, connection: sqlite3.Connection, *, database: DatabaseWrapper) -> None:
        super().__init__(connection)
        self._database = database

    def execute(self, query: str, params: Any = None) -> Any:
        """Execute a statement by the rules of the connection."""
        return self._database.attempt(query, lambda: super(Cursor, self).execute(query, params))

    def executemany(self, query: str, param_list: Any) -> Any:
        """Execute a statement for each of several sets of parameters, which are read once."""
        rows = list(param_list)
        return self._database.attempt(query, lambda: super(Cursor, self).executemany(query, rows))


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that holds the lock of its database file from BEGIN to COMMIT or ROLLBACK."""

    features_class = DatabaseFeatures
    _held: FifoLock | None = None
    _asked_at = 0.0
    _turn_since = 0.0

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Open the file, readable by its owner alone because it holds sessions and tokens."""
        keep_private(str(conn_params["database"]))
        connection = super().get_new_connection(conn_params)
        for name, compare in COLLATIONS.items():
            connection.create_collation(name, compare)
        with closing(connection.execute(f"PRAGMA busy_timeout = {_ATTEMPT}")):
            return connection

    def create_cursor(self, name: str | None = None) -> Cursor:
        """Return a cursor that waits for a busy database by this connection's rules."""
        cursor: Cursor = self.connection.cursor(factory=partial(Cursor, database=self))
        return cursor

    def attempt(self, query: str, run: Callable[[], Any]) -> Any:
        """Run a statement; outside a transaction wait for other writers, until the timeout."""
        if not self.autocommit:
            return run()
        if self._held is not None or query[:6].upper() not in _WRITES:
            return self._retry(run)
        self._acquire()
        try:
            PAUSE.wait()
            return self._retry(run)
        finally:
            self._release()

    def _start_transaction_under_autocommit(self) -> None:
        """Begin a transaction after acquiring the lock; raise OperationalError after the timeout."""
        self._acquire()
        try:
            PAUSE.wait()
            # The thread that asked frees its statement: a collection in another one would wait for this connection.
            with self.cursor() as cursor:
                cursor.execute(f"BEGIN {self.transaction_mode or ''}")  # type: ignore[attr-defined]
        except BaseException:
            self._release()
            raise

    def _acquire(self) -> None:
        """Acquire the lock of the file; raise OperationalError after the timeout."""
        self._asked_at = monotonic()
        lock = _LOCKS[str(self.settings_dict["NAME"])]

        def log_delay() -> None:
            log_holder(lock.holder, waiting=lock.waiting)

        if not lock.acquire(timeout=self._patience, long=LONG, on_delay=log_delay):
            WAITS.add(self._patience)
            raise OperationalError("database is locked")
        self._held, self._turn_since = lock, monotonic()

    def _retry(self, run: Callable[[], Any]) -> Any:
        """Retry at short intervals, so that the wait ends soon after another process has written.

        The last attempt begins the turn of a writer; until then it has waited.
        """
        end = (self._asked_at if self._held is not None else monotonic()) + self._patience
        while True:
            self._turn_since = monotonic()
            try:
                return run()
            except sqlite3.OperationalError as error:
                # An error of the driver itself has no code.
                if getattr(error, "sqlite_errorcode", None) not in _PASSING or self._turn_since > end:
                    raise
            sleep(_PAUSE)

    @property
    def _patience(self) -> float:
        """The seconds that a statement waits for other writers."""
        patience: float = self.settings_dict["OPTIONS"].get("timeout", 5.0)
        return patience

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
        if lock is None:
            return
        PAUSE.begin()
        lock.release()
        WAITS.add(self._turn_since - self._asked_at)
        if (seconds := monotonic() - self._turn_since) > LONG:
            log_long_turn(seconds)
