"""What gunicorn does alike in both installations."""

from __future__ import annotations

from typing import Any

from django.urls import get_resolver

worker_class = "tournaments.project.web_worker.WebWorker"
# Connections of one process, most of which wait for a phone and cost no thread.
worker_connections = 2000


def post_worker_init(_worker: Any) -> None:
    """Load the pages before the first request, which would wait for them."""
    get_resolver().url_patterns  # noqa: B018 - reading them loads them
