"""A lock that is handed on in the order it was asked for."""

from __future__ import annotations

from collections import deque
from threading import Lock


class FifoLock:
    """One holder at a time; who waits longest is next, so nobody waits while others overtake."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._is_held = False
        self._waiting: deque[Lock] = deque()

    def acquire(self, *, timeout: float) -> bool:
        """Wait for the turn, at most `timeout` seconds; answers whether it came."""
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
        # It was handed over at the very moment the patience ended.
        return True

    def release(self) -> None:
        """Hand the turn to who waits longest."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_held = False
