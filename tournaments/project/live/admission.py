"""Permission to listen to a tournament: the same checks as for its pages, once for each stream."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from io import BytesIO
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections

from tournaments import access
from tournaments.models import Tournament


def admit(scope: Mapping[str, Any], uid: str) -> int:
    """Return the log number of the tournament, for a visitor who may see it (Http404 for a draft of others).

    It reads the database and the session, so it runs in a thread. DisallowedHost
    for a host that is not ours.
    """
    request = ASGIRequest(dict(scope), BytesIO())
    request.get_host()
    sessions = import_module(settings.SESSION_ENGINE)
    with _connection():
        request.session = sessions.SessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
        request.user = get_user(request)
        return access.tournament_to_see(access.visitor(request), uid).log_seq


def numbers(uids: Collection[str]) -> dict[str, int]:
    """The number of the log of each of these tournaments, by uid; one query, which runs in a thread."""
    with _connection():
        return dict(Tournament.objects.filter(uid__in=uids).values_list("uid", "log_seq"))


@contextmanager
def _connection() -> Iterator[None]:
    """A database connection, checked before and released afterwards, as around a request."""
    close_old_connections()
    try:
        yield
    finally:
        close_old_connections()


def client_address(scope: Mapping[str, Any]) -> str:
    """Return the address of the client; behind https from the header of the one proxy."""
    if settings.IS_HTTPS:
        chain = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
        forwarded = chain.decode("latin-1").rpartition(",")[2].strip()
        if forwarded:
            return forwarded
    return str((scope.get("client") or ("",))[0])
