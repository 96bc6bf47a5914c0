"""The waits of writers: how long each is, who is the cause, and a pause after each transaction."""

from __future__ import annotations

import logging
import sys
import threading
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

logger = logging.getLogger(__name__)

# A writer who needs more seconds than this is at fault; whoever waits for one says so.
LONG = 2.0
_MINUTES = 5


class Waits:
    """The longest wait for a turn in each of the last minutes of this process."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._guard = Lock()
        self._longest: defaultdict[int, float] = defaultdict(float)

    def add(self, seconds: float) -> None:
        """Count a wait that has just ended."""
        minute = self._minute()
        with self._guard:
            self._longest[minute] = max(self._longest[minute], seconds)
            for old in [one for one in self._longest if one <= minute - _MINUTES]:
                del self._longest[old]

    @property
    def longest(self) -> float:
        """The seconds of the longest wait in the last five minutes."""
        first = self._minute() - _MINUTES
        with self._guard:
            return max((seconds for minute, seconds in self._longest.items() if minute > first), default=0.0)

    def _minute(self) -> int:
        return int(self._clock() // 60)


def log_holder(thread: int | None, *, waiting: int) -> None:
    """Log who has kept this thread waiting for `LONG`, and where it is."""
    frames = sys._current_frames()  # noqa: SLF001 - public, for debuggers
    frame = frames.get(thread or 0)
    stack = "".join(traceback.format_stack(frame)) if frame else "It is gone.\n"
    logger.warning(
        "%s has waited %.0f s to write, with %d others. %s writes:\n%s",
        threading.current_thread().name,
        LONG,
        waiting - 1,
        _name(thread),
        stack,
    )


@contextmanager
def nobody_waits() -> Iterator[None]:
    """Log no long turn within, where the caller knows that nothing else writes yet."""
    before = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(before)


def log_long_turn(seconds: float) -> None:
    """Log that this thread has kept others from writing for more than `LONG`, and what it does."""
    logger.warning(
        "%s has kept others from writing for %.1f s:\n%s",
        threading.current_thread().name,
        seconds,
        "".join(traceback.format_stack()),
    )


def _name(number: int | None) -> str:
    names = [thread.name for thread in threading.enumerate() if thread.ident == number]
    return names[0] if names else f"Thread {number}"


class Pause:
    """A pause of some seconds after each transaction of this process; none until they are set."""

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.seconds = 0.0
        self._clock, self._sleep = clock, sleep
        self._until = 0.0

    def begin(self) -> None:
        """Begin the pause, at the end of a transaction."""
        if self.seconds:
            self._until = self._clock() + self.seconds

    def wait(self) -> None:
        """Wait for the end of the pause, before the next transaction."""
        rest = self._until - self._clock()
        if rest > 0:
            self._sleep(rest)
