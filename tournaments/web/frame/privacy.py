"""Privacy of pages: names in public, and cache headers that forbid storing what was made for one visitor."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse

from matches.models import Audience, show_to
from tournaments.access import LINK_IN_SESSION

_NOTHING = "private, no-store"


class PublicNames:
    """Middleware that shows the public names of people until `access` finds that the visitor may read the full ones.

    The audience stays until the next request, because a stream is read after the response is returned.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Make everybody the audience and answer the request."""
        show_to(Audience.EVERYBODY)
        return self.get_response(request)


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
