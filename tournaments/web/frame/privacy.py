"""What a browser and what stands between may keep of a page: nothing of what is made for somebody known."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse

from tournaments.access import LINK_IN_SESSION

_NOTHING = "private, no-store"


class PrivatePages:
    """Lets nobody keep a page that was made for an account or a private link, unless its view said what may be kept.

    Signing out empties the browser's cache, so that its back button shows
    nothing of the desk to whoever sits down next.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request; a page that read no session is the same for everybody."""
        answer = self.get_response(request)
        session = request.session
        if not session.accessed:
            return answer
        if session.is_empty() and settings.SESSION_COOKIE_NAME in request.COOKIES:
            answer.headers["Clear-Site-Data"] = '"cache"'
        if SESSION_KEY in session or LINK_IN_SESSION in session:
            answer.headers.setdefault("Cache-Control", _NOTHING)
        return answer
