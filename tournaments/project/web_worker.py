"""The worker of the web server: no thread waits for the network (docs/decisions/0015-no-thread-waits-for-a-client.md).

A loop takes requests in and sends answers out; a thread gets a request once it is
whole and leaves its answer behind. So a client that drips, is silent or does not
read costs a little memory and no thread.
"""

from __future__ import annotations

import resource
import selectors
import socket
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any

from django.conf import settings
from gunicorn.workers.gthread import TConn, ThreadWorker

from .incoming import Incoming, deadline

_CHUNK = 64 * 1024
# How many connections are accepted before those that are open get their turn.
_ACCEPTED_AT_ONCE = 64
# Seconds between two checks for expired connections.
_LOOK_EVERY = 0.5
# What still arrives after the last answer of a connection is read and forgotten up to so many bytes: closed at once,
# the connection would take with it what a phone should read about a file that is too large.
_FORGOTTEN = 32 * 1024 * 1024
# The largest number of buffered bytes of answers.
_HELD = 64 * 1024 * 1024
_FILES = 8192
# What the process needs beside its connections, each of which may have a file for its body.
_OTHER_FILES = 128
_PROBES = (b"GET /healthz ", b"HEAD /healthz ")


class Channel:
    """The socket as seen by a thread: reads a complete request, and buffers output that cannot be sent yet."""

    def __init__(self, sock: socket.socket) -> None:
        self.socket = sock
        self.incoming = Incoming(largest=settings.LARGEST_EXHIBIT_BODY)
        self.waiting = bytearray()

    def recv(self, size: int) -> bytes:
        """Return the next bytes of the request; empty at its end."""
        return self.incoming.file.read(size)

    def sendall(self, data: bytes) -> None:
        """Send as much as the network accepts and leave the rest to the loop."""
        count = 0
        if not self.waiting:
            with suppress(BlockingIOError):
                count = self.socket.send(data)
        self.waiting += data[count:]

    def send(self, data: bytes) -> int:
        """Send as `sendall` does."""
        self.sendall(data)
        return len(data)

    def setblocking(self, _is_blocking: object) -> None:
        """Do nothing: the channel never blocks."""

    def settimeout(self, _seconds: object) -> None:
        """Do nothing: the channel never waits."""

    def gettimeout(self) -> float | None:
        """Return None: the channel never waits."""
        return None

    def shutdown(self, _how: int) -> None:
        """Do nothing: the loop ends the connection."""

    def close(self) -> None:
        """Do nothing: the loop closes the connection."""


class Connection(TConn):
    """One connection: its current request, and the deadline of its next step."""

    def __init__(self, cfg: Any, sock: socket.socket, client: Any, server: Any) -> None:
        self.channel = Channel(sock)
        super().__init__(cfg, self.channel, client, server)
        self.socket = sock
        self.address = client[0] if isinstance(client, tuple) else ""
        # The thread need not wait for the first byte.
        self.data_ready = True
        self.is_in_hand = False
        self.is_watched = False
        self.is_kept = False
        self.begun = time.monotonic()
        self.moved = 0
        self.until = deadline(self.begun, 0)

    def begin(self) -> None:
        """Start the deadline of a transfer."""
        self.begun, self.moved = time.monotonic(), 0
        self.until = deadline(self.begun, 0)

    def move(self, count: int) -> None:
        """Extend the deadline by the bytes transferred."""
        self.moved += count
        self.until = deadline(self.begun, self.moved)


