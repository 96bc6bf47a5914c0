"""The id of each request, its line in the log and its figures."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bind_contextvars, clear_contextvars

from tournaments.project.observability import metrics

logger = logging.getLogger("videau.request")

HEADER = "X-Request-ID"
_VALID = re.compile(r"[\w.-]{8,64}", re.ASCII)
_SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
_LONGEST_PATH = 200
# Named rows only: other parts of an address may be tokens or codes.
_OBJECT = "uid"


class RequestLog:
    """Gives each request an id, and logs the ones that change something or are refused.

    The id of a proxy is taken over where it has 8 to 64 letters, digits, `.`, `_` or `-`. It is in the answer, in
    problem documents of the API, and in each line that is logged meanwhile.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, then log and count it."""
        begin = time.perf_counter()
        request_id = _id_of(request)
        clear_contextvars()
        bind_contextvars(request_id=request_id)
        response = self.get_response(request)
        response.headers[HEADER] = request_id
        seconds = time.perf_counter() - begin
        route = route_of(request)
        metrics.count_request(request.method or "", route, response.status_code, seconds)
        if request.method not in _SAFE or response.status_code >= 400:
            _log(request, response, route=route, seconds=seconds)
        return response


def _id_of(request: HttpRequest) -> str:
    header = request.headers.get(HEADER, "")
    return header if _VALID.fullmatch(header) else secrets.token_hex(8)


def route_of(request: HttpRequest) -> str:
    """Return the pattern of the address, which has no token; `unknown` where no pattern matches."""
    match = request.resolver_match
    return f"/{match.route}" if match is not None else metrics.UNKNOWN


def _in_one_line(path: str) -> str:
    """Return an unknown address as it may stand in a log: no line breaks, and no more than a line."""
    return path[:_LONGEST_PATH].encode("unicode_escape").decode("ascii")


def _log(request: HttpRequest, response: HttpResponse, *, route: str, seconds: float) -> None:
    match = request.resolver_match
    fields = {
        "method": request.method,
        "route": route,
        "object": match.kwargs.get(_OBJECT) if match is not None else None,
        "status": response.status_code,
        "ms": round(1000 * seconds),
    }
    level = logging.INFO if response.status_code < 400 else logging.WARNING
    where = route if match is not None else _in_one_line(request.path)
    logger.log(level, "%s %s: %s", request.method, where, response.status_code, extra=fields)
