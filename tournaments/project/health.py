"""Probes for operators, and the answer while the database or the cache is away or the disk is full."""

from __future__ import annotations

import logging
import re
import sys
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.defaults import server_error as django_server_error

from matches.database.fair_sqlite.base import WAITS
from tournaments import queue
from tournaments.models import ClockMark, OutboxJob
from tournaments.project.operating.state import LATE_AFTER
from tournaments.project.shared_cache import SharedCache

from .outages import is_outage

logger = logging.getLogger(__name__)

_RETRY_AFTER = 5
# A job begins within a second where a worker is free.
_WAITING_AFTER = timedelta(seconds=10)
# A worker sweeps every minute, and each sweep leaves a mark.
_SEEN_WITHIN = timedelta(minutes=3)
_BEGUN_AT = timezone.now()
# Parts of the names of fields that no page repeats: a password, and the code of a second factor.
_SECRETS = re.compile("password|^code$")


@never_cache
@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    """Return 200 if the process answers at all."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(_request: HttpRequest) -> HttpResponse:
    """Return the state of the database, the cache and the jobs; 503 if the database does not answer.

    `jobs` is `late` while due jobs wait for a minute, `failing` while some are dead,
    and `waiting` while they wait for seconds or no worker has been seen. `mail` is
    `away` while the mail server takes nothing and `late` while mails wait for nobody,
    `redis` is `away` while it takes nothing. Pages work without any of them, so the
    service is `impaired` then, and yet ready. On SQLite `longest_wait` is the seconds
    that a request of this process has waited to write in the last five minutes.
    """
    now = timezone.now()
    try:
        dead = OutboxJob.objects.filter(is_dead=True).count()
        jobs = _jobs(now, dead=dead)
        is_mail_late = queue.is_late(queue.Lane.MAIL, since=now - LATE_AFTER)
        mail = "away" if queue.postponed().exists() else "late" if is_mail_late else "ok"
    except (OperationalError, InterfaceError) as error:
        logger.warning("The database does not answer: %s", error)
        return _retry_later(JsonResponse({"status": "unavailable", "database": "away"}, status=503))
    parts: dict[str, Any] = {"jobs": jobs, "mail": mail}
    if isinstance(shared := caches["default"], SharedCache):
        parts["redis"] = "ok" if shared.is_well() else "away"
    status = "ok" if set(parts.values()) == {"ok"} else "impaired"
    if connection.vendor == "sqlite":
        parts["longest_wait"] = round(WAITS.longest, 2)
    return JsonResponse({"status": status, "database": connection.vendor, "dead_jobs": dead, **parts})


def _jobs(now: datetime, *, dead: int) -> str:
    """Return the state of the job queue."""
    if queue.is_late(*queue.PROMPT, since=now - LATE_AFTER):
        return "late"
    if dead:
        return "failing"
    # The embedded worker begins with this process: what one before it did says nothing.
    since = max(now - _SEEN_WITHIN, _BEGUN_AT) if settings.IS_EMBEDDED else now - _SEEN_WITHIN
    is_seen = ClockMark.objects.filter(at__gte=since).exists()
    is_waiting = queue.is_late(*queue.PROMPT, since=now - _WAITING_AFTER)
    return "ok" if is_seen and not is_waiting else "waiting"


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the response to an unexpected error: 503 for an outage of database, cache or disk, else 500.

    Django calls it while the error is being handled, also for errors in middleware.
    """
    error = sys.exc_info()[1]
    if isinstance(error, UnreadablePostError):
        # Who sent half a request is most likely gone.
        return HttpResponse(status=408)
    if error is None or not is_outage(error):
        return django_server_error(request)
    if request.path.startswith("/api/"):
        detail = _(
            "The service cannot store anything just now. Nothing that was confirmed is lost. Try again."
        )
        problem = {
            "type": "about:blank",
            "title": _("Back in a moment"),
            "status": 503,
            "code": "unavailable",
            "detail": detail,
        }
        return _retry_later(JsonResponse(problem, status=503, content_type="application/problem+json"))
    # Without the request, so that no context processor asks the database again.
    fields = _fields_to_send_again(request)
    if fields:
        # What its view counts once goes out by itself; anything else is sent again by whoever typed it.
        seconds = _RETRY_AFTER if getattr(request, "counts_once", False) else None
        context = {"address": request.get_full_path(), "fields": fields, "seconds": seconds}
        return _retry_later(HttpResponse(render_to_string("not_saved.html", context), status=503))
    return _retry_later(HttpResponse(render_to_string("503.html"), status=503))


def _fields_to_send_again(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the fields of a form that its sender may send again; none of a file or of a form with a secret."""
    if request.method != "POST" or request.content_type != "application/x-www-form-urlencoded":
        return []
    fields = [(name, str(value)) for name, values in request.POST.lists() for value in values]
    return [] if any(_SECRETS.search(name) for name, _value in fields) else fields


def _retry_later(response: HttpResponse) -> HttpResponse:
    response["Retry-After"] = str(_RETRY_AFTER)
    return response
