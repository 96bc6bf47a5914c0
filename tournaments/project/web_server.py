"""The gunicorn settings that both installations share."""

from __future__ import annotations

import sys
from typing import Any

from django.db import DatabaseError, connection
from django.urls import get_resolver
from gunicorn.arbiter import Arbiter

from tournaments.project.later_release import LaterRelease, require_known_release

worker_class = "tournaments.project.web_worker.WebWorker"
# Connections of one process, most of which wait for a phone and cost no thread.
worker_connections = 2000


def post_worker_init(worker: Any) -> None:
    """Import the pages before the first request; exit if a later release has used the database."""
    try:
        require_known_release()
    except LaterRelease as error:
        worker.log.critical("%s", error)
        # The code by which gunicorn knows that another attempt is of no use.
        sys.exit(Arbiter.APP_LOAD_ERROR)
    except DatabaseError as error:
        # It may come back, and every page says so until then.
        worker.log.warning("The database does not answer: %s", error)
    finally:
        connection.close()
    get_resolver().url_patterns  # noqa: B018 - reading them loads them
