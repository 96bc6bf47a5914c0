"""Authentication of the API: the token of an account, a session, or the private link stored in a session."""

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
    """Token authentication; the header may say `Token` or `Bearer`."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """Return the account and the token; raise AuthenticationFailed for an invalid token under either word."""
        if get_authorization_header(request).lower().startswith(b"bearer"):
            self.keyword = "Bearer"
        identity: tuple[Any, Any] | None = super().authenticate(request)
        return identity

    def authenticate_credentials(self, key: str) -> tuple[Any, Any]:
        """Return the account and the token; raise AuthenticationFailed for an unknown token or a closed account."""
        for token in _tokens_of(key):
            if token.user.is_active:
                return token.user, token
        raise AuthenticationFailed


@prepared
def _tokens_of(key: str) -> QuerySet[Token]:
    return Token.objects.filter(key=key).select_related("user")


class PrivateLinkAuthentication(SessionAuthentication):
    """Authentication by the private link of a session; it enforces the CSRF check.

    `access` reads from the session whom the link stands for. The REST framework checks the CSRF token of signed-in
    sessions alone, so this class checks it for sessions with a link.
    """

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """Return AnonymousUser and the uid of the link as `request.auth`; None without a link."""
        link = request.session.get(LINK_IN_SESSION)
        if link is None:
            return None
        self.enforce_csrf(request)
        return AnonymousUser(), link
