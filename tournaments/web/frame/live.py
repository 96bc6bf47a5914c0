"""The event stream that tells pages about changes, in an installation with a live process."""

from __future__ import annotations

from collections.abc import Callable

from csp.decorators import csp_update
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.http.response import HttpResponseBase

from tournaments.models import Tournament

_PROXY = "proxy"


def live_address(request: HttpRequest, tournament: Tournament) -> str:
    """Return the address of the stream for a page of this version, or an empty text without one."""
    if not settings.LIVE:
        return ""
    path = f"/live/{tournament.uid}/?since={tournament.log_seq}"
    return path if settings.LIVE == _PROXY else f"{_origin(request)}{path}"


class LivePolicy:
    """Middleware that adds the live process to the content security policy if it has its own port."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if settings.LIVE in ("", _PROXY):
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Add the address of the live process to the policy of the response."""
        return csp_update({"connect-src": [_origin(request)]})(self.get_response)(request)


def _origin(request: HttpRequest) -> str:
    """Return the origin of the live process: its own port of the requested host."""
    host, _port = split_domain_port(request.get_host())
    return f"{request.scheme}://{host}:{settings.LIVE}"
