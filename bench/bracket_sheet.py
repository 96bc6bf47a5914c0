"""Move and zoom the bracket of 256 as a slow processor does: `python -m bench.bracket_sheet`.

Chromium counts its own processor four times slower. While the sheet is zoomed by the wheel, moved by the mouse and its
players are marked, the tasks of the main thread are read from a trace. A frame may keep it for 16 ms.
"""

from __future__ import annotations

import json
import os
import statistics
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import django
from playwright.sync_api import CDPSession, Page, sync_playwright

from tests.browser.people import LAPTOP, Person
from tests.faults.service import Installation, Service
from tests.postgres_plugin import chromium

SLOWER = 4
ENTRANTS = 256
STEPS = 60
MOST_MS = 16.0
_FRAME_MS = 16


def zoom(page: Page) -> None:
    """Zoom in and out by the wheel."""
    page.keyboard.down("Control")
    for step in range(STEPS):
        page.mouse.wheel(0, -40 if step < STEPS // 2 else 40)
        page.wait_for_timeout(_FRAME_MS)
    page.keyboard.up("Control")


def move(page: Page) -> None:
    """Move the sheet by the mouse."""
    page.mouse.down()
    for step in range(STEPS):
        page.mouse.move(900 - 10 * step, 700 - 5 * step)
        page.wait_for_timeout(_FRAME_MS)
    page.mouse.up()


def mark(page: Page) -> None:
    """Pass over names, so that path after path is marked."""
    for step in range(STEPS):
        page.mouse.move(150 + 20 * (step % 3), 420 + 7 * step)
        page.wait_for_timeout(_FRAME_MS)


def tasks_of(session: CDPSession, act: Callable[[], None]) -> list[float]:
    """Return the milliseconds of each task of the main thread of the page during an act."""
    events: list[dict[str, Any]] = []
    ends: list[Any] = []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    session.on("Tracing.tracingComplete", lambda data: ends.append(data))
    session.send("Tracing.start", {"categories": "toplevel,disabled-by-default-devtools.timeline,__metadata"})
    act()
    session.send("Tracing.end")
    while not ends:
        session.send("Runtime.evaluate", {"expression": "1"})
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"].get("name") == "CrRendererMain"
    }
    busiest: dict[tuple[int, int], list[float]] = {thread: [] for thread in threads}
    for event in events:
        thread = event["pid"], event["tid"]
        if thread in busiest and event.get("name") == "RunTask" and event.get("dur"):
            # The time of the thread: what others do on the machine meanwhile is left out.
            busiest[thread].append(event.get("tdur", event["dur"]) / 1000)
    return max(busiest.values(), key=sum, default=[])


def main() -> int:
    """Draw a bracket, act on it, print the figures; 1 if a task was longer than a frame."""
    with tempfile.TemporaryDirectory(prefix="videau-bench-") as data, sync_playwright() as playwright:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "tournaments.project.settings", "VIDEAU_DATA": f"{data}/own"}
        django.setup()
        service = Service(Installation(Path(data) / "service"))
        try:
            process = service.installation.run("-m", "tests.browser.sheets", "draw", str(ENTRANTS))
            if process.returncode:
                raise SystemExit(process.stderr)
            browser = playwright.chromium.launch(executable_path=chromium())
            person = Person(browser, f"http://127.0.0.1:{service.port}", size=LAPTOP, keeps_files=False)
            slow = measured(person, json.loads(process.stdout)["event"])
            browser.close()
        finally:
            service.stop()
    return int(slow)


def measured(person: Person, event: str) -> bool:
    """Print the tasks of each act; return whether one of them was longer than a frame."""
    page = person.page
    page.goto(f"/e/{event}/")
    page.mouse.move(900, 700)
    session = person.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    longest = 0.0
    for act in (zoom, move, mark):
        times = tasks_of(session, partial(act, page))
        cuts = statistics.quantiles(times, n=20)
        print(
            f"{act.__name__}: {len(times)} tasks, 95 % within {cuts[-1]:.1f} ms, longest {max(times):.1f} ms"
        )
        longest = max(longest, *times)
    print(f"processor {SLOWER} times slower, {ENTRANTS} entrants; {MOST_MS:.0f} ms are asked")
    return longest > MOST_MS


if __name__ == "__main__":
    raise SystemExit(main())
