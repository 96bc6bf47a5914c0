"""Clients that drip, stay silent, stop halfway or do not read delay nobody else."""

from __future__ import annotations

import gzip
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from tests.effort import is_long
from tests.faults.service import PATIENCE, ROOT, Installation, Service, wait_until
from tests.ports import free_port

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="looks at the processes of the service in /proc"
)

HEAD = b"POST /api/v1/tournaments/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
HALF_A_BODY = HEAD + b"Content-Length: 1000\r\n\r\n{"
DRIPPING, SILENT, HALF = 100, 100, 50
_PROBES = 30
# Two bytes of each that drips; in the long run until their requests are ended, and after it.
_LASTS = 25.0 if is_long() else 4.5


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The embedded installation, with its threads and no proxy in front."""
    running = Service(Installation(tmp_path_factory.mktemp("slow") / "data"))
    yield running
    running.end()


@contextmanager
def production_web(installation: Installation) -> Iterator[int]:
    """The web server with the command of a production installation; its port."""
    port = free_port()
    web = installation.start(
        "-m", "gunicorn", "tournaments.project.wsgi", "--config", "python:tournaments.project.web_server",
        "--bind", f"127.0.0.1:{port}", "--workers", "2", "--threads", "4", "--no-control-socket",
    )  # fmt: skip
    try:
        wait_until(lambda: is_up(port), what="the first page")
        yield port
    finally:
        stop(web)


def stop(web: subprocess.Popen[str]) -> None:
    """End a web server."""
    web.terminate()
    web.wait(timeout=PATIENCE)


def is_up(port: int) -> bool:
    """Whether the web server answers."""
    with suppress(OSError):
        return seconds_for(port, "/healthz") >= 0
    return False


def seconds_for(port: int, path: str) -> float:
    """How long an answer takes."""
    start = time.monotonic()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as page:
        assert page.status == 200
        page.read()
    return time.monotonic() - start


@contextmanager
def attack(port: int) -> Iterator[list[socket.socket]]:
    """Slow clients of every kind, from the address that the phones have as well."""
    with ExitStack() as stack:
        clients = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            for _number in range(DRIPPING + SILENT + HALF)
        ]
        for client in clients[:HALF]:
            client.sendall(HALF_A_BODY)
        dripping = clients[HALF : HALF + DRIPPING]
        is_over = threading.Event()

        def drip() -> None:
            # Slow by its pace: a byte for each client every 4 s.
            position = 0
            while not is_over.is_set():
                for client in dripping:
                    with suppress(OSError):
                        client.sendall(HEAD[position : position + 1])
                position = (position + 1) % len(HEAD)
                is_over.wait(4)

        dripper = threading.Thread(target=drip)
        dripper.start()
        try:
            yield clients
        finally:
            is_over.set()
            dripper.join()


def hold_out(port: int, poll: str) -> dict[str, list[float]]:
    """Assert that probes and polls are answered while every slow client waits; return their seconds by address.

    `./videau bench troubles` prints these.
    """
    durations: dict[str, list[float]] = {"/healthz": [], poll: []}
    is_over = threading.Event()

    def ask(path: str) -> None:
        while not is_over.is_set():
            durations[path].append(seconds_for(port, path))

    start = time.monotonic()

    def is_enough() -> bool:
        duration = time.monotonic() - start
        return duration > _LASTS and min(len(times) for times in durations.values()) >= _PROBES

    with ThreadPoolExecutor(2) as visitors:
        asking = [visitors.submit(ask, path) for path in durations]
        try:
            with attack(port) as clients:
                wait_until(lambda: is_enough() or any(one.done() for one in asking), what="enough answers")
                assert is_long() or all(map(still_waits, clients)), "slow clients were answered"
        finally:
            is_over.set()
        for one in asking:
            one.result()
    return durations


def still_waits(client: socket.socket) -> bool:
    """Whether a client is still connected, without an answer."""
    try:
        client.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return True
    return False


def poll_of(installation: Installation) -> str:
    """Return the address that a phone in the hall polls."""
    return f"/t/{installation.drive('listen')['tournament']}/"


def test_hall_plays_on_under_attack_on_one_laptop(service: Service) -> None:
    hold_out(service.port, poll_of(service.installation))


@pytest.mark.long_only
@pytest.mark.service
def test_hall_plays_on_under_attack_in_production_without_a_proxy(tmp_path: Path) -> None:
    installation = Installation(tmp_path / "data").migrate()
    with production_web(installation) as port:
        hold_out(port, poll_of(installation))


@pytest.mark.long_only
def test_readers_who_do_not_read_hold_no_thread(service: Service) -> None:
    with ExitStack() as stack:
        for _number in range(12):
            reader = socket.socket()
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            reader.connect(("127.0.0.1", service.port))
            stack.enter_context(reader)
            # More than the system takes off a server's hands.
            reader.sendall(b"GET /api/v1/schema/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 8)
        assert seconds_for(service.port, "/")


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_file_arrives_whole_however_it_is_encoded(service: Service, encoding: str) -> None:
    file = ROOT / "tournaments" / "web" / "static" / "videau" / "videau.css"
    request = urllib.request.Request(
        f"http://127.0.0.1:{service.port}/static/videau/videau.css", headers={"Accept-Encoding": encoding}
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        content = answer.read()
    assert (gzip.decompress(content) if encoding == "gzip" else content) == file.read_bytes()


def test_upload_in_small_pieces_arrives(service: Service) -> None:
    """A body larger than what is kept in memory, its head in two pieces, and a second request behind it."""
    body = b"x" * 300_000
    head = HEAD + f"Content-Length: {len(body)}\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", service.port)) as phone:
        phone.sendall(head[:30])
        phone.sendall(head[30:])
        for start in range(0, len(body), 10_000):
            phone.sendall(body[start : start + 10_000])
        phone.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        answers = read_all(phone)
    assert answers.startswith(b"HTTP/1.1 401 ")
    assert b'{"status": "ok"}' in answers


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"411"),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 70_000, b"431"),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 9_000 + b"\r\n\r\n", b"431"),
        (HEAD + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n12345", b"400"),
        (HEAD + b"Content-Length: x\r\n\r\n", b"400"),
        (b"GET /healthz HTTP/1.1\nHost: 127.0.0.1\n\n", b"400"),
        (HEAD + b"Content-Length: 99999999\r\n\r\n" + b"GET /healthz HTTP/1.1\r\n\r\n" * 9, b"413"),
        (b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", b"200"),
    ],
    ids=[
        "chunked",
        "endless head",
        "large field",
        "two lengths",
        "no length",
        "bare lines",
        "too large",
        "whole",
    ],
)
def test_what_cannot_be_a_request_is_answered_once_and_ends_the_connection(
    service: Service, request_: bytes, status: bytes
) -> None:
    with socket.create_connection(("127.0.0.1", service.port)) as client:
        client.sendall(request_)
        answers = read_all(client)
    assert answers.startswith(b"HTTP/1.1 " + status)
    assert answers.count(b"HTTP/1.1 ") == 1


def test_other_protocol_is_hung_up_on_at_once(service: Service) -> None:
    """A browser that tries https first goes on to http without waiting."""
    with socket.create_connection(("127.0.0.1", service.port)) as browser:
        browser.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
        assert read_all(browser) == b""


def test_client_that_asks_whether_to_go_on_is_told_so(service: Service) -> None:
    with socket.create_connection(("127.0.0.1", service.port)) as client:
        client.sendall(HEAD + b"Connection: close\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        assert client.recv(100).startswith(b"HTTP/1.1 100 ")
        client.sendall(b"{}")
        assert b"HTTP/1.1 401 " in read_all(client)


def read_all(client: socket.socket) -> bytes:
    """What the server sends until it closes."""
    client.settimeout(PATIENCE)
    data = b""
    while chunk := client.recv(65536):
        data += chunk
    return data
