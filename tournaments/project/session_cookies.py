"""The cookie of a session, which ends only with the request that ends the session."""

from __future__ import annotations

from django.conf import settings
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from tournaments.actions.people import browsers


class SessionCookies(SessionMiddleware):
    """Django's middleware, but for requests whose session had ended before they arrived.

    Django deletes the cookie then. The answer to a request that was under way while somebody else signed in on the
    same browser would so delete the newcomer's cookie and sign them out.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Leave the cookie alone where this request has not ended the session itself."""
        session = getattr(request, "session", None)
        if session is None or session.modified or not session.is_empty():
            answer: HttpResponse = super().process_response(request, response)
            if session is not None and session.modified:
                _note_new_key(request)
            return answer
        if session.accessed:
            patch_vary_headers(response, ("Cookie",))
        return response


def _note_new_key(request: HttpRequest) -> None:
    """Store the key of a session that has changed, so that its owner can end the session from elsewhere."""
    uid, key = request.session.get(browsers.IN_SESSION), request.session.session_key
    if uid and key and key != request.COOKIES.get(settings.SESSION_COOKIE_NAME):
        browsers.hold_session(uid, session_key=key)
