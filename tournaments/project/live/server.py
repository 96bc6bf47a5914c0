"""The gunicorn settings of the live process: many open streams, which end at shutdown."""

from __future__ import annotations

import resource
import signal
import socket
from typing import Any

from django.conf import settings

# Seconds after which a reader who acknowledges nothing is taken for lost; a stream beats more often.
_PATIENCE = 30
_FILES = 8192


def post_worker_init(worker: Any) -> None:
    """Prepare the worker after it has loaded the application."""
    if not settings.LIVE:
        # It shows nowhere else: pages that have not been told to listen ask as ever.
        worker.log.warning("VIDEAU_LIVE is not set: unless the web process has it, no page listens here.")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    # A phone that has left the hall says nothing; the connections inherit this from their socket.
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        for listener in worker.sockets:
            listener.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _PATIENCE * 1000)

    def stop() -> None:
        # A stream has no end of its own, so gunicorn would wait for its whole grace.
        worker.handle_exit_signal()
        worker.asgi.end()

    worker.loop.add_signal_handler(signal.SIGTERM, stop)
