"""What gunicorn does alike in both installations: it gives up on who stops sending in the middle of a request."""

from __future__ import annotations

import socket
import struct
from typing import Any

# Seconds between two packets of one request, after which its sender is taken for lost.
PATIENCE = 10


def post_worker_init(worker: Any) -> None:
    """Bound each wait for the rest of a request.

    A thread that reads a body has no time limit of its own, so a few phones that
    lose the network in the middle of an upload would hold every thread. The
    connections inherit the limit from the listening socket.
    """
    for listener in worker.sockets:
        limit = struct.pack("ll", PATIENCE, 0)
        listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, limit)
