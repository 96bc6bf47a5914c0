"""What a page answers when an action or the door refuses: the sentence, with its status; never a bare error."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from matches.errors import DomainError
from tournaments.actions.errors import NotSignedIn, TooManyRequests


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
        answer = render(request, "refused.html", {"refusal": exception}, status=exception.status)
        if isinstance(exception, TooManyRequests):
            answer.headers["Retry-After"] = str(exception.data["seconds"])
        return answer


def _came_from(request: HttpRequest) -> str:
    return request.path.removesuffix("live/")
