"""The production installation goes on while Redis is away, and does everything once it is back."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Collection, Iterator
from contextlib import closing
from pathlib import Path

import pytest
import redis
from django.conf import LazySettings
from django.test import Client
from redis.backoff import NoBackoff
from redis.retry import Retry

from tests import factories
from tests.faults.brokers import Broker
from tests.faults.listening import Stream, answers
from tests.faults.service import PATIENCE, Installation, wait_until
from tests.ports import free_port
from tournaments.changes import CHANNEL
from tournaments.project.live import watch
from tournaments.project.live.channels import Channels
from tournaments.project.shared_cache import SharedCache

pytestmark = [
    pytest.mark.redis,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at processes in /proc"),
]


def test_reports_are_accepted_while_redis_is_away_and_followed_up_when_it_is_back(
    installation: Installation, broker: Broker, start: Callable[[str], subprocess.Popen[str]]
) -> None:
    start("worker")
    start("beat")
    assert installation.drive("play", 4)["reported"] == 2
    assert installation.wait_until_idle()["second_round"] == 1
    broker.kill()
    away = installation.drive("play", 16)
    assert away["reported"] == 8
    assert installation.jobs() > 0
    broker.start()
    state = installation.wait_until_idle()
    assert state["second_round"] == 1 + 4
    assert state["dead"] == 0


@pytest.mark.long_only
def test_phones_report_while_redis_is_away_without_waiting_for_it(
    installation: Installation, broker: Broker, start: Callable[[str], subprocess.Popen[str]]
) -> None:
    guests = installation.drive("invite", 8)
    port = free_port()
    web = installation.start(
        "-m", "gunicorn", "tournaments.project.wsgi", "--bind", f"127.0.0.1:{port}", "--no-control-socket"
    )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_until(lambda: status_of(f"{address}/healthz") == 200, what="the first page")
        broker.kill()
        for match in guests["matches"]:
            request = urllib.request.Request(
                f"{address}/api/v1/matches/{match}/reports/",
                data=json.dumps({"score": [7, 3]}).encode(),
                headers={
                    "Authorization": f"Token {guests['token']}",
                    "Content-Type": "application/json",
                    "Idempotency-Key": f"phone-{match}",
                },
            )
            assert status_of(request) == 201
    finally:
        web.terminate()
        web.wait(timeout=PATIENCE)
    assert installation.jobs() >= 4
    broker.start()
    start("worker")
    start("beat")
    assert installation.wait_until_idle()["second_round"] == 2


def test_the_live_process_hears_from_redis_and_goes_on_without_it(tmp_path: Path, broker: Broker) -> None:
    """The same news go over Redis and to the listener; with Redis dead the next ones are found in the database."""
    extra = {"REDIS_URL": broker.url, "VIDEAU_LIVE": "proxy"}
    installation = Installation(tmp_path / "data", extra).migrate()
    tournament = installation.drive("listen")["tournament"]
    port = free_port()
    command = ["gunicorn", "tournaments.project.asgi", "--config", "python:tournaments.project.live.server"]
    command += ["--worker-class", "asgi", "--bind", f"127.0.0.1:{port}", "--no-control-socket"]
    live = installation.start("-m", *command)
    try:
        wait_until(lambda: answers(port), what="the start of the live process")
        with closing(redis.Redis(port=broker.port)) as client, client.pubsub() as hearing:  # type: ignore[no-untyped-call]
            # The live process is the other one.
            wait_until(lambda: client.pubsub_numsub(CHANNEL)[0][1] == 1, what="its subscription")
            hearing.subscribe(CHANNEL)
            with Stream(port, tournament) as stream:
                start = stream.hear_news()
                number = installation.drive("result")["number"]
                steps = [f"{tournament} {step}" for step in range(start + 1, number + 1)]
                messages = (message["data"] for message in hearing.listen() if message["type"] == "message")
                assert [next(messages).decode() for _ in steps] == steps
                assert start < stream.hear_news() <= number
                broker.kill()
                last = installation.drive("result")["number"]
                news = stream.hear_news()
                while news < last:
                    news = stream.hear_news()
                live.terminate()
                # A stream that is asked to end does so at once, and properly.
                while stream.hear() is not None:
                    pass
    finally:
        live.terminate()
        assert live.wait(timeout=PATIENCE) == 0
    assert "Traceback" not in installation.output.read_text()


def test_changes_that_redis_does_not_tell_are_found_at_once_and_the_missing_setting_is_named(
    broker: Broker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The live process hears of nothing where the web and the worker do not know that it is there."""
    monkeypatch.setattr(watch, "_LOOK_FOR_LOST", 0.05)
    monkeypatch.setattr(watch, "_LOOK_EVERY", 0.01)
    newest = 1

    async def read(_uids: Collection[str]) -> dict[str, int]:
        return {"t": newest}

    async def listen() -> None:
        nonlocal newest
        channels = Channels()
        listener = channels.join("t")
        channels.tell("t", newest)
        watching = asyncio.create_task(watch.Watch(channels, reader=read, redis_url=broker.url).run())
        async with asyncio.timeout(PATIENCE):
            with closing(redis.Redis(port=broker.port)) as client:
                while not client.pubsub_numsub(CHANNEL)[0][1]:
                    await asyncio.sleep(0.01)
            while "VIDEAU_LIVE is not set" not in caplog.text:
                newest += 1
                await listener.rest(1)
        assert channels.number("t") == newest
        watching.cancel()

    asyncio.run(listen())


def status_of(request: str | urllib.request.Request) -> int:
    """The status of an answer; 0 while nobody answers."""
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code
    except (urllib.error.URLError, ConnectionError):
        return 0


@pytest.fixture
def full_broker(tmp_path: Path) -> Iterator[Broker]:
    """A Redis server whose memory is used up, and which throws nothing away."""
    running = Broker(tmp_path, "--maxmemory", "1", "--maxmemory-policy", "noeviction")
    yield running
    running.kill()
    SharedCache._own.clear()


@pytest.mark.django_db
def test_a_full_redis_is_named_and_guesses_keep_their_limit_while_pages_answer(
    full_broker: Broker, settings: LazySettings, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    monkeypatch.setattr(SharedCache, "_away_until", 0.0)
    cache_settings = {
        "BACKEND": "tournaments.project.shared_cache.SharedCache",
        "LOCATION": full_broker.url,
        "OPTIONS": {"socket_timeout": 1.0, "retry": Retry(NoBackoff(), 0)},
    }
    settings.CACHES = {**settings.CACHES, "default": cache_settings}
    settings.API_RATES = {**settings.API_RATES, "anonymous": 3}
    tournament = factories.open_match().stage.event.tournament
    player = factories.player(email="ann@example.org")
    player.set_password("twice a gammon")
    player.save()
    ready = client.get("/readyz").json()
    assert (ready["status"], ready["redis"]) == ("impaired", "away")

    def sign_in(password: str) -> int:
        return client.post("/accounts/login/", {"login": "ann@example.org", "password": password}).status_code

    assert [sign_in(f"guess {number}") for number in range(5)] == [200] * 5
    assert sign_in("twice a gammon") == 200
    statuses = [client.get("/api/v1/tournaments/").status_code for _number in range(5)]
    assert statuses == [200] * 3 + [429] * 2
    assert client.get(f"/t/{tournament.uid}/").status_code == 200
    SharedCache._own.clear()
    assert sign_in("twice a gammon") == 302
    assert client.get("/me/").status_code == 200
