"""The client of push services: one POST to a checked address, without redirects, with one deadline."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from .endpoints import PushEndpoint

# Seconds for a whole conversation, less than a claim lasts (queue.CLAIM_TIMEOUT).
PATIENCE = 8.0


@dataclass(frozen=True, slots=True)
class Answer:
    """The status of an answer, and its Retry-After as it stands there."""

    status: int
    retry_after: str


class _PushConnection(http.client.HTTPConnection):
    """A connection to an address that was checked, so that no second look-up leads elsewhere."""

    def __init__(self, endpoint: PushEndpoint, address: str) -> None:
        super().__init__(endpoint.host, endpoint.port, timeout=PATIENCE)
        self._endpoint, self._address = endpoint, address
        self._raw: socket.socket | None = None

    def connect(self) -> None:
        """Connect to the address, and check the certificate for the name of the host."""
        line = socket.create_connection((self._address, self._endpoint.port), timeout=PATIENCE)
        # Encryption takes the socket over; this one is the same connection and stays.
        self._raw = line.dup()
        self.sock = line
        if self._endpoint.scheme == "https":
            self.sock = ssl.create_default_context().wrap_socket(line, server_hostname=self._endpoint.host)

    def cut_off(self) -> None:
        """End the conversation, also with a server that sends a byte now and then for ever."""
        if self._raw is not None:
            with suppress(OSError):
                self._raw.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection."""
        super().close()
        if self._raw is not None:
            self._raw.close()
            self._raw = None


def post(endpoint: PushEndpoint, body: bytes, *, headers: Mapping[str, str]) -> Answer:
    """Post a message and return the answer; raise NotPublic, or OSError without an answer.

    A redirect is an answer like any other, and nobody follows it.
    """
    [address, *_others] = endpoint.addresses()
    line = _PushConnection(endpoint, address)
    deadline = threading.Timer(PATIENCE, line.cut_off)
    deadline.daemon = True
    deadline.start()
    try:
        line.request("POST", endpoint.path, body=body, headers=dict(headers))
        answer = line.getresponse()
        return Answer(answer.status, answer.getheader("Retry-After") or "")
    except http.client.HTTPException as error:
        raise ConnectionError(f"{type(error).__name__}: {error}") from error
    finally:
        deadline.cancel()
        line.close()
