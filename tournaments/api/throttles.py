"""Rate limits of the API by `API_RATES` in the settings."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tournaments.access import Visitor, limits


class VisitorThrottle(BaseThrottle):
    """The rate limit of a visitor: by token, by account, by private link, or by IP address."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Whether the request is within the limit for its kind of visitor."""
        token = view.visitor.token
        who = limits.actor(view.visitor, request) if token is None else f"token:{token.uid}"
        scope = "anonymous" if view.visitor.is_stranger else "visitor"
        return limits.is_within(f"api-{scope}", who, limit=_limit(scope))

    def wait(self) -> float:
        """Return the seconds until the limit is reset."""
        return limits.rest()


def spend(scope: str, visitor: Visitor, request: Request) -> None:
    """Count a request of a scope of `API_RATES`; raise TooManyRequests above its limit in a minute."""
    limits.spend(f"api-{scope}", limits.actor(visitor, request), limit=_limit(scope))


def _limit(scope: str) -> int | None:
    rates: dict[str, int | None] = settings.API_RATES
    return rates[scope]
