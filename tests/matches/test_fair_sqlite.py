"""Writers on SQLite take turns, within a process and between processes."""

from __future__ import annotations

import gc
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sized
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, NotSupportedError, OperationalError, transaction
from django.db.utils import ConnectionHandler
from pytest_django import DjangoDbBlocker

from matches.database.fair_sqlite import base, waits
from matches.database.fair_sqlite.fifo_lock import FifoLock
from matches.database.fair_sqlite.waits import Pause, Waits

IMMEDIATELY = 0.05
SOON = 10.0


def test_a_free_turn_is_taken_at_once() -> None:
    assert FifoLock().acquire(timeout=0)


def test_a_turn_has_one_holder_until_it_is_given_up() -> None:
    lock = FifoLock()
    lock.acquire(timeout=0)
    assert not lock.acquire(timeout=IMMEDIATELY)
    lock.release()
    assert lock.acquire(timeout=0)


def test_who_ran_out_of_patience_is_not_handed_the_turn() -> None:
    lock = FifoLock()
    lock.acquire(timeout=0)
    assert not lock.acquire(timeout=IMMEDIATELY)
    lock.release()
    assert lock.acquire(timeout=0)
    lock.release()


def test_turns_come_in_the_order_they_were_asked_for() -> None:
    lock, order = FifoLock(), list[int]()
    lock.acquire(timeout=0)

    def wait(number: int) -> None:
        assert lock.acquire(timeout=SOON)
        order.append(number)
        lock.release()

    threads = [threading.Thread(target=wait, args=(number,)) for number in range(6)]
    for thread in threads:
        waiting = len(lock._waiting)
        thread.start()
        until(partial(is_longer, lock._waiting, waiting))
    lock.release()
    for thread in threads:
        thread.join(SOON)
    assert order == list(range(6))


def is_longer(waiting: Sized, than: int) -> bool:
    """Whether somebody has joined the queue."""
    return len(waiting) > than


@pytest.fixture
def database(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[Callable[[], Any]]:
    """Makes connections to one file through the backend, each as a thread of its own would have it."""
    connections: list[Any] = []
    file = tmp_path / "fair.sqlite3"
    plain = sqlite3.connect(file)
    plain.executescript("PRAGMA journal_mode=WAL; CREATE TABLE row (number INTEGER UNIQUE);")
    plain.close()

    def connect(patience: float = SOON) -> Any:
        options = {"transaction_mode": "IMMEDIATE", "timeout": patience}
        handler = ConnectionHandler(
            {"default": {"ENGINE": "matches.database.fair_sqlite", "NAME": str(file), "OPTIONS": options}}
        )
        connection = handler["default"]
        connection.inc_thread_sharing()
        connections.append(connection)
        return connection

    # The files are of the test alone, whatever database the run is about.
    with django_db_blocker.unblock():
        yield connect
        for connection in connections:
            connection.close()


@contextmanager
def writing(connection: Any) -> Iterator[None]:
    """A transaction on this connection."""
    connection.ensure_connection()
    connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    try:
        yield
    except BaseException:
        connection.rollback()
        raise
    else:
        connection.commit()
    finally:
        connection.set_autocommit(True)


def insert(connection: Any, number: int) -> None:
    """Write a row in a transaction of its own."""
    with writing(connection), connection.cursor() as cursor:
        cursor.execute("INSERT INTO row VALUES (%s)", [number])


def until(is_so: Callable[[], bool]) -> None:
    """Wait for something that another thread does."""
    end = time.monotonic() + SOON
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.001)


def test_a_second_writer_waits_for_the_first_to_commit(database: Callable[..., Any]) -> None:
    one, two = database(), database()
    thread = threading.Thread(target=insert, args=(two, 2))
    with writing(one):
        thread.start()
        thread.join(IMMEDIATELY)
        assert thread.is_alive()
    thread.join(SOON)
    assert not thread.is_alive()


def test_a_writer_that_failed_lets_the_next_one_in(database: Callable[..., Any]) -> None:
    one, two = database(), database(IMMEDIATELY)
    insert(one, 1)
    with pytest.raises(IntegrityError):
        insert(one, 1)
    insert(two, 2)


