"""A first-in, first-out lock."""

from __future__ import annotations

from collections import deque
from threading import Lock


class FifoLock:
    """A lock that the longest waiting thread acquires next."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._is_held = False
        self._waiting: deque[Lock] = deque()

    def acquire(self, *, timeout: float) -> bool:
        """Acquire the lock within `timeout` seconds; return whether that succeeded."""
        with self._guard:
            if not self._is_held:
                self._is_held = True
                return True
            mine = Lock()
            mine.acquire()
            self._waiting.append(mine)
        if mine.acquire(timeout=timeout):
            return True
        with self._guard:
            if mine in self._waiting:
                self._waiting.remove(mine)
                return False
        # The lock was handed over just as the timeout ended.
        return True

    def release(self) -> None:
        """Release the lock to the longest waiting thread."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_held = False
