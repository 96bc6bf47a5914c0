"""A small cache of recent values, for many simultaneous requests."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")

# Seconds for which an outdated value still serves a browser with an older version.
_MOMENT = 1.0
# Seconds after which even an unchanged value is read again, since deadlines pass.
_LONGEST = 60.0
_MOST = 32


@dataclass(frozen=True, slots=True)
class _Kept(Generic[Value]):
    version: int
    value: Value
    at: float


class Recent(Generic[Value]):
    """A cache of the last values of a few keys in this process, with their versions.

    While results come in all the time, one query a second serves a hundred phones. A client that knows the
    cached version already, or none, always gets a new value.
    """

    def __init__(self, *, moment: float = _MOMENT, clock: Callable[[], float] = time.monotonic) -> None:
        self._moment, self._clock = moment, clock
        self._kept: OrderedDict[str, _Kept[Value]] = OrderedDict()
        self._lock = Lock()

    def get(
        self, key: str, *, version: int, client_version: int | None, make: Callable[[], Value]
    ) -> tuple[int, Value]:
        """Return a value and its version: the requested one, or a recent one newer than `client_version`.

        `version` was read before the call, so the result of `make` is at least as new.
        """
        now = self._clock()
        with self._lock:
            entry = self._kept.get(key)
        if entry is not None:
            is_newest = entry.version == version and now - entry.at < _LONGEST
            is_progress = (
                client_version is not None
                and entry.version > client_version
                and now - entry.at < self._moment
            )
            if is_newest or is_progress:
                return entry.version, entry.value
        value = make()
        with self._lock:
            self._kept[key] = _Kept(version, value, now)
            self._kept.move_to_end(key)
            while len(self._kept) > _MOST:
                self._kept.popitem(last=False)
        return version, value

    def clear(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._kept.clear()
