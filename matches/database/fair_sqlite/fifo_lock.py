"""A first-in, first-out lock."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Lock, get_ident


class FifoLock:
    """A lock that the longest waiting thread acquires next."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._is_held = False
        self._waiting: deque[Lock] = deque()
        # The thread that has the lock.
        self.holder: int | None = None

    def acquire(
        self, *, timeout: float, long: float = float("inf"), on_delay: Callable[[], None] = lambda: None
    ) -> bool:
        """Acquire the lock within `timeout` seconds; return whether that succeeded.

        `on_delay` is called once after `long` seconds of waiting.
        """
        is_acquired = self._wait(timeout, long, on_delay)
        if is_acquired:
            self.holder = get_ident()
        return is_acquired

    @property
    def waiting(self) -> int:
        """How many threads wait for the lock."""
        return len(self._waiting)

    def _wait(self, timeout: float, long: float, on_delay: Callable[[], None]) -> bool:
        with self._guard:
            if not self._is_held:
                self._is_held = True
                return True
            mine = Lock()
            mine.acquire()
            self._waiting.append(mine)
        if mine.acquire(timeout=min(long, timeout)):
            return True
        if long < timeout:
            on_delay()
            if mine.acquire(timeout=timeout - long):
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
