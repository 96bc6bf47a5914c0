"""Who is signed in confirms it before money, appointments and tokens, unless they did so a short while ago.

A form that comes too late is kept in the session. It is carried out once the password, a code or a passkey is given, so
nothing that was typed is lost.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.core.exceptions import ReauthenticationRequired
from django.conf import settings
from django.http import HttpRequest, HttpResponse

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

_HOUR = 60 * 60


def confirmed(view: View[P]) -> View[P]:
    """Let a form of money or of offices through for hours after signing in; later, ask first who it is."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        _require(request, seconds=settings.CONFIRM_AFTER_HOURS * _HOUR)
        return view(request, *args, **kwargs)

    return answer


def confirmed_lately(view: View[P]) -> View[P]:
    """Let a form about the account itself through for minutes after signing in; later, ask first who it is."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        _require(request, seconds=settings.ACCOUNT_REAUTHENTICATION_TIMEOUT)
        return view(request, *args, **kwargs)

    return answer


def authenticated_within(request: HttpRequest, *, seconds: float) -> bool:
    """Whether this session has had a password, a passkey or a code of its account within so many seconds."""
    records = get_authentication_records(request, request.user)
    return any(time.time() - record["at"] < seconds for record in records)


def _require(request: HttpRequest, *, seconds: float) -> None:
    """Raise ReauthenticationRequired for a form that comes later, where the account can confirm anything."""
    if request.method != "POST" or not seconds or not request.user.is_authenticated:
        return
    if authenticated_within(request, seconds=seconds):
        return
    if get_adapter(request).get_reauthentication_methods(request.user):
        raise ReauthenticationRequired
