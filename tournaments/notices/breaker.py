"""Leaves a server alone for a while after it has failed."""

from __future__ import annotations

import threading
import time


class Breaker:
    """After a failure nobody tries for a pause, then one does; each further failure doubles the pause."""

    def __init__(self, *, pause: float, longest: float) -> None:
        self._shortest, self._longest = pause, longest
        self._pause = 0.0
        self._closed_until = 0.0
        self._is_tried = False
        self._lock = threading.Lock()

    @property
    def pause(self) -> float:
        """How long the server is left alone after its last failure; 0 when it was well."""
        return self._pause

    def admits(self) -> bool:
        """Whether the caller may try now; who is admitted says how it went, or calls `release`."""
        with self._lock:
            if not self._pause:
                return True
            if self._is_tried or time.monotonic() < self._closed_until:
                return False
            self._is_tried = True
            return True

    def release(self) -> None:
        """Nothing was tried after all."""
        with self._lock:
            self._is_tried = False

    def succeed(self) -> bool:
        """The server is well; answers whether it was not before."""
        with self._lock:
            was_away, self._pause, self._is_tried = self._pause > 0, 0.0, False
            return was_away

    def fail(self) -> None:
        """The server has failed."""
        with self._lock:
            self._pause = min(max(self._shortest, self._pause * 2), self._longest)
            self._closed_until = time.monotonic() + self._pause
            self._is_tried = False
