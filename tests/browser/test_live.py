"""The live process of the embedded installation: what it tells, whom it refuses, and how pages go on without it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Request, expect

from tests.browser.people import PHONE, Person
from tests.faults.listening import Stream, answers
from tests.faults.service import Installation, Service, is_alive, wait_until

# Longer than a page waits between two questions, and shorter than it believes a silent stream.
_A_WHILE = 20_000
_TOO_LONG = 30_000
# Counts what comes on a stream, before the page hears it.
_COUNT_EVENTS = """
const Own = EventSource;
window.EventSource = class extends Own {
  constructor(...how) {
    super(...how);
    for (const kind of ["message", "beat"]) {
      this.addEventListener(kind, () => { window.events = (window.events ?? 0) + 1; });
    }
  }
};
"""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The embedded installation with its live process."""
    running = Service(Installation(tmp_path_factory.mktemp("live") / "data"), "--live")
    yield running
    running.end()


@pytest.fixture(scope="module")
def world(service: Service) -> dict[str, Any]:
    """A public tournament and a draft."""
    wait_until(lambda: answers(service.port + 1), what="the start of the live process")
    return service.installation.drive("listen")


def test_one_change_reaches_every_listener_and_nobody_else(service: Service, world: dict[str, Any]) -> None:
    live = service.port + 1
    origin = {"Origin": f"http://127.0.0.1:{service.port}"}
    with Stream(live, world["tournament"], origin) as one, Stream(live, world["tournament"]) as two:
        start = one.hear_news()
        assert two.hear_news() == start
        assert one.headers["Content-Type"].startswith("text/event-stream")
        assert one.headers["Access-Control-Allow-Origin"] == origin["Origin"]
        after = service.installation.drive("result")["number"]
        numbers = {one.hear_news(), two.hear_news()}
        assert min(numbers) > start
        assert max(numbers) <= after + 1
    headers = {"Last-Event-ID": str(max(numbers))}
    with Stream(live, world["tournament"], headers) as again:
        first = again.hear()
        assert first is not None
        assert (first.kind, first.id) == ("beat", 0) or first.number > max(numbers)
    with Stream(live, world["tournament"], {"Origin": "http://elsewhere.example"}) as foreign:
        assert foreign.headers["Access-Control-Allow-Origin"] is None


def test_a_draft_is_told_to_its_officers_alone(service: Service, world: dict[str, Any]) -> None:
    live = service.port + 1
    with Stream(live, world["draft"]) as stranger:
        assert stranger.status == 404
    with Stream(live, world["draft"], {"Cookie": f"sessionid={world['session']}"}) as director:
        assert director.status == 200
        assert director.hear_news() > 0
    with Stream(live, world["tournament"], {"Host": "evil.example"}) as foreign:
        assert foreign.status == 400


def test_a_page_hears_of_changes_and_asks_again_when_the_stream_is_silent_or_gone(
    browser: Browser, service: Service, world: dict[str, Any]
) -> None:
    """While it hears the stream it asks nothing; stopped or killed, it asks every few seconds as ever."""
    base = f"http://127.0.0.1:{service.port}"
    spectator = Person(browser, base, size=PHONE)
    requests: list[Request] = []
    open_requests: set[Request] = set()
    page = spectator.page

    def note(request: Request) -> None:
        if request.url.endswith("/bracket/live/"):
            requests.append(request)
            open_requests.add(request)

    page.on("request", note)
    for end in ("requestfinished", "requestfailed"):
        page.on(end, lambda request: open_requests.discard(request))
    page.add_init_script(_COUNT_EVENTS)
    page.clock.install()
    with page.expect_response(lambda answer: answer.request.resource_type == "eventsource"):
        spectator.open(f"/s/{world['stage']}/bracket/")
    score_boxes = page.locator(".slot-score")
    scores = score_boxes.count()
    wait_until(
        lambda: page.evaluate("window.events ?? 0") > 0 and not open_requests,
        what="the first event of the stream, and the last answer before it",
    )
    requests.clear()
    page.clock.run_for(_A_WHILE)
    assert requests == []

    service.installation.drive("result")
    expect(score_boxes).to_have_count(scores + 2)

    process = service.child("project.asgi")
    workers = [pid for pid in service.family() if pid != process and _is_live(pid)]
    for pid in workers:
        os.kill(pid, signal.SIGSTOP)
    requests.clear()
    page.clock.run_for(_TOO_LONG)
    wait_until(lambda: bool(requests), what="asking beside a silent stream")
    with spectator.outage():
        for pid in [*workers, process]:
            os.kill(pid, signal.SIGKILL)
        wait_until(lambda: not is_alive(process), what="the death of the live process")
        service.installation.drive("result")
        expect(score_boxes).to_have_count(scores + 4)
    assert [fault for fault in spectator.faults if "asgi" not in fault] == []
    spectator.close()


def _is_live(pid: int) -> bool:
    return b"project.asgi" in Path(f"/proc/{pid}/cmdline").read_bytes()
