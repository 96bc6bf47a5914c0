"""The cookie by which an account knows the browsers that have signed in to it, and the session of each."""

from __future__ import annotations

from allauth.account.internal.flows.login import record_authentication
from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse

from matches.models import Player
from tournaments.actions.people import browsers

# The longest that browsers keep a cookie.
_LIVES = 400 * 24 * 60 * 60
_BACKEND = "django.contrib.auth.backends.ModelBackend"


def sign_in(request: HttpRequest, player: Player, response: HttpResponse) -> HttpResponse:
    """Sign in an account that was made or claimed just now, and return the response with the cookie of its browser."""
    login(request, player, backend=_BACKEND)
    record_authentication(request, player, method="password")
    return note_browser(request, player, response, is_new_account=True)


def note_browser(
    request: HttpRequest, player: Player, response: HttpResponse, *, is_new_account: bool = False
) -> HttpResponse:
    """Store the browser of a sign-in, and return the response with its cookie."""
    cookie = _cookie_of(request) or browsers.new_cookie()
    row = browsers.note(
        player,
        cookie=cookie,
        agent=request.headers.get("User-Agent", ""),
        is_new_account=is_new_account,
    )
    request.session[browsers.IN_SESSION] = row.uid
    response.set_cookie(
        settings.KNOWN_BROWSER_COOKIE,
        cookie,
        max_age=_LIVES,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def is_known(request: HttpRequest, player: Player | None) -> bool:
    """Whether the account was signed in in this browser before."""
    return browsers.knows(player, cookie=_cookie_of(request))


def _cookie_of(request: HttpRequest) -> str:
    cookie = request.COOKIES.get(settings.KNOWN_BROWSER_COOKIE, "")
    return cookie if browsers.is_cookie(cookie) else ""
