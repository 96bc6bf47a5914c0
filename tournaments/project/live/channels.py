"""Who listens to which tournament, and the newest number of its log that is known here."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress


class Listener:
    """One open stream, asleep until something happens."""

    def __init__(self) -> None:
        self._awake = asyncio.Event()

    def wake(self) -> None:
        """Let it look what has happened."""
        self._awake.set()

    async def rest(self, seconds: float) -> None:
        """Sleep until woken, this many seconds at most."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._awake.wait()
        self._awake.clear()


class Channels:
    """The tournaments that somebody listens to; all of it belongs to the one thread of the event loop."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._listeners: dict[str, set[Listener]] = {}

    def join(self, uid: str) -> Listener:
        """A new listener to the tournament; join before its number is read, so that nothing falls in between."""
        listener = Listener()
        self._listeners.setdefault(uid, set()).add(listener)
        self._numbers.setdefault(uid, 0)
        return listener

    def leave(self, uid: str, listener: Listener) -> None:
        """Forget the listener, and with the last one the tournament."""
        self._listeners[uid].discard(listener)
        if not self._listeners[uid]:
            del self._listeners[uid], self._numbers[uid]

    def number(self, uid: str) -> int:
        """The newest number of a tournament that somebody listens to; 0 while it is not known."""
        return self._numbers[uid]

    def listened(self) -> list[str]:
        """The uids of the tournaments that somebody listens to."""
        return list(self._numbers)

    def tell(self, uid: str, number: int) -> bool:
        """Wake the listeners of the tournament if that is news; two commits may be told in the wrong order."""
        earlier = self._numbers.get(uid)
        if earlier is None or number <= earlier:
            return False
        self._numbers[uid] = number
        # The first number is no news: whoever waits for it is at the door.
        if earlier:
            self._wake(self._listeners[uid])
        return bool(earlier)

    def wake_everybody(self) -> None:
        """Wake every listener, whatever it listens to."""
        for listeners in self._listeners.values():
            self._wake(listeners)

    @staticmethod
    def _wake(listeners: Iterable[Listener]) -> None:
        for listener in listeners:
            listener.wake()
