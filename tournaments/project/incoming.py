"""A request during its arrival: its end, and the deadline for its sender."""

from __future__ import annotations

import re
from tempfile import SpooledTemporaryFile

# Whoever sends or reads is given this many seconds, and one more for every so many bytes that have got through. A
# request must be here whole by then: what counts is its pace, not the pause between two packets.
GRACE = 20.0
SLOWEST_PACE = 8 * 1024

_HEAD_END = re.compile(rb"\r?\n\r?\n")
_LARGEST_HEAD = 64 * 1024
# Larger bodies are stored on disk.
_IN_MEMORY = 64 * 1024


def deadline(start: float, count: int) -> float:
    """Return the deadline of a transfer, given the number of bytes moved so far."""
    return start + GRACE + count / SLOWEST_PACE


class Incoming:
    """The bytes of one request; those after its end are the `surplus`, which belongs to the next one.

    Only what is needed to find the end is read here. The server parses the
    request again, gets nothing beyond this end, and refuses what is wrong in it.
    """

    def __init__(self, *, largest: int) -> None:
        self.file = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - `close` closes it
        self.count = 0
        # Whether a thread may take it: it is whole, or its head is enough to refuse it.
        self.is_due = False
        # Whether it is known where the next request of the connection begins.
        self.is_whole = False
        # The status that refuses it without a thread.
        self.refusal = ""
        self.is_other_protocol = False
        self.expects_continue = False
        self.surplus = b""
        self.start_line = b""
        self._largest = largest
        self._head = bytearray()
        self._missing: int | None = None

    def feed(self, data: bytes) -> None:
        """Add bytes that have arrived."""
        self.count += len(data)
        body = data if self._missing is not None else self._feed_head(data)
        if self._missing is None:
            return
        self.file.write(body[: self._missing])
        self.surplus = body[self._missing :]
        self._missing = max(0, self._missing - len(body))
        if not self._missing:
            self.is_due = True

    def rewind(self) -> None:
        """Seek to the beginning for reading."""
        self.file.seek(0)

    def close(self) -> None:
        """Discard the bytes."""
        self.file.close()

    def _feed_head(self, data: bytes) -> bytes:
        """Search for the end of the head; return the bytes after it."""
        start = max(0, len(self._head) - 3)
        self._head += data
        # One empty line before a request is allowed, and comes from old clients.
        if self._head.startswith(b"\r\n"):
            del self._head[:2]
            start = 0
        end = _HEAD_END.search(self._head, start)
        if end is None:
            if self._head and not (self._head[:1].isalpha() or self._head == b"\r"):
                self.is_other_protocol = True
            elif len(self._head) > _LARGEST_HEAD:
                self.refusal = "431 Request Header Fields Too Large"
            return b""
        head, rest = bytes(self._head[: end.end()]), bytes(self._head[end.end() :])
        self.file.write(head)
        self.start_line = head.partition(b"\r\n")[0]
        # Lines that end in another way are for the server to refuse, and nothing after them is a request.
        self.is_whole = head.endswith(b"\r\n\r\n")
        self._head.clear()
        self._missing = self._length_of_body(head)
        return rest

    def _length_of_body(self, head: bytes) -> int:
        """Return the length of the body; 0 if the head alone refuses the request."""
        length = 0
        lengths = []
        for line in head.split(b"\r\n")[1:]:
            name, _colon, value = line.partition(b":")
            match name.strip().lower():
                case b"content-length":
                    lengths.append(value.strip())
                case b"transfer-encoding":
                    self.refusal = "411 Length Required"
                case b"expect":
                    self.expects_continue = value.strip().lower() == b"100-continue"
        if lengths:
            if len(lengths) > 1 or not lengths[0].isdigit() or len(lengths[0]) > 18:
                self.is_whole = False
                return 0
            length = int(lengths[0])
        if length > self._largest:
            self.is_whole = False
            return 0
        return length
