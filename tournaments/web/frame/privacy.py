"""Cache headers of pages: nothing made for a signed-in visitor may be stored."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse

from tournaments.access import LINK_IN_SESSION

_NOTHING = "private, no-store"


class PrivatePages:
    """Middleware that forbids caching of pages for an account or a private link, unless the view allows it.

    Signing out clears the browser's cache, so that the back button shows no
    page of the desk to the next user of the browser.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add the cache headers to the response; a page that read no session is public."""
        answer = self.get_response(request)
        session = request.session
        if not session.accessed:
            return answer
        if session.is_empty() and settings.SESSION_COOKIE_NAME in request.COOKIES:
            answer.headers["Clear-Site-Data"] = '"cache"'
        if SESSION_KEY in session or LINK_IN_SESSION in session:
            answer.headers.setdefault("Cache-Control", _NOTHING)
        return answer
