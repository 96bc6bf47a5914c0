"""From an empty installation to the first pairing of a club night, by a newcomer's hands: `python -m bench.club_night`.

The service runs and shows its code; the clock starts with the first page. The script thinks before each act and types
key by key, as slowly as somebody who sees the pages for the first time: 1.2 seconds of thought before each field and
button, twice that on a new page, and 5 keys a second. Counted are the seconds until the first pairing stands on the
screen, the clicks and the pages loaded, once with the names typed and once with a pasted list; then the night a week
later, as last week. Answers beyond a minute fail the run.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Frame, Page, expect, sync_playwright

from tests.faults import service as services
from tests.faults.service import Installation, Service, wait_until
from tests.postgres_plugin import chromium

MOST_SECONDS = 60.0
THINK, PER_KEY = 1.2, 0.2
# A busy machine takes minutes for the tables of a database; no figure counts them, so nothing gives up before.
PATIENCE = 1200.0
NAMES = ("Ann Lee", "Bob Ray", "Cleo Fox", "Dan Wu", "Eva Roy", "Finn Orr", "Gus Hay", "Hal May")
_CODE_MARK = "with this code:"


@dataclass(slots=True)
class Figures:
    """What a newcomer needed."""

    seconds: float = 0.0
    clicks: int = 0
    pages: int = 0


class Newcomer:
    """Somebody in front of the pages for the first time, with the clock beside them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.figures = Figures()
        page.on("framenavigated", self._count)

    def _count(self, frame: Frame) -> None:
        self.figures.pages += frame == self.page.main_frame

    def think(self, times: float = 1) -> None:
        """Look at the page."""
        self.page.wait_for_timeout(1000 * THINK * times)

    def click(self, selector: str) -> None:
        """Find something and press it."""
        self.think()
        self.figures.clicks += 1
        self.page.locator(selector).first.click()

    def type(self, selector: str, text: str) -> None:
        """Click into a field and type key by key."""
        self.click(selector)
        self.page.keyboard.type(text, delay=1000 * PER_KEY)

    def paste(self, selector: str, text: str) -> None:
        """Click into a field and paste, the list being in the clipboard."""
        self.click(selector)
        self.think()
        self.page.keyboard.insert_text(text)

    @contextmanager
    def timed(self) -> Iterator[Figures]:
        """Measure what happens in the block."""
        start = time.monotonic()
        yield self.figures
        self.figures.seconds = time.monotonic() - start


def first_night(newcomer: Newcomer, base: str, code: str, *, is_pasted: bool) -> Figures:
    """Make the account and start the night; measure until a pairing can be read."""
    with newcomer.timed() as figures:
        newcomer.page.goto(f"{base}/")
        if not newcomer.page.url.endswith("/setup/"):
            newcomer.page.goto(f"{base}/setup/")
        newcomer.think(2)
        newcomer.type("#id_code", code)
        newcomer.type("#id_name", "Dora Day")
        newcomer.type("#id_email", "dora@club.org")
        newcomer.type("#id_password", "blue-gammon")
        newcomer.click("main form button[type=submit]")
        newcomer.think(2)
        newcomer.click("a[href='/desk/night/']")
        newcomer.think(2)
        enter = newcomer.paste if is_pasted else newcomer.type
        enter("#id_names", "\n".join(NAMES))
        newcomer.click(".night-lengths label:has([value='7'])")
        newcomer.click("main form button[type=submit]")
        see_a_pairing(newcomer)
    return figures


def night_again(newcomer: Newcomer, base: str) -> Figures:
    """Start the next night with everybody of the last one."""
    newcomer.figures = Figures()
    with newcomer.timed() as figures:
        newcomer.page.goto(f"{base}/desk/")
        newcomer.think(2)
        newcomer.click("a[href='/desk/night/']")
        newcomer.think(2)
        newcomer.click("a[href='?again=1']")
        newcomer.think(2)
        newcomer.click("main form button[type=submit]")
        see_a_pairing(newcomer)
    return figures


def see_a_pairing(newcomer: Newcomer) -> None:
    """Wait until a player stands on the board."""
    expect(newcomer.page.get_by_text(NAMES[0]).filter(visible=True).first).to_be_visible(
        timeout=1000 * PATIENCE
    )


def walk(browser: Browser, directory: Path, *, is_pasted: bool) -> list[tuple[str, Figures]]:
    """Walk through an empty installation; return the figures of the first night and of the next one."""
    service = Service(Installation(directory))
    try:
        wait_until(lambda: _CODE_MARK in service.output(), what="the code")
        code = service.output().partition(_CODE_MARK)[2].split()[0]
        base = f"http://127.0.0.1:{service.port}"
        newcomer = Newcomer(browser.new_page(viewport={"width": 1366, "height": 768}, locale="en-GB"))
        newcomer.page.set_default_timeout(1000 * PATIENCE)
        newcomer.page.set_default_navigation_timeout(1000 * PATIENCE)
        how = "pasted" if is_pasted else "typed"
        first = first_night(newcomer, base, code, is_pasted=is_pasted)
        again = night_again(newcomer, base)
        newcomer.page.close()
    finally:
        service.stop()
    return [(f"empty installation, names {how}", first), ("the next night, as last week", again)]


def main() -> int:
    """Print the figures of both ways; return 1 if a first pairing took longer than a minute."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "").parse_args()
    services.PATIENCE = PATIENCE
    with tempfile.TemporaryDirectory(prefix="videau-bench-") as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        rows = [row for way in (False, True) for row in walk(browser, Path(data) / f"{way}", is_pasted=way)]
        browser.close()
    for name, figures in rows:
        print(f"{name:40} {figures.seconds:5.1f} s, {figures.clicks:2} clicks, {figures.pages:2} pages")
    return int(any(figures.seconds > MOST_SECONDS for _name, figures in rows))


if __name__ == "__main__":
    sys.exit(main())
