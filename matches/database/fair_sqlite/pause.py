"""The pause between two write transactions of a process, in which another process can begin one."""

from __future__ import annotations

import time
from collections.abc import Callable


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
