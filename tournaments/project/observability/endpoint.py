"""The address that Prometheus reads."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from tournaments.project.observability.metrics import exposition


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics to the holder of METRICS_TOKEN; nobody else learns that they exist."""
    token, header = settings.METRICS_TOKEN, request.headers.get("Authorization", "")
    if not token or not secrets.compare_digest(header.encode(), f"Bearer {token}".encode()):
        raise Http404
    return HttpResponse(exposition(), content_type=CONTENT_TYPE_LATEST)
