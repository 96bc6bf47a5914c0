"""Where a request ends while it arrives, and how long its sender is waited for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tournaments.project.incoming import GRACE, Incoming, deadline

GET = b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n"


@pytest.fixture
def request_() -> Iterator[Incoming]:
    """Nothing has come yet, and a body of a hundred bytes is the largest."""
    incoming = Incoming(largest=100)
    yield incoming
    incoming.close()


def content(request: Incoming) -> bytes:
    """What a thread reads of it."""
    request.rewind()
    return request.file.read()


@pytest.mark.parametrize("whole", [GET, POST + b"12345", b"\r\n" + GET])
def test_request_is_due_with_its_last_byte_however_it_arrives(request_: Incoming, whole: bytes) -> None:
    for position in range(len(whole)):
        assert not request_.is_due
        request_.feed(whole[position : position + 1])
    assert request_.is_due
    assert request_.is_whole
    assert content(request_) == whole.lstrip()


def test_what_follows_belongs_to_the_next_request(request_: Incoming) -> None:
    request_.feed(POST + b"12345" + GET)
    assert content(request_) == POST + b"12345"
    assert request_.surplus == GET


@pytest.mark.parametrize(
    "field", [b"Content-Length: 101", b"Content-Length: +5", b"Content-Length: 5\r\nContent-Length: 5"]
)
def test_body_of_unknown_end_is_not_waited_for_and_nothing_after_it_is_a_request(
    request_: Incoming, field: bytes
) -> None:
    request_.feed(b"POST / HTTP/1.1\r\n" + field + b"\r\n\r\n" + GET)
    assert request_.is_due
    assert not request_.is_whole
    assert content(request_) == b"POST / HTTP/1.1\r\n" + field + b"\r\n\r\n"


def test_photo_over_slow_wifi_has_the_time_it_needs_and_a_drip_has_not() -> None:
    photo = 5 * 1024 * 1024
    seconds_at_16_kib = photo / (16 * 1024)
    assert deadline(0.0, photo) > seconds_at_16_kib > 10 * GRACE
    # A byte every four seconds.
    assert deadline(0.0, 8) < 8 * 4
