"""Phones that lose the network in the middle of a request do not stop the service for the others."""

from __future__ import annotations

import socket
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.faults.service import Installation, Service

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="looks at the processes of the service in /proc"
)

HALF_A_REQUEST = (
    b"POST /api/v1/tournaments/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: 1000\r\n\r\n{"
)
# More than the web server has threads.
PHONES = 12


def test_requests_that_stop_in_the_middle_do_not_hold_the_threads(tmp_path: Path) -> None:
    service = Service(Installation(tmp_path / "data"))
    phones = [socket.create_connection(("127.0.0.1", service.port)) for _ in range(PHONES)]
    try:
        for phone in phones:
            phone.sendall(HALF_A_REQUEST)
        with urllib.request.urlopen(f"http://127.0.0.1:{service.port}/healthz", timeout=60) as page:
            assert page.status == 200
    finally:
        for phone in phones:
            phone.close()
        service.stop()
