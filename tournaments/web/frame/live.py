"""Where a page hears that its tournament has changed, in an installation with a live process."""

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
    """The address of the stream for a page made of this version of the tournament; empty where there is none."""
    if not settings.LIVE:
        return ""
    path = f"/live/{tournament.uid}/?since={tournament.log_seq}"
    return path if settings.LIVE == _PROXY else f"{_origin(request)}{path}"


class LivePolicy:
    """Lets the pages reach the live process where it has a port of its own, and nothing else there."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if settings.LIVE in ("", _PROXY):
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Add the address of the live process to the policy of the answer."""
        return csp_update({"connect-src": [_origin(request)]})(self.get_response)(request)


def _origin(request: HttpRequest) -> str:
    """The live process on its own port of the host that the browser has asked."""
    host, _port = split_domain_port(request.get_host())
    return f"{request.scheme}://{host}:{settings.LIVE}"
