"""The cache of a production installation: shared by all processes, and never the reason for a failed request."""

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
    """The client of Django, which makes one object for all that it asks of a server instead of one for each question."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._is_one = len(servers) == 1
        self._only: Any = None

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """Whoever asks the server that holds the key."""
        if not self._is_one:
            # Which of several answers is chosen for each question.
            return super().get_client(key, write=write)
        if self._only is None:
            self._only = super().get_client(key, write=write)
        return self._only


class SharedCache(RedisCache):
    """Redis as Django uses it; while Redis is away nothing is found and nothing is kept.

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
        """What Redis answers, or `otherwise` while it is away."""
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
        """Whether Redis answers and takes what it is given."""
        return self._try(lambda: super(SharedCache, self).set("is-well", 1, 10), otherwise=_AWAY) is not _AWAY

    def _is_own(self, key: Any) -> bool:
        """Whether a count is kept by this process, because Redis could not take it."""
        return _is_count(key) and self._own.has_key(key)

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Claim a key; while Redis is away everybody gets it, but for counts."""
        if self._is_own(key):
            return False
        is_added = self._try(
            lambda: super(SharedCache, self).add(key, value, timeout, version), otherwise=_AWAY
        )
        if is_added is _AWAY:
            return self._own.add(key, value, timeout) if _is_count(key) else True
        return bool(is_added)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Read a key; while Redis is away it is missing, but for counts."""
        if self._is_own(key):
            return self._own.get(key, default)
        return self._try(lambda: super(SharedCache, self).get(key, default, version), otherwise=default)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Keep a value, if that is possible; a count in any case."""
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
        """Keep a value longer, if that is possible."""
        return bool(self._try(lambda: super(SharedCache, self).touch(key, timeout, version), otherwise=False))

    def delete(self, key: Any, version: int | None = None) -> bool:
        """Forget a key, if that is possible; every value has an end of its own."""
        if _is_count(key):
            self._own.delete(key)
        return bool(self._try(lambda: super(SharedCache, self).delete(key, version), otherwise=False))

    def has_key(self, key: Any, version: int | None = None) -> bool:
        """Whether a key is there; while Redis is away none is."""
        return bool(self._try(lambda: super(SharedCache, self).has_key(key, version), otherwise=False))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Count on; ValueError for a key that is missing, as all but counts are while Redis is away."""
        if self._is_own(key):
            return self._own.incr(key, delta)
        count = self._try(lambda: super(SharedCache, self).incr(key, delta, version), otherwise=None)
        if count is None:
            raise ValueError(f"Key {key!r} not found")
        return int(count)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        """Read several keys; while Redis is away all are missing."""
        values: dict[Any, Any] = self._try(
            lambda: super(SharedCache, self).get_many(keys, version), otherwise={}
        )
        return values

    def set_many(self, data: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> list[Any]:
        """Keep several values, if that is possible; answers the keys that were not kept."""
        keys: list[Any] = self._try(
            lambda: super(SharedCache, self).set_many(data, timeout, version), otherwise=list(data)
        )
        return keys

    def delete_many(self, keys: Any, version: int | None = None) -> None:
        """Forget several keys, if that is possible."""
        self._try(lambda: super(SharedCache, self).delete_many(keys, version), otherwise=None)

    def publish(self, channel: str, message: str) -> None:
        """Tell whoever listens to the channel at the moment, if that is possible."""
        self._try(
            lambda: self._cache.get_client(None, write=True).publish(channel, message),
            otherwise=None,
        )

    def clear(self) -> None:
        """Forget everything, if that is possible."""
        self._try(lambda: super(SharedCache, self).clear(), otherwise=None)


def _is_count(key: Any) -> bool:
    return str(key).startswith(_COUNTS)
