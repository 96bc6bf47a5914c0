"""Sessions: in the database with a copy in the shared cache for a minute, and a cookie that ends with its own session."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from tournaments.actions.people import browsers

from .steady_sessions import SessionStore as SteadyStore

# Whoever signs out while Redis is away is out after so many seconds at the latest, even where the copy has survived.
_COPY_LIVES = 60


class SessionStore(SteadyStore):
    """A session whose row is authoritative; it is read without a query while its copy is cached."""

    def load(self) -> dict[str, Any]:
        """Return the data of the session; empty, with the key removed, if it has ended."""
        copy: dict[str, Any] | None = cache.get(_key_of(self.session_key))
        if copy is not None:
            return copy
        session: dict[str, Any] = super().load()
        if self.session_key is not None:
            cache.set(_key_of(self.session_key), session, _COPY_LIVES)
        return session

    def save(self, must_create: bool = False) -> None:  # noqa: FBT001, FBT002 - as Django calls it
        """Write the row, then the copy."""
        super().save(must_create=must_create)
        cache.set(_key_of(self.session_key), dict(self.items()), _COPY_LIVES)

    def delete(self, session_key: str | None = None) -> None:
        """End the session: the row, then the copy."""
        key = session_key or self.session_key
        super().delete(session_key)
        cache.delete(_key_of(key))


def _key_of(session_key: str | None) -> str:
    return f"session:{session_key}"


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
