"""Authentication of the API: the token of an account, a session, or the private link stored in a session."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from rest_framework.authentication import (
    SessionAuthentication,
    TokenAuthentication,
    get_authorization_header,
)
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tournaments.access import LINK_IN_SESSION
from tournaments.actions.people import tokens
from tournaments.errors.tokens import TokenExpired, TokenRevoked
from tournaments.models import act_through


class AccountToken(TokenAuthentication):
    """Token authentication; the header may say `Token` or `Bearer`."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """Return the account and the token; raise AuthenticationFailed for an invalid token under either word."""
        if get_authorization_header(request).lower().startswith(b"bearer"):
            self.keyword = "Bearer"
        identity: tuple[Any, Any] | None = super().authenticate(request)
        return identity

    def authenticate_credentials(self, key: str) -> tuple[Any, Any]:
        """Return the account, which acts by the token, and the token.

        Raise AuthenticationFailed for an unknown token or a closed account, TokenRevoked, and TokenExpired.
        """
        token = tokens.find(key)
        if token is None or not token.player.is_active:
            raise AuthenticationFailed
        if token.revoked_at is not None:
            raise TokenRevoked
        if token.is_expired:
            raise TokenExpired
        tokens.note_use(token)
        return act_through(token.player, token), token


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
