"""The cookie of a session, which ends only with the request that ends the session."""

from __future__ import annotations

from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers


class SessionCookies(SessionMiddleware):
    """Django's middleware, but for requests whose session had ended before they arrived.

    Django deletes the cookie then. The answer to a request that was under way while somebody else signed in on the
    same browser would so delete the newcomer's cookie and sign them out.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Leave the cookie alone where this request has not ended the session itself."""
        session = getattr(request, "session", None)
        if session is None or session.modified or not session.is_empty():
            return super().process_response(request, response)
        if session.accessed:
            patch_vary_headers(response, ("Cookie",))
        return response
