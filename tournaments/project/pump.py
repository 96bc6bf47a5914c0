"""The threads of a worker process, by lane, and the pump of the embedded runner.

Celery's pool does the pairings alone. Its queue has one pool and no limit by kind, so that four analyses would hold all
four threads of a worker. Every other lane has a fixed number of threads in each worker, which take jobs from their rows.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping

from celery.signals import celeryd_after_setup, worker_ready, worker_shutting_down
from celery.worker import WorkController
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import close_old_connections, connection
from django.urls import reverse
from prometheus_client import start_http_server

from matches.database.fair_sqlite import base as fair_sqlite
from tournaments import queue, tasks
from tournaments.project.later_release import LaterRelease, require_workable_database
from tournaments.queue import Lane

from .observability.logs import log_long_collections

logger = logging.getLogger(__name__)

# A job starts this long after its request at the latest, when a worker is free.
_LOOK_EVERY = 0.2
# One that waits for its time starts this long after it at the latest.
_LOOK_ANYWAY = 1.0
_SWEEP_EVERY = 60.0
# A job of another lane waits so long for the pairings that its process is at; most of a mail's time is its server's.
_LONGEST_WAY = 5.0
# Between two write transactions of a worker on SQLite another process tries to begin its own twice.
_PAUSE = 0.01
# Few jobs wait in memory at a time: the others wait in the database, where a
# killed worker does not lose sight of them.
_MOST_IN_FLIGHT = 50
# How many jobs of a lane are under way at a time in each worker, however slow they are. A record can be checked beside
# an analysis, of which there is one at a time, and the sweep goes beside whatever else the rest is.
THREADS: Mapping[Lane, int] = {
    Lane.PHONES: 2,
    Lane.MAIL: 2,
    Lane.RECORDS: 2,
    Lane.FORECASTS: 1,
    Lane.LISTS: 1,
    Lane.REST: 2,
}
_stopping = threading.Event()


@celeryd_after_setup.connect
def refuse_later_release(**_: object) -> None:
    """Exit before the first job if a later release took away what this one uses."""
    try:
        require_workable_database()
    except LaterRelease as error:
        raise SystemExit(str(error)) from error
    except DatabaseError as error:
        logger.warning("The database does not answer: %s", error)
    finally:
        connection.close()


@celeryd_after_setup.connect
def leave_pairings(instance: WorkController, **_: object) -> None:
    """Let a worker without the lane of the pairings take no message."""
    if Lane.PAIRINGS not in settings.WORKER_LANES:
        instance.app.amqp.queues.deselect([instance.app.conf.task_default_queue])


@worker_ready.connect
def start(**_: object) -> None:
    """Start the threads of the lanes, and the pump if the worker has no broker."""
    _stopping.clear()
    # A mail names pages, and the first address loads all of them: for seconds, which no transaction is to wait for.
    reverse("home")
    fair_sqlite.PAUSE.seconds = _PAUSE
    log_long_collections()
    bells = {lane: threading.Event() for lane in THREADS if lane in settings.WORKER_LANES}
    for lane, bell in bells.items():
        for number in range(THREADS[lane]):
            _begin(f"{lane} {number}", _work, lane, bell)
    if bells:
        _begin("bells", _ring, bells)
    if settings.IS_EMBEDDED:
        _begin("pump", _pump)
    if settings.METRICS_PORT:
        _report_metrics(settings.METRICS_PORT)


def _begin(name: str, target: Callable[..., None], *arguments: object) -> None:
    threading.Thread(target=target, args=arguments, name=name, daemon=True).start()


def _report_metrics(port: int) -> None:
    """Let Prometheus read the metrics of this worker; a port that is taken stops no job."""
    try:
        start_http_server(port)
    except (OSError, OverflowError) as error:
        logger.warning("Nothing can listen on METRICS_PORT %s (%s). Jobs run without metrics.", port, error)


@worker_shutting_down.connect
def stop(**_: object) -> None:
    """Stop claiming jobs; the others stay in the outbox."""
    _stopping.set()


class Looks:
    """Tells a thread when to look for work: after a change of the database, and each second.

    An idle service on SQLite would ask the same three questions five times a second, for ever.
    """

    def __init__(self) -> None:
        self._version = 0
        self._next = 0.0

    def is_due(self) -> bool:
        """Whether somebody else has changed the database since the last time, or that is a second ago."""
        version, now = _version_of_database(), time.monotonic()
        if version and version == self._version and now < self._next:
            return False
        self._version, self._next = version, now + _LOOK_ANYWAY
        return True


def _version_of_database() -> int:
    """Return what SQLite counts up with each change of another connection; 0 where nothing tells."""
    if connection.vendor != "sqlite":
        return 0
    with connection.cursor() as cursor:
        [version] = cursor.execute("PRAGMA data_version").fetchone()
    return int(version)


def _pump() -> None:
    """Publish due jobs until the worker stops."""
    looks = Looks()
    next_sweep = 0.0
    is_first = True
    while not _stopping.is_set():
        try:
            close_old_connections()
            if is_first:
                # The one worker of this installation has just started, so every
                # older claim is a dead worker's.
                queue.release_all()
                is_first = False
            if time.monotonic() >= next_sweep:
                tasks.request_sweep()
                next_sweep = time.monotonic() + _SWEEP_EVERY
            if looks.is_due():
                room = _MOST_IN_FLIGHT - queue.in_flight()
                if room > 0:
                    queue.publish(queue.claim_due(limit=room))
        except DatabaseError:
            logger.exception("The pump cannot reach the database and tries again.")
            _stopping.wait(1)
        _stopping.wait(_LOOK_EVERY)


def _ring(bells: Mapping[Lane, threading.Event]) -> None:
    """Wake the threads of the lanes that have a due job; one query for all of them."""
    looks = Looks()
    while not _stopping.is_set():
        try:
            close_old_connections()
            if looks.is_due():
                for lane in queue.lanes_due():
                    if lane in bells:
                        bells[lane].set()
        except DatabaseError:
            logger.exception("The jobs cannot reach the database and try again.")
            _stopping.wait(1)
        _stopping.wait(_LOOK_EVERY)


def _work(lane: Lane, bell: threading.Event) -> None:
    """Do the jobs of a lane, one at a time, until the worker stops."""
    while not _stopping.is_set():
        if not bell.wait(_LOOK_ANYWAY):
            continue
        bell.clear()
        try:
            close_old_connections()
            while not _stopping.is_set() and _run_next(lane):
                close_old_connections()
        except DatabaseError:
            logger.exception("The %s cannot reach the database and try again.", lane)
            _stopping.wait(1)
        finally:
            connection.close()


def _run_next(lane: Lane) -> bool:
    """Run the next job of a lane once no pairing is at work here; return whether there may be more."""
    # A phone and a mail are a matter of their servers.
    if lane not in (Lane.PHONES, Lane.MAIL):
        tasks.pairings.give_way(seconds=_LONGEST_WAY)
    return tasks.run_lane(lane) is not None
