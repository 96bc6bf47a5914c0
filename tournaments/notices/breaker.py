"""A circuit breaker for a server that has failed."""

from __future__ import annotations

import threading
import time


class Breaker:
    """After a failure all calls pause, then one is tried; each further failure doubles the pause."""

    def __init__(self, *, pause: float, longest: float) -> None:
        self._shortest, self._longest = pause, longest
        self._pause = 0.0
        self._closed_until = 0.0
        self._is_tried = False
        self._lock = threading.Lock()

    @property
    def pause(self) -> float:
        """Return the pause after the last failure in seconds; 0 if the server works."""
        return self._pause

    def admits(self) -> bool:
        """Whether the caller may try now; an admitted caller must call `succeed`, `fail` or `release`."""
        with self._lock:
            if not self._pause:
                return True
            if self._is_tried or time.monotonic() < self._closed_until:
                return False
            self._is_tried = True
            return True

    def release(self) -> None:
        """Record that nothing was tried."""
        with self._lock:
            self._is_tried = False

    def succeed(self) -> bool:
        """Record a success; return whether the server had failed before."""
        with self._lock:
            was_away, self._pause, self._is_tried = self._pause > 0, 0.0, False
            return was_away

    def fail(self) -> None:
        """Record a failure."""
        with self._lock:
            self._pause = min(max(self._shortest, self._pause * 2), self._longest)
            self._closed_until = time.monotonic() + self._pause
            self._is_tried = False
