"""The figures of the service in Prometheus' format, over all processes of a container.

Each web process of a container counts in files of one directory (`web_server`), so each of them can report the sum.
The state of the queue and the disputes is read from the database for each report.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Iterator

from django.conf import settings
from django.core.cache import caches
from django.db import Error as DatabaseError
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    Metric,
    generate_latest,
    multiprocess,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from matches.models import Dispute
from tournaments import queue
from tournaments.project.release import VERSION
from tournaments.project.shared_cache import SharedCache

_DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

UNKNOWN = "unknown"
REQUESTS = Counter("videau_requests", "Requests by method, route and status.", ["method", "route", "status"])
REQUEST_SECONDS = Histogram(
    "videau_request_seconds", "Time of a request in the application, by kind.", ["kind"], buckets=_SECONDS
)


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count a request; all unknown addresses are the route `UNKNOWN`, so that strangers cannot make series."""
    REQUESTS.labels(known_method(method), route, status).inc()
    REQUEST_SECONDS.labels(_kind(route)).observe(seconds)


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def known_method(method: str) -> str:
    """Return a method of HTTP, or `other` for what somebody has made up."""
    return method if method in _METHODS else "other"


def _kind(route: str) -> str:
    if route.startswith("/api/"):
        return "api"
    if route.startswith("/desk/"):
        return "desk"
    return "live" if route.endswith("live/") else "probe" if route in _PROBES else "page"


_PROBES = frozenset({"/healthz", "/readyz", "/metrics"})


class _LiveFigures(Collector):
    """What the database, the cache and the queue are like at the moment."""

    def collect(self) -> Iterator[Metric]:
        """Yield the figures; without a database only that it is away."""
        yield GaugeMetricFamily("videau_release", f"1 for the release {VERSION}.", value=1)
        try:
            figures = [*_of_queue(), *_of_disputes()]
        except DatabaseError:
            figures = []
        yield GaugeMetricFamily(
            "videau_database_up", "1 while the database answers.", value=float(bool(figures))
        )
        yield from figures
        yield from _of_pool()
        if isinstance(shared := caches["default"], SharedCache):
            value = float(shared.is_well())
            yield GaugeMetricFamily(
                "videau_cache_up", "1 while Redis answers and accepts writes.", value=value
            )


def _of_queue() -> Iterator[Metric]:
    waiting = GaugeMetricFamily(
        "videau_jobs_due", "Jobs that are due and not being done, by lane.", labels=["lane"]
    )
    ages = GaugeMetricFamily(
        "videau_jobs_oldest_seconds",
        "Seconds for which the oldest such job is due, by lane.",
        labels=["lane"],
    )
    dead = GaugeMetricFamily(
        "videau_jobs_dead", "Jobs that have failed at every attempt, by lane.", labels=["lane"]
    )
    for backlog in queue.backlogs():
        waiting.add_metric([backlog.lane], backlog.due)
        ages.add_metric([backlog.lane], backlog.oldest.total_seconds())
        dead.add_metric([backlog.lane], backlog.dead)
    yield from (waiting, ages, dead)


def _of_disputes() -> Iterator[Metric]:
    count = Dispute.objects.filter(closed_at=None).count()
    yield GaugeMetricFamily("videau_disputes_open", "Disputes without a ruling.", value=count)


def _of_pool() -> Iterable[Metric]:
    pool = getattr(connection, "pool", None) if connection.vendor == "postgresql" else None
    if not pool:
        return
    stats = pool.get_stats()
    family = GaugeMetricFamily(
        "videau_database_connections", "Connections of the process that answers, by state.", labels=["state"]
    )
    family.add_metric(["open"], stats.get("pool_size", 0))
    family.add_metric(["free"], stats.get("pool_available", 0))
    family.add_metric(["awaited"], stats.get("requests_waiting", 0))
    yield family


def exposition() -> bytes:
    """Return all figures as text in Prometheus' format."""
    state = CollectorRegistry(auto_describe=False)
    state.register(_LiveFigures())
    counted: CollectorRegistry = REGISTRY
    if _DIRECTORY in os.environ:
        counted = CollectorRegistry()
        multiprocess.MultiProcessCollector(counted)  # type: ignore[no-untyped-call]
    return generate_latest(counted) + generate_latest(state)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics to the holder of METRICS_TOKEN; nobody else learns that they exist."""
    token, header = settings.METRICS_TOKEN, request.headers.get("Authorization", "")
    if not token or not secrets.compare_digest(header.encode(), f"Bearer {token}".encode()):
        raise Http404
    return HttpResponse(exposition(), content_type=CONTENT_TYPE_LATEST)
