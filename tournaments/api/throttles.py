"""How often a visitor may ask the API, by the limits of `API_RATES` in the settings."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tournaments.access import Visitor, limits


class VisitorThrottle(BaseThrottle):
    """All requests of one visitor: by account, by private link, or by address for a stranger."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Whether this request is within the limit of its kind of visitor."""
        who = limits.actor(view.visitor, request)
        scope = "anonymous" if view.visitor.is_stranger else "visitor"
        return limits.is_within(f"api-{scope}", who, limit=_limit(scope))

    def wait(self) -> float:
        """Seconds until the count begins anew."""
        return limits.rest()


def spend(scope: str, visitor: Visitor, request: Request) -> None:
    """Count one use of a scope of `API_RATES`; TooManyRequests when its minute is used up."""
    limits.spend(f"api-{scope}", limits.actor(visitor, request), limit=_limit(scope))


def _limit(scope: str) -> int | None:
    rates: dict[str, int | None] = settings.API_RATES
    return rates[scope]
