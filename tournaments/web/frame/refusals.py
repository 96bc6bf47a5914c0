"""Pages for refusals of actions and permissions: a sentence and the status, never a bare error."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from structlog.contextvars import bind_contextvars

from matches.errors import DomainError
from tournaments.errors.common import NotSignedIn, TooManyRequests


class RefusalMiddleware:
    """Middleware that renders unhandled refusals as pages, and redirects anonymous visitors to sign in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the response of the view."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the page of a refusal; None for every other exception."""
        if not isinstance(exception, DomainError):
            return None
        if isinstance(exception, NotSignedIn):
            # After signing in, return to the page itself, or to the page of the form.
            target = request.get_full_path() if request.method == "GET" else _came_from(request)
            return redirect_to_login(target)
        return _page(request, exception)


def too_many(request: HttpRequest) -> HttpResponse:
    """Return the page for visitors who exceed allauth's rate limits, which count by the minute."""
    return _page(request, TooManyRequests(seconds=60))


def _page(request: HttpRequest, refusal: DomainError) -> HttpResponse:
    bind_contextvars(code=refusal.code)
    answer = render(request, "refused.html", {"refusal": refusal}, status=refusal.status)
    return with_retry_after(answer, refusal)


def with_retry_after(answer: HttpResponse, refusal: DomainError | None) -> HttpResponse:
    """Return the answer with `Retry-After`, if the refusal says when there is room again."""
    if isinstance(refusal, TooManyRequests):
        answer.headers["Retry-After"] = str(refusal.data["seconds"])
    return answer


def _came_from(request: HttpRequest) -> str:
    return request.path.removesuffix("live/")
