"""Open every page as a phone with a slow processor does: `python -m bench.pages`.

The browser counts its own processor four times slower. Of each page: the milliseconds until the first paint
and until the largest part of it stands, what moved meanwhile, and the bytes on the line without its pictures. The
slowest pages are printed, and every page beyond its bound. The floor, in the same run, is a page without a style or a
script.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import django
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.hall import Demo, Hall
from tests.browser.people import PHONE, Person
from tests.faults.service import Installation, Service
from tests.postgres_plugin import chromium

SLOWER = 4
MOST_MS, MOST_SHIFT, MOST_BYTES = 1000, 0.1, 100_000
SHOWN = 8
_OBSERVE = """
window.shifted = 0; window.largest = 0;
new PerformanceObserver(seen => {
  for (const shift of seen.getEntries()) if (!shift.hadRecentInput) window.shifted += shift.value;
}).observe({type: 'layout-shift', buffered: true});
new PerformanceObserver(seen => { window.largest = seen.getEntries().at(-1).startTime; })
  .observe({type: 'largest-contentful-paint', buffered: true});
"""
_READ = """
new Promise(said => setTimeout(() => said({
  first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  largest: window.largest,
  shift: window.shifted,
  bytes: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .filter(one => one.initiatorType !== 'img' && !/manifest|[.]png|[.]svg/.test(one.name))
    .reduce((sum, one) => sum + one.encodedBodySize, 0),
}), 200))
"""


class Seen(NamedTuple):
    """The measurements of a page in a browser."""

    name: str
    first: float
    largest: float
    shift: float
    bytes: int

    @property
    def is_within(self) -> bool:
        """Whether all measurements are within their limits."""
        return self.first < MOST_MS and self.shift <= MOST_SHIFT and self.bytes <= MOST_BYTES


def look(page: Page, path: str, name: str) -> Seen:
    """Load a page without a cache."""
    page.goto(path)
    figures: dict[str, Any] = page.evaluate(_READ)
    return Seen(name, figures["first"], figures["largest"], figures["shift"], figures["bytes"])


def look_at_all(browser: Browser, base: str, demo: Demo) -> Iterator[Seen]:
    """Measure every page as a user for whom it is made."""
    # What pages there are, only the service knows.
    from tests.browser.pages import Who, visits

    for who in Who:
        person = Person(browser, base, size=PHONE, language="fr", keeps_files=False)
        if who is Who.DIRECTOR:
            person.sign_in(email=demo.email, password=demo.password)
        elif who is Who.GUEST:
            person.open(demo.guest.link)
        person.context.add_init_script(_OBSERVE)
        person.context.new_cdp_session(person.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        if who is Who.ANONYMOUS:
            yield look(person.page, "/healthz", "floor")
        for visit in visits():
            if visit.who is who:
                yield look(person.page, visit.path(demo.samples), str(visit))
        person.close()


def main() -> int:
    """Start an installation with the demonstration and look at every page; 1 when one is beyond its bound."""
    with tempfile.TemporaryDirectory(prefix="videau-bench-") as data, sync_playwright() as playwright:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "tournaments.project.settings", "VIDEAU_DATA": f"{data}/own"}
        django.setup()
        service = Service(Installation(Path(data) / "service"))
        try:
            process = service.installation.run("-m", "tests.browser.prepare", "0")
            if process.returncode:
                raise SystemExit(process.stderr)
            browser = playwright.chromium.launch(executable_path=chromium())
            floor, *pages = look_at_all(
                browser, f"http://127.0.0.1:{service.port}", Hall.read(process.stdout).demo
            )
            browser.close()
        finally:
            service.stop()
    return report(floor, pages)


def report(floor: Seen, pages: list[Seen]) -> int:
    """Print the figures; return 1 if a page exceeds a limit."""
    print(f"{len(pages)} pages, processor {SLOWER} times slower; floor {floor.first:.0f} ms")
    median = statistics.median(page.first for page in pages)
    print(f"first paint: median {median:.0f} ms, most {max(page.first for page in pages):.0f} ms")
    print(
        f"shift: most {max(page.shift for page in pages):.3f}; weight: most {max(page.bytes for page in pages)}"
    )
    beyond = [page for page in pages if not page.is_within]
    slowest = sorted(pages, key=lambda page: -page.first)[:SHOWN]
    for page in dict.fromkeys([*slowest, *beyond]):
        mark = "" if page.is_within else "  BEYOND"
        print(
            f"{page.name:32} {page.first:6.0f} ms, largest {page.largest:6.0f} ms, "
            f"shift {page.shift:.3f}, {page.bytes:7} bytes{mark}"
        )
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