def test_a_writer_whose_connection_closed_lets_the_next_one_in(database: Callable[..., Any]) -> None:
    one, two = database(), database(IMMEDIATELY)
    one.ensure_connection()
    one.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    one.close()
    insert(two, 2)


def test_who_waits_too_long_for_another_thread_is_told_that_the_database_is_locked(
    database: Callable[..., Any],
) -> None:
    one, two = database(), database(IMMEDIATELY)
    with writing(one), pytest.raises(OperationalError, match="locked"):
        insert(two, 2)
    insert(two, 2)


def test_who_waits_too_long_for_another_process_is_told_so_and_gives_up_the_turn(
    database: Callable[..., Any], tmp_path: Path
) -> None:
    # A connection that knows nothing of turns stands for another process.
    other = sqlite3.connect(tmp_path / "fair.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    connection = database(IMMEDIATELY)
    with pytest.raises(OperationalError, match="locked"):
        insert(connection, 1)
    other.execute("ROLLBACK")
    insert(connection, 1)
    insert(database(IMMEDIATELY), 2)
    other.close()


def test_a_writer_gets_in_when_another_process_has_written(
    database: Callable[..., Any], tmp_path: Path
) -> None:
    other = sqlite3.connect(tmp_path / "fair.sqlite3", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    ending = threading.Timer(IMMEDIATELY, other.execute, ["COMMIT"])
    ending.start()
    insert(database(), 1)
    ending.join(SOON)
    other.close()


def test_a_statement_outside_a_transaction_waits_for_its_turn_too(database: Callable[..., Any]) -> None:
    one, two = database(), database()
    insert(one, 1)

    def change() -> None:
        with two.cursor() as cursor:
            cursor.execute("UPDATE row SET number = number + 1")
            assert cursor.rowcount == 2

    thread = threading.Thread(target=change)
    with writing(one):
        thread.start()
        thread.join(IMMEDIATELY)
        assert thread.is_alive()
        with one.cursor() as cursor:
            cursor.executemany("INSERT INTO row VALUES (%s)", ([number] for number in (4,)))
    thread.join(SOON)
    assert not thread.is_alive()
    with one.cursor() as cursor:
        assert cursor.execute("SELECT number FROM row ORDER BY number").fetchall() == [(2,), (5,)]


def test_a_statement_outside_a_transaction_is_told_that_it_waits_too_long(
    database: Callable[..., Any],
) -> None:
    one, two = database(), database(IMMEDIATELY)
    insert(one, 1)
    with writing(one), two.cursor() as cursor, pytest.raises(OperationalError, match="locked"):
        cursor.execute("DELETE FROM row")
    with two.cursor() as cursor:
        cursor.execute("DELETE FROM row")
        assert cursor.rowcount == 1


def test_a_writer_frees_the_cursor_of_a_connection_that_waits_for_it(
    database: Callable[..., Any], tmp_path: Path
) -> None:
    # SQLite frees a statement under the mutex of its connection, which a wait within SQLite would hold.
    waiting = database()
    waiting.ensure_connection()
    cursors = [waiting.create_cursor()]
    cursors[0].execute("SELECT 1 UNION SELECT 2").fetchone()
    thread = threading.Thread(target=waiting.create_cursor().execute, args=("INSERT INTO row VALUES (1)",))
    other = sqlite3.connect(tmp_path / "fair.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    thread.start()
    thread.join(IMMEDIATELY)
    assert thread.is_alive()
    cursors.clear()
    assert thread.is_alive()
    other.execute("COMMIT")
    thread.join(SOON)
    assert not thread.is_alive()
    other.close()


def test_sqlite_itself_waits_for_no_longer_than_one_attempt(database: Callable[..., Any]) -> None:
    connection = database()
    insert(connection, 1)
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA busy_timeout").fetchone() == (base._ATTEMPT,)


def test_a_begin_that_met_a_writer_leaves_no_statement_to_the_collector(
    database: Callable[..., Any], tmp_path: Path
) -> None:
    other = sqlite3.connect(tmp_path / "fair.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waiting = database(IMMEDIATELY)
    gc.collect()
    gc.disable()
    try:
        with pytest.raises(OperationalError, match="locked"), writing(waiting):
            pass
        cursors = [
            one
            for one in gc.get_objects()
            # Its type alone: a lazy object that another test has left behind would be evaluated.
            if issubclass(type(one), sqlite3.Cursor) and one.connection is waiting.connection
        ]
        assert [one for one in cursors if _is_open(one)] == []
    finally:
        gc.enable()
        other.close()


def _is_open(cursor: sqlite3.Cursor) -> bool:
    try:
        cursor.fetchone()
    except sqlite3.ProgrammingError:
        return False
    return True


@pytest.mark.django_db(transaction=True)
def test_a_transaction_inside_another_takes_no_second_turn() -> None:
    with transaction.atomic(), transaction.atomic():
        pass
    with transaction.atomic():
        pass


def test_a_process_pauses_between_two_of_its_transactions() -> None:
    now, sleeps = [100.0], list[float]()
    pause = Pause(clock=lambda: now[0], sleep=sleeps.append)
    pause.begin()
    pause.wait()
    assert sleeps == []
    pause.seconds = 0.5
    pause.begin()
    now[0] += 0.25
    pause.wait()
    assert sleeps == [0.25]
    now[0] += 0.25
    pause.wait()
    assert sleeps == [0.25]


def test_the_longest_wait_of_the_last_five_minutes_is_known() -> None:
    now = [0.0]
    memory = Waits(clock=lambda: now[0])
    assert memory.longest == 0
    memory.add(3.5)
    now[0] = 200
    memory.add(0.5)
    assert memory.longest == 3.5
    now[0] = 301
    assert memory.longest == 0.5


def test_who_waits_long_for_a_turn_logs_who_has_it_and_where(
    database: Callable[..., Any], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "LONG", IMMEDIATELY)
    monkeypatch.setattr(waits, "LONG", IMMEDIATELY)
    one, two = database(), database()
    entered, may_end = threading.Event(), threading.Event()

    def keep_everybody_waiting() -> None:
        with writing(one):
            entered.set()
            may_end.wait(SOON)

    threads = [
        threading.Thread(target=keep_everybody_waiting, name="a long act"),
        threading.Thread(target=insert, args=(two, 1), name="a report"),
    ]
    with caplog.at_level(logging.WARNING):
        threads[0].start()
        entered.wait(SOON)
        threads[1].start()
        until(lambda: "a long act writes" in caplog.text)
        may_end.set()
        for thread in threads:
            thread.join(SOON)
    assert "a report has waited" in caplog.text
    assert "in keep_everybody_waiting" in caplog.text
    assert "a long act has kept others from writing" in caplog.text


def test_a_long_turn_for_which_nobody_can_wait_is_no_warning(
    database: Callable[..., Any], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "LONG", 0.0)
    one = database()
    with waits.nobody_waits():
        insert(one, 1)
    assert not caplog.records
    insert(one, 2)
    assert "has kept others from writing" in caplog.text


class _Refusing:
    """A statement that SQLite refuses with a code so often."""

    def __init__(self, code: int, *, times: int) -> None:
        self.code, self.times, self.count = code, times, 0

    def __call__(self) -> str:
        self.count += 1
        if self.count > self.times:
            return "written"
        error = sqlite3.OperationalError("database is locked")
        error.sqlite_errorcode = self.code
        raise error


@pytest.mark.parametrize("code", [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_BUSY_RECOVERY])
def test_a_file_that_another_process_writes_or_recovers_is_waited_for(
    database: Callable[..., Any], code: int
) -> None:
    statement, connection = _Refusing(code, times=3), database()
    connection.ensure_connection()
    assert connection.attempt("UPDATE row SET number = 1", statement) == "written"
    assert statement.count == 4


def test_a_snapshot_that_is_too_old_is_not_waited_for(database: Callable[..., Any]) -> None:
    statement, connection = _Refusing(sqlite3.SQLITE_BUSY_SNAPSHOT, times=3), database()
    connection.ensure_connection()
    with pytest.raises(sqlite3.OperationalError):
        connection.attempt("UPDATE row SET number = 1", statement)
    assert statement.count == 1


def test_a_library_that_does_not_answer_the_keys_of_new_rows_is_refused(
    database: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = database()
    monkeypatch.setattr(connection, "get_database_version", lambda: (3, 34, 1))
    with pytest.raises(NotSupportedError, match=r"SQLite 3\.35 or later is required \(found 3\.34\.1\)"):
        connection.check_database_version_supported()
