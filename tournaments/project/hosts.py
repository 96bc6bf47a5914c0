"""The response to requests with an unknown host name."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.log import log_response

logger = logging.getLogger(__name__)

_LONGEST = 100


class KnownHost:
    """Refuses an unknown host name before anything reads it, with the correct address and one line in the log.

    Routers give names like `laptop.fritz.box`, which nobody can list beforehand.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, or return the correct address."""
        try:
            request.get_host()
        except DisallowedHost:
            host = request.META.get("HTTP_HOST", "")[:_LONGEST]
            with translation.override(translation.get_language_from_request(request)):
                # A production installation does not tell strangers under which name it is known.
                address = settings.BASE_URL if settings.IS_EMBEDDED else ""
                answer = HttpResponse(render_to_string("unknown_host.html", {"address": address}), status=400)
            log_response(
                "Refused the host %r: ALLOWED_HOSTS does not name it.",
                host,
                response=answer,
                request=request,
                logger=logger,
            )
            return answer
        return self.get_response(request)
