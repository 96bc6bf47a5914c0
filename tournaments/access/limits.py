"""How often somebody may ask, counted by the minute in the shared cache.

The limits are in the settings. They are there against runaway scripts and guessing, not against a busy
hall. While Redis is away or full each process counts for itself (`project/shared_cache.py`).
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

from tournaments.errors import TooManyRequests

from .visitor import Visitor

_WINDOW = 60

_log = logging.getLogger(__name__)


def spend(scope: str, who: str, *, limit: int | None) -> None:
    """Count one use of a scope; TooManyRequests when its minute is used up. No limit is None."""
    if not is_within(scope, who, limit=limit):
        raise TooManyRequests(seconds=round(rest()))


def is_within(scope: str, who: str, *, limit: int | None) -> bool:
    """Count one use of a scope, and say whether it was still within the limit."""
    if limit is None:
        return True
    key = f"rate:{scope}:{who}:{int(time.time() // _WINDOW)}"
    try:
        return _counted(key) <= limit
    except (RedisError, OSError):
        _log.warning("The cache is away, so nothing is counted.", exc_info=True)
        return True


def rest() -> float:
    """Seconds until the count begins anew."""
    return max(1.0, _WINDOW - time.time() % _WINDOW)


def actor(visitor: Visitor, request: HttpRequest | Request) -> str:
    """Whose count a request goes on: an account's, a private link's, or an address's for a stranger."""
    if visitor.account is not None:
        return f"player:{visitor.account.uid}"
    if visitor.link is not None:
        return f"link:{visitor.link.uid}"
    # Behind https the proxy says which address that is, in a header of either kind of request.
    return f"address:{BaseThrottle().get_ident(cast(Request, request))}"


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
