"""How the API knows who asks: a token, a session, or the private link that a session holds."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from rest_framework.authentication import (
    SessionAuthentication,
    TokenAuthentication,
    get_authorization_header,
)
from rest_framework.authtoken.models import Token
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from matches.database.prepared import prepared
from tournaments.access import LINK_IN_SESSION


class AccountToken(TokenAuthentication):
    """The token of an account, after the word `Token` or `Bearer`, as most clients send it."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """The account of the token; a token that is not valid is refused after either word."""
        if get_authorization_header(request).lower().startswith(b"bearer"):
            self.keyword = "Bearer"
        identity: tuple[Any, Any] | None = super().authenticate(request)
        return identity

    def authenticate_credentials(self, key: str) -> tuple[Any, Any]:
        """The account of the token and the token; AuthenticationFailed without one, or when the account is closed."""
        for token in _tokens_of(key):
            if token.user.is_active:
                return token.user, token
        raise AuthenticationFailed


@prepared
def _tokens_of(key: str) -> QuerySet[Token]:
    return Token.objects.filter(key=key).select_related("user")


class PrivateLinkAuthentication(SessionAuthentication):
    """Lets a session with a private link through, and asks it for the CSRF token as any other session.

    Who the link stands for is not decided here: `access` reads it from the
    session. Without this class nobody would check the CSRF token of such a
    session, because nobody is signed in.
    """

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """Nobody signed in, with the uid of the link as `request.auth`; None when there is no link."""
        link = request.session.get(LINK_IN_SESSION)
        if link is None:
            return None
        self.enforce_csrf(request)
        return AnonymousUser(), link
