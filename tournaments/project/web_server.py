"""The gunicorn settings that both installations share."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from typing import Any

from django.db import DatabaseError, connection
from django.urls import get_resolver
from gunicorn.arbiter import Arbiter

from tournaments.project.later_release import LaterRelease, require_workable_database

from .observability.logs import log_long_collections

# Where the processes of this server count, unless whoever starts it says where.
_METRICS = "PROMETHEUS_MULTIPROC_DIR"
_own_metrics = ""
# Before prometheus_client is imported, which chooses by it between one process and several.
if os.environ.get("METRICS_TOKEN") and _METRICS not in os.environ:
    _own_metrics = os.environ[_METRICS] = tempfile.mkdtemp(prefix="videau-metrics-")

worker_class = "tournaments.project.web_worker.WebWorker"
# Connections of one process, most of which wait for a phone and cost no thread.
worker_connections = 2000
# Nobody at a desk waits longer for other writers; the page says that nothing is saved yet, and tries again.
_LONGEST_WAIT = 3
# The loop of the worker sends what a socket does not take at once; the system cannot write a file past it.
sendfile = False


def on_exit(_server: Any) -> None:
    """Remove what this server's processes have counted."""
    if _own_metrics:
        shutil.rmtree(_own_metrics, ignore_errors=True)


def post_worker_init(worker: Any) -> None:
    """Import the pages before the first request; exit if a later release took away what this one uses."""
    log_long_collections()
    if connection.vendor == "sqlite":
        connection.settings_dict["OPTIONS"]["timeout"] = _LONGEST_WAIT
    try:
        require_workable_database()
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
