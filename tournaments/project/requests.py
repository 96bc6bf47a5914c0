"""The refusal of malformed requests before anything of them is stored or looked up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse, QueryDict
from django.shortcuts import render

from tournaments.api.errors import PROBLEM_TYPE, BodyTooLarge, problem

_API = "/api/"


class RequestLimits:
    """Refuses TRACE, bodies beyond the limit of their address, and texts with NUL, which PostgreSQL cannot store.

    Django applies its limit to fields and not to files: without this, anybody
    could have an endless upload written to the disk before a view says no.
    The API refuses NUL by itself, with the field that has it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Refuse the request by its length or its address, else answer it."""
        if request.method == "TRACE":
            return HttpResponseNotAllowed(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
        most = _largest_body(request)
        if _length(request) > most:
            return _too_large(request, BodyTooLarge(kib=most // 1024))
        if not request.path.startswith(_API) and "\0" in request.path:
            raise Http404
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: object, _args: object, _named: Any) -> None:
        """Refuse NUL in the query and in a form, once the token of the form has been checked."""
        if not request.path.startswith(_API) and (_has_nul(request.GET) or _has_nul(request.POST)):
            raise BadRequest("A field of the request has a NUL character.")


def _largest_body(request: HttpRequest) -> int:
    """Return the largest accepted body in bytes: more for addresses that take photos."""
    if request.path.endswith("/exhibits/"):
        return int(settings.LARGEST_EXHIBIT_BODY)
    return settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0


def _length(request: HttpRequest) -> int:
    text = request.META.get("CONTENT_LENGTH") or "0"
    return int(text) if text.isdecimal() and len(text) < 20 else 0


def _has_nul(fields: QueryDict) -> bool:
    return any("\0" in text for name, texts in fields.lists() for text in (name, *texts))


def _too_large(request: HttpRequest, refusal: BodyTooLarge) -> HttpResponse:
    if request.path.startswith(_API):
        return JsonResponse(problem(refusal), status=refusal.status, content_type=PROBLEM_TYPE)
    return render(request, "refused.html", {"refusal": refusal, "back": request.path}, status=refusal.status)
