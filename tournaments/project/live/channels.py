"""The listeners of each tournament, and its newest log number known to this process."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress


class Listener:
    """One open stream that waits for news."""

    def __init__(self) -> None:
        self._awake = asyncio.Event()

    def wake(self) -> None:
        """Wake the stream."""
        self._awake.set()

    async def rest(self, seconds: float) -> None:
        """Wait until woken, for at most this many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._awake.wait()
        self._awake.clear()


class Channels:
    """The tournaments with listeners; used only by the thread of the event loop."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._listeners: dict[str, set[Listener]] = {}

    def join(self, uid: str) -> Listener:
        """Add a listener to the tournament; call it before reading the number, so that no change is missed."""
        listener = Listener()
        self._listeners.setdefault(uid, set()).add(listener)
        self._numbers.setdefault(uid, 0)
        return listener

    def leave(self, uid: str, listener: Listener) -> None:
        """Remove the listener, and the tournament with its last one."""
        self._listeners[uid].discard(listener)
        if not self._listeners[uid]:
            del self._listeners[uid], self._numbers[uid]

    def number(self, uid: str) -> int:
        """Return the newest log number of a tournament with listeners; 0 while it is unknown."""
        return self._numbers[uid]

    def listened(self) -> list[str]:
        """Return the uids of the tournaments with listeners."""
        return list(self._numbers)

    def tell(self, uid: str, number: int) -> bool:
        """Wake the listeners if the number is new; two commits may be published in the wrong order."""
        earlier = self._numbers.get(uid)
        if earlier is None or number <= earlier:
            return False
        self._numbers[uid] = number
        # The first number is no news: whoever waits for it is at the door.
        if earlier:
            self._wake(self._listeners[uid])
        return bool(earlier)

    def wake_everybody(self) -> None:
        """Wake all listeners."""
        for listeners in self._listeners.values():
            self._wake(listeners)

    @staticmethod
    def _wake(listeners: Iterable[Listener]) -> None:
        for listener in listeners:
            listener.wake()
