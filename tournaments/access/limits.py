"""Rate limits, counted by the minute in the shared cache.

The limits are in the settings. They protect against runaway scripts and guessing, not against a busy hall. While Redis
is unavailable or full each process counts for itself (`project/shared_cache.py`).
"""

from __future__ import annotations

import logging
import time
from typing import Any, cast

from django.core.cache import cache
from django.http import HttpRequest
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tournaments.errors.common import TooManyRequests

from .visitor import Visitor

_WINDOW = 60

_log = logging.getLogger(__name__)


def spend(scope: str, who: str, *, limit: int | None) -> None:
    """Count one use of a scope; raise TooManyRequests above its limit. None means no limit."""
    if not is_within(scope, who, limit=limit):
        raise TooManyRequests(seconds=round(rest()))


def is_within(scope: str, who: str, *, limit: int | None) -> bool:
    """Count one use of a scope; return whether it is within the limit."""
    if limit is None:
        return True
    key = f"rate:{scope}:{who}:{int(time.time() // _WINDOW)}"
    try:
        return _counted(key) <= limit
    except (RedisError, OSError):
        _log.warning("The cache is away, so nothing is counted.", exc_info=True)
        return True


def rest() -> float:
    """Return the seconds until the count restarts."""
    return max(1.0, _WINDOW - time.time() % _WINDOW)


def actor(visitor: Visitor, request: HttpRequest | Request) -> str:
    """Return the key of a request's count: the account, the private link, or the address of a stranger."""
    if visitor.account is not None:
        return f"player:{visitor.account.uid}"
    if visitor.link is not None:
        return f"link:{visitor.link.uid}"
    return network_address(request)


def network_address(request: HttpRequest | Request) -> str:
    """Return the key of a count for all who ask from one network address."""
    # Behind https the proxy says which address that is, in a header of either kind of request.
    return f"address:{BaseThrottle().get_ident(cast(Request, request))}"


def _counted(key: str) -> int:
    if cache.add(key, 1, timeout=2 * _WINDOW):
        return 1
    try:
        count: Any = cache.incr(key)
    except ValueError:
        # The entry expired between the two calls: the count restarts.
        cache.set(key, 1, timeout=2 * _WINDOW)
        return 1
    return int(count)
