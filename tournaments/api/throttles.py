"""How often a visitor may ask, counted in the shared cache.

The limits are `API_RATES` in the settings. They are there against runaway
scripts and guessing, not against a busy hall: when the cache is away nobody is
refused, because a report matters more than its count.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tournaments.access import Visitor

from .errors import TooManyRequests

_WINDOW = 60

_log = logging.getLogger(__name__)


class VisitorThrottle(BaseThrottle):
    """All requests of one visitor: by account, by private link, or by address for a stranger."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Whether this request is within the limit of its kind of visitor."""
        who = actor(view.visitor, request)
        return _spend("anonymous" if who.startswith("address:") else "visitor", who)

    def wait(self) -> float:
        """Seconds until the count begins anew."""
        return _rest()


def spend(scope: str, visitor: Visitor, request: Request) -> None:
    """Count one use of a scope of `API_RATES`; TooManyRequests when its minute is used up."""
    if not _spend(scope, actor(visitor, request)):
        raise TooManyRequests(seconds=round(_rest()))


def actor(visitor: Visitor, request: Request) -> str:
    """Whose count a request goes on."""
    if visitor.account is not None:
        return f"player:{visitor.account.uid}"
    if visitor.link is not None:
        return f"link:{visitor.link.uid}"
    return f"address:{BaseThrottle().get_ident(request)}"


def _spend(scope: str, who: str) -> bool:
    rates: dict[str, int | None] = settings.API_RATES
    limit = rates[scope]
    if limit is None:
        return True
    key = f"api-rate:{scope}:{who}:{int(time.time() // _WINDOW)}"
    try:
        return _counted(key) <= limit
    except (RedisError, OSError):
        _log.warning("The cache is away, so nothing is counted.", exc_info=True)
        return True


def _counted(key: str) -> int:
    if cache.add(key, 1, timeout=2 * _WINDOW):
        return 1
    try:
        count: Any = cache.incr(key)
    except ValueError:
        # The entry went between the two calls: the count begins anew.
        cache.set(key, 1, timeout=2 * _WINDOW)
        return 1
    return int(count)


def _rest() -> float:
    return max(1.0, _WINDOW - time.time() % _WINDOW)
