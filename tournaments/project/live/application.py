"""The ASGI application of the live process: one stream of events for each tournament, and nothing else."""

from __future__ import annotations

import asyncio
import logging
import random
import re
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.db import Error as DatabaseError
from django.http import Http404

from . import admission
from .channels import Channels, Listener
from .watch import Watch

logger = logging.getLogger(__name__)

T = TypeVar("T")
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_STREAM = re.compile(r"/live/(?P<uid>[\w-]{1,40})/", re.ASCII)
# Database connections, independent of the number of listeners.
_DATABASE_THREADS = 2


@dataclass(frozen=True, slots=True)
class StreamLimits:
    """The limits of streams: their number, the seconds between heartbeats, and their lifetime in seconds.

    A hall shares one address, so the limit of an address is wide. A stream ends
    after its life and the page opens the next one: who may see is asked again.
    """

    streams: int = 2000
    of_address: int = 600
    beat: float = 10.0
    life: float = 600.0


class Live:
    """Answers `GET /live/<tournament>/` with a stream, `/healthz` with ok, and everything else with a refusal.

    An event carries the number of the tournament's log as its id and its data:
    at once when the listener's last number is another one, then at every change.
    The event `beat` repeats the number in between, so that a page hears a
    stream that has died: it does not hear comments.
    """

    def __init__(self, limits: StreamLimits | None = None) -> None:
        self.limits = limits or StreamLimits()
        self.is_ending = False
        self._channels = Channels()
        self._streams: Counter[str] = Counter()
        self._database = ThreadPoolExecutor(_DATABASE_THREADS, thread_name_prefix="database")
        self._watching: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request, or the lifespan of the process."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)
        else:
            await send({"type": "websocket.close"})

    def end(self) -> None:
        """End every stream at shutdown."""
        self.is_ending = True
        self._channels.wake_everybody()

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                watch = Watch(self._channels, reader=self._numbers, redis_url=settings.REDIS_URL)
                self._watching = asyncio.create_task(watch.run())
                self._watching.add_done_callback(_stop_without)
                await send({"type": "lifespan.startup.complete"})
            else:
                if self._watching is not None:
                    self._watching.cancel()
                self._database.shutdown(wait=False)
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "GET":
            await _refuse(send, 405, (b"allow", b"GET"))
        elif scope["path"] == "/healthz":
            await _refuse(send, 200)
        elif match := _STREAM.fullmatch(scope["path"]):
            await self._let_in(match["uid"], scope, receive, send)
        else:
            await _refuse(send, 404)

    async def _let_in(self, uid: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Check permission and limits, and stream."""
        address = admission.client_address(scope)
        is_full = self._streams.total() >= self.limits.streams
        if self.is_ending or is_full or self._streams[address] >= self.limits.of_address:
            await _refuse(send, 503, (b"retry-after", b"60"))
            return
        self._streams[address] += 1
        listener = self._channels.join(uid)
        try:
            self._channels.tell(uid, await self._in_thread(admission.admit, scope, uid))
            await self._stream(uid, listener, scope, receive, send)
        except Http404:
            await _refuse(send, 404)
        except SuspiciousOperation:
            await _refuse(send, 400)
        except DatabaseError as error:
            logger.warning("Nobody can be let in while the database is away: %s", error)
            await _refuse(send, 503, (b"retry-after", b"10"))
        finally:
            self._channels.leave(uid, listener)
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]

    async def _stream(self, uid: str, listener: Listener, scope: Scope, receive: Receive, send: Send) -> None:
        disconnect = asyncio.create_task(_until_gone(receive))
        disconnect.add_done_callback(lambda _task: listener.wake())
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _headers(scope)})
            # Spread over time, when the process restarts.
            await _write(send, f"retry: {random.randint(1000, 4000)}\n\n")  # noqa: S311 - no secret
            await self._tell(uid, _known(scope), listener, disconnect, send)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            disconnect.cancel()

    async def _tell(
        self,
        uid: str,
        last_number: int | None,
        listener: Listener,
        disconnect: asyncio.Task[None],
        send: Send,
    ) -> None:
        """Send the number at once, at every change and at every heartbeat, until the stream ends."""
        now = asyncio.get_running_loop().time
        end = now() + self.limits.life * random.uniform(1, 1.5)  # noqa: S311 - no secret
        while not (disconnect.done() or self.is_ending or now() > end):
            number = self._channels.number(uid)
            text = (
                f"event: beat\ndata: {number}\n\n"
                if number == last_number
                else f"id: {number}\ndata: {number}\n\n"
            )
            last_number = number
            await _write(send, text)
            await listener.rest(self.limits.beat)

    async def _numbers(self, uids: Collection[str]) -> dict[str, int]:
        return await self._in_thread(admission.numbers, uids)

    async def _in_thread(self, ask: Callable[..., T], *about: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._database, ask, *about)


def _stop_without(watching: asyncio.Task[None]) -> None:
    """Stop the process if its watch ends; otherwise it would be silent but seem healthy."""
    if not watching.cancelled():
        logger.critical("The live process has stopped watching.", exc_info=watching.exception())
        signal.raise_signal(signal.SIGTERM)


def _known(scope: Mapping[str, Any]) -> int | None:
    """Return the client's last number: from the last event of its stream, else from its page."""
    headers = dict(scope["headers"])
    query = parse_qs(scope["query_string"].decode("latin-1"))
    text = headers.get(b"last-event-id", b"").decode("latin-1") or query.get("since", [""])[0]
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 20 else None


def _headers(scope: Mapping[str, Any]) -> list[tuple[bytes, bytes]]:
    """Return the headers of a stream: not cached, not buffered by proxies, readable by the same host alone."""
    own_headers = [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store, no-transform"),
        (b"x-accel-buffering", b"no"),
        (b"x-content-type-options", b"nosniff"),
        (b"vary", b"origin, cookie"),
    ]
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"")
    ours = urlsplit(f"//{headers.get(b'host', b'').decode('latin-1')}").hostname
    # On a venue's laptop the live process has a port of its own, and a port makes an origin.
    if origin and ours and urlsplit(origin.decode("latin-1")).hostname == ours:
        own_headers.append((b"access-control-allow-origin", origin))
        own_headers.append((b"access-control-allow-credentials", b"true"))
    return own_headers


async def _until_gone(receive: Receive) -> None:
    """Return when the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _write(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _refuse(send: Send, status: int, *headers: tuple[bytes, bytes]) -> None:
    """Send an empty response with this status."""
    body = f"{status}\n".encode()
    head = [(b"content-type", b"text/plain"), (b"content-length", str(len(body)).encode()), *headers]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body, "more_body": False})
