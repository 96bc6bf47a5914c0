"""What a page answers when an action or the door refuses: the sentence, with its status; never a bare error."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from matches.errors import DomainError
from tournaments.errors import NotSignedIn, TooManyRequests


class RefusalMiddleware:
    """Turns a refusal that no form took care of into a page; who is not signed in is asked to."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer a refusal; everything else goes on as an error."""
        if not isinstance(exception, DomainError):
            return None
        if isinstance(exception, NotSignedIn):
            # Back to the page itself, or to the one a form was sent from.
            target = request.get_full_path() if request.method == "GET" else _came_from(request)
            return redirect_to_login(target)
        return _page(request, exception)


def too_many(request: HttpRequest) -> HttpResponse:
    """The page of whoever signs in or up more often than allauth's limits allow, which count by the minute."""
    return _page(request, TooManyRequests(seconds=60))


def _page(request: HttpRequest, refusal: DomainError) -> HttpResponse:
    answer = render(request, "refused.html", {"refusal": refusal}, status=refusal.status)
    if isinstance(refusal, TooManyRequests):
        answer.headers["Retry-After"] = str(refusal.data["seconds"])
    return answer


def _came_from(request: HttpRequest) -> str:
    return request.path.removesuffix("live/")
