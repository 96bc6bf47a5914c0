"""Probes for operators, and the answer while the database or the cache is away or the disk is full."""

from __future__ import annotations

import logging
import sys
from datetime import timedelta

from django.core.cache import caches
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.defaults import server_error as django_server_error

from tournaments import queue
from tournaments.models import OutboxJob
from tournaments.project.outages import is_outage
from tournaments.project.shared_cache import SharedCache

logger = logging.getLogger(__name__)

_RETRY_AFTER = 5
# Jobs that are due for longer than this mean that no worker runs.
_LATE_AFTER = timedelta(seconds=60)


@never_cache
@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    """Whether the process answers at all."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(_request: HttpRequest) -> HttpResponse:
    """Whether the database answers, and how the jobs stand; 503 while it does not.

    `jobs` is `late` while due jobs wait for no worker and `failing` while some are
    dead. `mail` is `away` while the mail server takes nothing and `late` while mails
    wait for nobody, `redis` is `away` while it takes nothing. Pages work without any of them, so none of it makes the service unready.
    """
    late = timezone.now() - _LATE_AFTER
    try:
        waiting = queue.is_late(queue.Lane.WORK, since=late)
        is_mail_late = queue.is_late(queue.Lane.MAIL, since=late)
        is_mail_away = queue.postponed().exists()
        dead = OutboxJob.objects.filter(is_dead=True).count()
    except (OperationalError, InterfaceError) as error:
        logger.warning("The database does not answer: %s", error)
        return _retry_later(JsonResponse({"status": "unavailable", "database": "away"}, status=503))
    jobs = "late" if waiting else "failing" if dead else "ok"
    mail = "away" if is_mail_away else "late" if is_mail_late else "ok"
    found = {"status": "ok", "database": connection.vendor, "jobs": jobs, "dead_jobs": dead, "mail": mail}
    if isinstance(shared := caches["default"], SharedCache):
        found["redis"] = "ok" if shared.is_well() else "away"
    return JsonResponse(found)


def server_error(request: HttpRequest) -> HttpResponse:
    """The answer to an unexpected error: 503 when the database, the cache or the disk is at fault, else 500.

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
    return _retry_later(HttpResponse(render_to_string("503.html"), status=503))


def _retry_later(response: HttpResponse) -> HttpResponse:
    response["Retry-After"] = str(_RETRY_AFTER)
    return response
