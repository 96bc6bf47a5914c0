"""Background threads of a worker process: mail, and the pump of the embedded runner."""

from __future__ import annotations

import logging
import threading
import time

from celery.signals import celeryd_after_setup, worker_ready, worker_shutting_down
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import close_old_connections, connection

from tournaments import queue, tasks
from tournaments.project.later_release import LaterRelease, require_known_release

logger = logging.getLogger(__name__)

# A job starts this long after its request at the latest, when a worker is free.
_LOOK_EVERY = 0.2
_SWEEP_EVERY = 60.0
# Few jobs wait in memory at a time: the others wait in the database, where a
# killed worker does not lose sight of them.
_MOST_IN_FLIGHT = 50
# How many mails are under way at a time in each worker, however slow their server is.
_MAILS = 2
_stopping = threading.Event()


@celeryd_after_setup.connect
def refuse_later_release(**_: object) -> None:
    """Exit before the first job if a later release has used the database."""
    try:
        require_known_release()
    except LaterRelease as error:
        raise SystemExit(str(error)) from error
    except DatabaseError as error:
        logger.warning("The database does not answer: %s", error)
    finally:
        connection.close()


@worker_ready.connect
def start(**_: object) -> None:
    """Start the mail threads, and the pump if the worker has no broker."""
    _stopping.clear()
    for number in range(_MAILS):
        threading.Thread(target=_mail, name=f"mail {number}", daemon=True).start()
    if settings.IS_EMBEDDED:
        threading.Thread(target=_pump, name="pump", daemon=True).start()


@worker_shutting_down.connect
def stop(**_: object) -> None:
    """Stop claiming jobs; the others stay in the outbox."""
    _stopping.set()


def _pump() -> None:
    """Publish due jobs until the worker stops."""
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
            room = _MOST_IN_FLIGHT - queue.in_flight()
            if room > 0:
                queue.publish(queue.claim_due(limit=room))
        except DatabaseError:
            logger.exception("The pump cannot reach the database and tries again.")
            _stopping.wait(1)
        _stopping.wait(_LOOK_EVERY)


def _mail() -> None:
    """Send mails until the worker stops."""
    while not _stopping.is_set():
        try:
            close_old_connections()
            if tasks.deliver() is None:
                _stopping.wait(_LOOK_EVERY)
        except DatabaseError:
            logger.exception("The mails cannot reach the database and try again.")
            _stopping.wait(1)
