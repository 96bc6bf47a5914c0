"""The live application without a server: its limits, what it refuses, and how its streams end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, MutableMapping
from contextlib import closing
from typing import Any

import pytest
from django.db import connection

from tests import factories
from tournaments.actions.events import lifecycle
from tournaments.models import Tournament
from tournaments.project.live.application import Live, StreamLimits

pytestmark = pytest.mark.django_db(transaction=True)


class Phone:
    """A browser that listens: it has sent its request, and keeps what comes back."""

    def __init__(self, live: Live, path: str, **scope: Any) -> None:
        self.sent: list[MutableMapping[str, Any]] = []
        self._news = asyncio.Event()
        self._left = asyncio.Event()
        scope_of_request = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "headers": [(b"host", b"localhost")],
            "client": ("10.0.0.7", 5000),
            "server": ("127.0.0.1", 8001),
        }
        self.task = asyncio.create_task(live(scope_of_request | scope, self._receive, self._send))

    async def _receive(self) -> MutableMapping[str, Any]:
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        self.sent.append(message)
        self._news.set()

    async def until(self, is_so: Callable[[Phone], bool]) -> None:
        """Wait until what has come is enough."""
        async with asyncio.timeout(30):
            while not is_so(self):
                await self._news.wait()
                self._news.clear()

    async def status(self) -> int:
        """The status of the answer."""
        await self.until(lambda phone: bool(phone.sent))
        return int(self.sent[0]["status"])

    @property
    def text(self) -> str:
        """What it has read so far."""
        return b"".join(message.get("body", b"") for message in self.sent).decode()

    async def leave(self) -> None:
        """Close the page."""
        self._left.set()
        await self.task


@pytest.fixture
def path() -> str:
    """The stream of a public tournament."""
    return f"/live/{factories.tournament().uid}/"


def test_there_is_an_end_to_the_streams_of_one_address_and_to_all_of_them(path: str) -> None:
    async def story() -> None:
        live = Live(StreamLimits(streams=3, of_address=2))
        phones = [Phone(live, path), Phone(live, path)]
        assert [await phone.status() for phone in phones] == [200, 200]
        assert await Phone(live, path).status() == 503
        other = Phone(live, path, client=("10.0.0.8", 1))
        assert await other.status() == 200
        third = Phone(live, path, client=("10.0.0.9", 1))
        assert await third.status() == 503
        assert (b"retry-after", b"60") in third.sent[0]["headers"]
        await phones[0].leave()
        again = Phone(live, path)
        assert await again.status() == 200
        live.end()
        for phone in (phones[1], other, again):
            await phone.task
            assert phone.sent[-1]["more_body"] is False
        assert await Phone(live, path).status() == 503

    asyncio.run(story())


def test_a_stream_beats_and_ends_after_its_life_so_that_the_door_is_asked_again(path: str) -> None:
    async def story() -> None:
        phone = Phone(Live(StreamLimits(beat=0.01)), path, query_string=b"since=0")
        await phone.until(lambda phone: "event: beat" in phone.text)
        await phone.leave()
        short = Phone(Live(StreamLimits(life=0.05, beat=0.01)), path, query_string=b"since=0")
        await short.task
        assert short.sent[-1]["more_body"] is False
        first, *beats = phone.text.split("\n\n")[1:-1]
        assert first.startswith("id: ")
        assert set(beats) == {f"event: beat\ndata: {first.rpartition(' ')[2]}"}

    asyncio.run(story())


def test_a_listener_that_has_the_newest_number_is_told_nothing_new(path: str) -> None:
    number = Tournament.objects.get().log_seq

    async def story() -> None:
        live = Live()
        beats = []
        for event_id in (b"%d" % number, b"nonsense", b"9" * 30):
            phone = Phone(live, path, headers=[(b"host", b"localhost"), (b"last-event-id", event_id)])
            await phone.until(lambda phone: "data" in phone.text)
            beats.append("event: beat" in phone.text)
            await phone.leave()
        assert beats == [True, False, False]

    asyncio.run(story())


@pytest.mark.parametrize(
    ("scope", "status"),
    [
        ({"method": "POST"}, 405),
        ({"path": "/"}, 404),
        ({"path": "/live/"}, 404),
        ({"path": "/live/nobody/"}, 404),
        ({"path": "/healthz"}, 200),
        ({"headers": [(b"host", b"evil.example")]}, 400),
    ],
)
def test_nothing_else_is_answered(path: str, scope: dict[str, Any], status: int) -> None:
    async def story() -> None:
        assert await Phone(Live(), **{"path": path, **scope}).status() == status

    asyncio.run(story())


def test_its_life_begins_with_the_watch_that_finds_a_change_and_ends_with_it(path: str) -> None:
    tournament = Tournament.objects.get()

    def change() -> None:
        # The thread has a connection of its own, which would be left over.
        with closing(connection):
            lifecycle.change_tournament(tournament, by=None, venue="Salle des fêtes")

    async def story() -> None:
        live = Live()
        inbox: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        outbox: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        process = asyncio.create_task(live({"type": "lifespan"}, inbox.get, outbox.put))
        await inbox.put({"type": "lifespan.startup"})
        assert await outbox.get() == {"type": "lifespan.startup.complete"}
        phone = Phone(live, path)
        await phone.until(lambda phone: "data" in phone.text)
        await asyncio.to_thread(change)
        await phone.until(lambda phone: f"data: {tournament.log_seq}\n" in phone.text)
        await phone.leave()
        await inbox.put({"type": "lifespan.shutdown"})
        assert await outbox.get() == {"type": "lifespan.shutdown.complete"}
        await process

    asyncio.run(story())
