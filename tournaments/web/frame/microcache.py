"""What was read a moment ago, for the many who ask for the same at once."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")

# Seconds for which something that is no longer the newest is good enough for whoever has something older still.
_MOMENT = 1.0
# Seconds after which even what no step has changed is read again: time goes on.
_LONGEST = 60.0
_MOST = 32


@dataclass(frozen=True, slots=True)
class _Kept(Generic[Value]):
    version: int
    value: Value
    at: float


class Recent(Generic[Value]):
    """The last value of each of a few keys in this process, with the version that it was read at.

    While results come in every moment, a hundred phones are told of them by one reading a second. Nobody is held
    back by it: whoever knows the kept version already gets a new reading, and so does whoever knows none.
    """

    def __init__(self, *, moment: float = _MOMENT, clock: Callable[[], float] = time.monotonic) -> None:
        self._moment, self._clock = moment, clock
        self._kept: OrderedDict[str, _Kept[Value]] = OrderedDict()
        self._lock = Lock()

    def get(
        self, key: str, *, version: int, known: int | None, make: Callable[[], Value]
    ) -> tuple[int, Value]:
        """A value with its version: that of `version`, or one of a moment ago that is newer than the `known` one.

        `version` was read before the call, so what `make` reads is at least as new.
        """
        now = self._clock()
        with self._lock:
            kept = self._kept.get(key)
        if kept is not None:
            is_newest = kept.version == version and now - kept.at < _LONGEST
            is_progress = known is not None and kept.version > known and now - kept.at < self._moment
            if is_newest or is_progress:
                return kept.version, kept.value
        value = make()
        with self._lock:
            self._kept[key] = _Kept(version, value, now)
            self._kept.move_to_end(key)
            while len(self._kept) > _MOST:
                self._kept.popitem(last=False)
        return version, value

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
