"""A mail server that behaves badly, or well."""

from __future__ import annotations

import socket
import socketserver
import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType

_STEP = 0.5
# How soon the server notices that it is to end.
_POLL = 0.02
Way = Callable[["MailServer", socket.socket], None]


class MailServer:
    """Listens on a port of its own, and meets each connection in the next of its ways; the last one stays."""

    def __init__(self, *ways: Way) -> None:
        self.ways = list(ways)
        self.is_over = threading.Event()
        self.received: list[str] = []
        self.met = 0
        self._lock = threading.Lock()
        owner = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                with owner._lock:
                    owner.met += 1
                    way = owner.ways.pop(0) if len(owner.ways) > 1 else owner.ways[0]
                with suppress(OSError):
                    way(owner, self.request)

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.block_on_close = False
        self._thread = threading.Thread(target=self._server.serve_forever, args=(_POLL,), daemon=True)

    @property
    def url(self) -> str:
        """The EMAIL_URL of an installation that sends its mail here."""
        return f"smtp://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> MailServer:
        self._thread.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.is_over.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def silent(server: MailServer, _connection: socket.socket) -> None:
    """Accept the connection and say nothing."""
    server.is_over.wait()


def dripping(server: MailServer, connection: socket.socket) -> None:
    """Greet for ever, one letter at a time."""
    connection.sendall(b"220-")
    while not server.is_over.wait(_STEP):
        connection.sendall(b"x")


def refusing(_server: MailServer, connection: socket.socket) -> None:
    """Say that the service is not available, and hang up."""
    connection.sendall(b"421 Come back later\r\n")


def well(server: MailServer, connection: socket.socket) -> None:
    """Take every mail, but none to an address that begins with `wrong`."""
    connection.sendall(b"220 mail.example.org\r\n")
    is_data = False
    for line in connection.makefile("rb"):
        text = line.decode().strip()
        if is_data:
            is_data = text != "."
            answer = "" if is_data else "250 Taken"
        elif text.upper().startswith("RCPT TO:<WRONG"):
            answer = "550 5.1.1 No such mailbox"
        elif text.upper() == "DATA":
            is_data, answer = True, "354 Go on"
        else:
            if text.upper().startswith("RCPT TO:"):
                server.received.append(text[9:].partition(">")[0])
            answer = "250 Well"
        if answer:
            connection.sendall(f"{answer}\r\n".encode())


class Void:
    """An address behind which every packet is dropped: its queue of connections is full."""

    def __init__(self) -> None:
        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.socket.listen(0)
        self.url = f"smtp://127.0.0.1:{self.socket.getsockname()[1]}"
        self.queued = []
        for _number in range(4):
            client = socket.socket()
            client.setblocking(False)
            client.connect_ex(self.socket.getsockname())
            self.queued.append(client)

    def __enter__(self) -> Void:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        for client in self.queued:
            client.close()
        self.socket.close()
