"""The cache of a production installation: shared by all processes; its failures never fail a request."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

# After a failure Redis is left alone for a while, so that no request waits for it twice.
_PAUSE = 5.0
# What limits attempts: the API's and the pages' own (`access/limits.py`), and allauth's.
_COUNTS = ("rate:", "allauth:rl:")
_AWAY = object()


class _Client(RedisCacheClient):
    """Django's Redis client with one object per server instead of one per call."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._is_one = len(servers) == 1
        self._only: Any = None

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """Return the client of the server that holds the key."""
        if not self._is_one:
            # With several servers Django chooses one for each call.
            return super().get_client(key, write=write)
        if self._only is None:
            self._only = super().get_client(key, write=write)
        return self._only


class SharedCache(RedisCache):
    """Django's Redis cache; while Redis is unavailable all keys are missing and nothing is stored.

    What limits attempts - requests, guesses at a password - is counted by each process
    for itself then, also where Redis answers but is full: guessing is never free. A
    count that began so ends so.
    """

    _away_until = 0.0
    _own = LocMemCache("limits", {})

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Client

    def _try(self, act: Callable[[], Any], *, otherwise: Any) -> Any:
        """Return the answer of Redis, or `otherwise` while it is unavailable."""
        cls = type(self)
        if time.monotonic() < cls._away_until:
            return otherwise
        try:
            return act()
        except (RedisError, OSError) as error:
            logger.warning("The shared cache is away: %s", error)
            cls._away_until = time.monotonic() + _PAUSE
            return otherwise

    def is_well(self) -> bool:
        """Whether Redis answers and accepts writes."""
        return self._try(lambda: super(SharedCache, self).set("is-well", 1, 10), otherwise=_AWAY) is not _AWAY

    def _is_own(self, key: Any) -> bool:
        """Whether a counter is kept in this process, because Redis could not store it."""
        return _is_count(key) and self._own.has_key(key)

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Set a missing key; while Redis is unavailable this always succeeds, except for counters."""
        if self._is_own(key):
            return False
        is_added = self._try(
            lambda: super(SharedCache, self).add(key, value, timeout, version), otherwise=_AWAY
        )
        if is_added is _AWAY:
            return self._own.add(key, value, timeout) if _is_count(key) else True
        return bool(is_added)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return the value of a key; missing while Redis is unavailable, except for counters."""
        if self._is_own(key):
            return self._own.get(key, default)
        return self._try(lambda: super(SharedCache, self).get(key, default, version), otherwise=default)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Set a value if possible; a counter in any case."""
        is_set = self._try(
            lambda: super(SharedCache, self).set(key, value, timeout, version), otherwise=_AWAY
        )
        if not _is_count(key):
            return
        if is_set is _AWAY:
            self._own.set(key, value, timeout)
        else:
            self._own.delete(key)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Extend the lifetime of a value if possible."""
        return bool(self._try(lambda: super(SharedCache, self).touch(key, timeout, version), otherwise=False))

    def delete(self, key: Any, version: int | None = None) -> bool:
        """Delete a key if possible; every value expires by itself."""
        if _is_count(key):
            self._own.delete(key)
        return bool(self._try(lambda: super(SharedCache, self).delete(key, version), otherwise=False))

    def has_key(self, key: Any, version: int | None = None) -> bool:
        """Whether a key exists; False while Redis is unavailable."""
        return bool(self._try(lambda: super(SharedCache, self).has_key(key, version), otherwise=False))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Increment a counter; ValueError for a missing key, and for all other keys while Redis is unavailable."""
        if self._is_own(key):
            return self._own.incr(key, delta)
        count = self._try(lambda: super(SharedCache, self).incr(key, delta, version), otherwise=None)
        if count is None:
            raise ValueError(f"Key {key!r} not found")
        return int(count)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        """Return several values; none while Redis is unavailable."""
        values: dict[Any, Any] = self._try(
            lambda: super(SharedCache, self).get_many(keys, version), otherwise={}
        )
        return values

    def set_many(self, data: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> list[Any]:
        """Set several values if possible; return the keys that were not set."""
        keys: list[Any] = self._try(
            lambda: super(SharedCache, self).set_many(data, timeout, version), otherwise=list(data)
        )
        return keys

    def delete_many(self, keys: Any, version: int | None = None) -> None:
        """Delete several keys if possible."""
        self._try(lambda: super(SharedCache, self).delete_many(keys, version), otherwise=None)

    def publish(self, channel: str, message: str) -> None:
        """Publish to the current subscribers of the channel if possible."""
        self._try(
            lambda: self._cache.get_client(None, write=True).publish(channel, message),
            otherwise=None,
        )

    def clear(self) -> None:
        """Clear the cache if possible."""
        self._try(lambda: super(SharedCache, self).clear(), otherwise=None)


def _is_count(key: Any) -> bool:
    return str(key).startswith(_COUNTS)
