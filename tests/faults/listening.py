"""A client of the event stream, as a browser is one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection
from types import TracebackType
from urllib.error import URLError
from urllib.request import urlopen

from tests.faults.service import PATIENCE


def answers(port: int) -> bool:
    """Whether the live process answers."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2) as answer:
            return bool(answer.status == 200)
    except (URLError, ConnectionError, TimeoutError):
        return False


@dataclass(frozen=True, slots=True)
class Heard:
    """One event of a stream; `id` is 0 for a beat."""

    kind: str
    number: int
    id: int


class Stream:
    """An open stream, or the refusal of one."""

    def __init__(self, port: int, tournament: str, headers: Mapping[str, str] | None = None) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._connection.request("GET", f"/live/{tournament}/", headers=dict(headers or {}))
        self._answer = self._connection.getresponse()
        self.status = self._answer.status
        self.headers = self._answer.headers

    def __enter__(self) -> Stream:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._answer.close()
        self._connection.close()

    def hear(self) -> Heard | None:
        """The next event; None when the stream has ended."""
        fields: dict[str, str] = {}
        while line := self._answer.readline().decode():
            name, _colon, value = line.strip().partition(": ")
            if name:
                fields[name] = value
            elif "data" in fields:
                return Heard(fields.get("event", "message"), int(fields["data"]), int(fields.get("id", 0)))
        return None

    def hear_news(self) -> int:
        """The number of the next event that is no beat."""
        event = self.hear()
        while event is not None and event.kind == "beat":
            event = self.hear()
        assert event is not None, "the stream has ended"
        return event.number