class WebWorker(ThreadWorker):
    """Gunicorn's threads behind an event loop that does all waiting."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.worker_connections: int
        self.connections: set[Connection] = set()
        self.next_look = 0.0
        # The health probe does not queue behind threads that wait for the database.
        self.probes = ThreadPoolExecutor(max_workers=1)

    def init_process(self) -> None:
        """Set the number of connections to what the limit of open files permits."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < _FILES:
            soft = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        if soft != resource.RLIM_INFINITY:
            self.worker_connections = min(self.worker_connections, (soft - _OTHER_FILES) // 2)
        super().init_process()

    # What gunicorn's loop calls.

    def accept(self, listener: Any) -> None:
        """Accept waiting connections; if all places are taken, close one that has waited for long."""
        for _number in range(_ACCEPTED_AT_ONCE):
            try:
                sock, client = listener.accept()
            except OSError:
                return
            if len(self.connections) + 1 >= self.worker_connections:
                self._make_room()
            conn = Connection(self.cfg, sock, client, listener.getsockname())
            sock.settimeout(0)
            self.connections.add(conn)
            self.nr_conns = len(self.connections)
            self._watch(conn, selectors.EVENT_READ, self._receive)
            if self.nr_conns >= self.worker_connections:
                return

    def finish_request(self, conn: Connection, fs: Future[Any]) -> None:
        """Send the rest of an answer, then continue with the connection."""
        conn.is_in_hand = False
        is_well = not fs.cancelled() and fs.exception() is None
        conn.is_kept = is_well and bool(fs.result())
        conn.begin()
        self._send(conn)

    def murder_pending(self) -> None:
        """Close the connections whose deadline has passed."""
        now = time.monotonic()
        if now < self.next_look:
            return
        self.next_look = now + _LOOK_EVERY
        for conn in [one for one in self.connections if not one.is_in_hand and one.until < now]:
            self._expire(conn)
        backlog = sum(len(one.channel.waiting) for one in self.connections)
        while backlog > _HELD:
            slowest = max(
                (one for one in self.connections if not one.is_in_hand),
                key=lambda one: len(one.channel.waiting),
                default=None,
            )
            if slowest is None:
                return
            backlog -= len(slowest.channel.waiting) or backlog
            self._drop(slowest)

    def murder_keepalived(self, force: bool = False) -> None:  # noqa: FBT001, FBT002 - as gunicorn calls it
        """Close every connection at shutdown."""
        for conn in list(self.connections) if force else ():
            self._drop(conn)

    def _cap_keepalive(self, until: float) -> None:
        """Shorten the deadline of idle connections, because the worker stops."""
        for conn in self.connections:
            if not conn.is_in_hand and not conn.channel.incoming.count and not conn.channel.waiting:
                conn.until = min(conn.until, until)

    def _keepalive_after(self, conn: Connection, keepalive: bool) -> bool:  # noqa: FBT001 - as gunicorn calls it
        """Whether the connection stays open for another request, even if this one was not read to its end."""
        # The next one begins where this one ends, and a parser that knows nothing of this one reads it.
        conn.initialized, conn.parser = False, None
        return keepalive and conn.channel.incoming.is_whole

    # The steps of a connection.

    def _receive(self, conn: Connection, _fileobj: object = None) -> None:
        """Read what has arrived, and pass the request to a thread once it is complete."""
        data = self._read(conn)
        if data is None:
            return
        if not data:
            self._drop(conn)
            return
        if not conn.channel.incoming.count:
            # The time that a browser kept the connection open in advance is not its request's.
            conn.begin()
        conn.move(len(data))
        self._take(conn, data)

    def _take(self, conn: Connection, data: bytes) -> None:
        incoming = conn.channel.incoming
        try:
            incoming.feed(data)
        except OSError:
            # The disk is full. What is smaller still gets through.
            self.log.exception("A request cannot be kept while it arrives.")
            self._drop(conn)
            return
        if incoming.is_other_protocol:
            self._drop(conn)
        elif incoming.refusal:
            self._refuse(conn, incoming.refusal)
        elif incoming.is_due:
            self._unwatch(conn)
            incoming.rewind()
            conn.is_in_hand = True
            self.enqueue_req(conn)
        else:
            if incoming.expects_continue:
                incoming.expects_continue = False
                with suppress(OSError):
                    conn.socket.send(b"HTTP/1.1 100 Continue\r\n\r\n")
            self._watch(conn, selectors.EVENT_READ, self._receive)

    def enqueue_req(self, conn: Connection) -> None:
        """Pass the request to a thread; the health probe has its own."""
        pool = self.probes if conn.channel.incoming.start_line.startswith(_PROBES) else self.tpool
        pool.submit(self.handle, conn).add_done_callback(
            lambda future: self.method_queue.defer(self.finish_request, conn, future)
        )

    def _send(self, conn: Connection, _fileobj: object = None) -> None:
        """Continue sending; afterwards wait for the next request or for the end."""
        waiting = conn.channel.waiting
        if waiting:
            try:
                count = conn.socket.send(waiting[:_CHUNK])
            except BlockingIOError:
                count = 0
            except OSError:
                self._drop(conn)
                return
            del waiting[:count]
            conn.move(count)
        if waiting:
            self._watch(conn, selectors.EVENT_WRITE, self._send)
        elif conn.is_kept and self.alive:
            self._await_next(conn)
        else:
            self._linger(conn)

    def _await_next(self, conn: Connection) -> None:
        surplus = conn.channel.incoming.surplus
        conn.channel.incoming.close()
        conn.channel.incoming = Incoming(largest=settings.LARGEST_EXHIBIT_BODY)
        conn.begin()
        if surplus:
            conn.move(len(surplus))
            self._take(conn, surplus)
            return
        conn.until = conn.begun + self.cfg.keepalive
        self._watch(conn, selectors.EVENT_READ, self._receive)

    def _linger(self, conn: Connection) -> None:
        """Shut down the sending side, and wait until the client has read the answer and closes."""
        try:
            conn.socket.shutdown(socket.SHUT_WR)
        except OSError:
            self._drop(conn)
            return
        conn.begin()
        self._watch(conn, selectors.EVENT_READ, self._forget)

    def _forget(self, conn: Connection, _fileobj: object = None) -> None:
        data = self._read(conn)
        if data is None:
            return
        conn.move(len(data))
        if not data or conn.moved > _FORGOTTEN:
            self._drop(conn)

    def _refuse(self, conn: Connection, status: str) -> None:
        conn.is_kept = False
        conn.channel.waiting += (
            f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".encode()
        )
        conn.begin()
        self._send(conn)

    def _expire(self, conn: Connection) -> None:
        """Close a connection after its deadline; a client with a begun request gets an error."""
        is_sending = bool(conn.channel.waiting)
        if conn.channel.incoming.count and not conn.channel.incoming.is_due and not is_sending:
            conn.channel.incoming.is_due = True
            self._refuse(conn, "408 Request Timeout")
        else:
            self._drop(conn)

    def _make_room(self) -> None:
        """Close the oldest connection without a complete request, from the address with the most of them."""
        free = [conn for conn in self.connections if not conn.is_in_hand]
        if free:
            [(address, _count)] = Counter(conn.address for conn in free).most_common(1)
            self._drop(min((conn for conn in free if conn.address == address), key=lambda conn: conn.begun))

    def _read(self, conn: Connection) -> bytes | None:
        """Return what has arrived; empty at the end of the connection, None if there is nothing yet."""
        try:
            return conn.socket.recv(_CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def _watch(self, conn: Connection, event: int, step: Callable[..., None]) -> None:
        """Wait for a network event; then call `step`."""
        change = self.poller.modify if conn.is_watched else self.poller.register
        change(conn.socket, event, partial(step, conn))
        conn.is_watched = True

    def _unwatch(self, conn: Connection) -> None:
        if conn.is_watched:
            self.poller.unregister(conn.socket)
            conn.is_watched = False

    def _drop(self, conn: Connection) -> None:
        self._unwatch(conn)
        self.connections.discard(conn)
        self.nr_conns = len(self.connections)
        conn.channel.incoming.close()
        conn.socket.close()
