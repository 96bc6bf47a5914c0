"""Count the clicks of a director between a draw and the prizes: `python -m bench.clicks [CHECKOUT ...]`.

A script with the pauses of a person walks a weekend of 23 players to its three champions in Chromium, in this version and in
the other checkouts that are named, each on an installation of its own. Between two pages it follows the fewest links that
lead there. It counts clicks and page loads from the draw, its press included, to the page of the prizes, and
measures how many screens of 1366 by 768 each page on the way fills.
"""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from string import ascii_uppercase
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import Page, ViewportSize, expect, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from bench.phones import wait_for
from tests.ports import free_port

HERE = Path(__file__).resolve().parent.parent
PLAYERS, TABLES = 23, 12
SCREEN: ViewportSize = {"width": 1366, "height": 768}
# Seconds before a click, and between two keys.
PAUSE, KEY = 0.8, 0.06
MOST_SCREENS = 2.0
_EMAIL = "director@example.org"
_LONGEST_WAY = 4
_PATIENCE_MS, _ANSWER_MS = 30_000, 1_500
_IDLE_TURNS = 3
_NEW_DIRECTOR = "from matches.models import Player; Player.objects.create_user({!r}, {!r}, name='Director')"


@dataclass(slots=True)
class Walk:
    """What a walk has cost so far: clicks, page loads, results typed, and the screens of each page by its path."""

    clicks: int = 0
    loads: int = 0
    results: int = 0
    screens: dict[str, float] = field(default_factory=dict)


class _Links(HTMLParser):
    """The addresses that a page links to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Keep the address of a link."""
        address = dict(attributes).get("href")
        if tag == "a" and address:
            self.addresses.append(address)


@contextmanager
def installation(checkout: Path, password: str) -> Iterator[str]:
    """Yield the address of a new installation of a version, with one director."""
    with tempfile.TemporaryDirectory(prefix="videau-bench-") as data:
        environment = os.environ | {
            "VIDEAU_DATA": data,
            "LOG_LEVEL": "WARNING",
            "PYTHONPATH": str(checkout),
            "DJANGO_SETTINGS_MODULE": "tournaments.project.settings",
        }
        manage = [sys.executable, "manage.py"]
        for command in (["migrate", "-v", "0"], ["shell", "-c", _NEW_DIRECTOR.format(_EMAIL, password)]):
            subprocess.run(
                [*manage, *command], cwd=checkout, env=environment, check=True, stdout=subprocess.DEVNULL
            )
        port = free_port()
        service = subprocess.Popen(
            [*manage, "run", "--port", str(port)], cwd=checkout, env=environment, stdout=subprocess.DEVNULL
        )
        try:
            wait_for(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            service.terminate()
            service.wait(30)


class Director:
    """A director with a mouse, a keyboard and a laptop."""

    def __init__(self, page: Page, base: str) -> None:
        self.page, self.base, self.walk = page, base, Walk()
        self.tournament = self.event = ""
        page.on("load", lambda _page: self._look())

    def _look(self) -> None:
        self.walk.loads += 1

    def _measure(self) -> None:
        height = self.page.evaluate("document.documentElement.scrollHeight")
        path = re.sub(r"/[a-z0-9]{14}/", "/…/", urlsplit(self.page.url).path)
        self.walk.screens[path] = max(self.walk.screens.get(path, 0.0), height / SCREEN["height"])

    def click(self, selector: str) -> None:
        """Press the first of these."""
        time.sleep(PAUSE)
        self.page.locator(selector).first.click()
        self.walk.clicks += 1
        self.page.wait_for_load_state()
        self._measure()

    def go(self, target: str) -> None:
        """Follow the fewest links to a page, whose path is given as a pattern."""
        for address in self._way(target):
            time.sleep(PAUSE)
            self.page.goto(urljoin(self.base, address))
            self.walk.clicks += 1
            self._measure()

    def _way(self, target: str) -> list[str]:
        pattern, start = re.compile(target), urlsplit(self.page.url).path
        ways: deque[list[str]] = deque([[start]])
        paths = {start}
        while ways:
            way = ways.popleft()
            if pattern.fullmatch(way[-1]):
                return way[1:]
            if len(way) > _LONGEST_WAY:
                continue
            answer = self.page.context.request.get(urljoin(self.base, way[-1]))
            for link in _Links(answer.text()).addresses if answer.ok else ():
                path = urlsplit(urljoin(urljoin(self.base, way[-1]), link)).path
                if path.startswith("/desk/") and path not in paths:
                    paths.add(path)
                    ways.append([*way, path])
        raise LookupError(f"no way from {start} to {target}")

    # Before the walk.

    def sign_in(self, password: str) -> None:
        """Sign in."""
        self.page.goto("/accounts/login/")
        self.page.locator("input[type=email]").fill(_EMAIL)
        self.page.locator("input[type=password]").fill(password)
        self.page.keyboard.press("Enter")
        self.page.wait_for_url(f"{self.base}/")

    def prepare(self, names: list[str]) -> None:
        """Open a weekend with its players and tables, which call their matches by themselves."""
        page = self.page
        page.goto("/desk/new/")
        page.get_by_label("Name", exact=True).fill("Weekend")
        page.get_by_role("button", name="Open the tournament").click()
        self.tournament = self._uid()
        page.locator("button[name=template][value=weekend]").click()
        page.locator("#id_name").fill("Open")
        page.get_by_role("button", name="Add the event").first.click()
        page.wait_for_url("**/entrants/")
        self.event = self._uid()
        page.goto(f"/desk/t/{self.tournament}/")
        page.get_by_role("button", name="Publish it").click()
        page.wait_for_load_state()
        page.goto(f"/desk/t/{self.tournament}/")
        page.locator("input[name=names]").fill(f"1-{TABLES}")
        page.get_by_role("button", name="Add tables").click()
        page.wait_for_load_state()
        page.goto(f"/desk/t/{self.tournament}/control/tables/")
        page.get_by_role("button", name="Give them automatically").click()
        page.wait_for_load_state()
        page.goto(f"/desk/e/{self.event}/entrants/import/")
        page.locator("textarea#list").fill("\n".join(["name", *names]))
        page.get_by_role("button", name="Check the list").click()
        page.locator("button[name=do][value=import]").click()
        page.wait_for_url("**/entrants/")
        page.get_by_role("button", name="Check everybody in").click()
        page.wait_for_load_state()
        page.goto(f"/desk/e/{self.event}/")

    def _uid(self) -> str:
        self.page.wait_for_url(re.compile(r"/desk/[te]/\w{10,}/"))
        return urlsplit(self.page.url).path.split("/")[3]

    # The walk.

    def play(self) -> None:
        """Type the result of every table in turn, until nothing is left to be played."""
        idle = 0
        while idle < _IDLE_TURNS:
            typed = sum(self._result(table) for table in range(1, TABLES + 1))
            idle = 0 if typed else idle + 1
            if not typed:
                # What follows from the last results is paired and called meanwhile.
                time.sleep(1.0)

    def _result(self, table: int) -> bool:
        """Type the result of a table, as in `3 a 5`; return whether a match was there."""
        page, line = self.page, self.page.locator("#q")
        line.fill("")
        line.press_sequentially(f"{table} {'ab'[table % 2]} {table % 5}", delay=1000 * KEY)
        answer = page.locator("button.answer.is-default")
        try:
            answer.wait_for(timeout=_ANSWER_MS)
        except PlaywrightTimeout:
            return False
        line.press("Enter")
        expect(line).to_have_value("")
        self.walk.results += 1
        return True


def measure(checkout: Path) -> Walk:
    """Return what the walk takes in a version."""
    from tests.postgres_plugin import chromium

    password = secrets.token_urlsafe(12)
    expect.set_options(timeout=_PATIENCE_MS)
    with installation(checkout, password) as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        context = browser.new_context(base_url=base, locale="en-GB", viewport=SCREEN)
        context.set_default_timeout(_PATIENCE_MS)
        director = Director(context.new_page(), base)
        director.sign_in(password)
        director.prepare([f"Player {letter}" for letter in ascii_uppercase[:PLAYERS]])
        director.go(r"/desk/s/\w+/draw/")
        director.walk = Walk()
        director.click("button:text-is('Make the draw')")
        director.go(r"/desk/t/\w+/control/")
        director.play()
        director.go(rf"/desk/e/{director.event}/prizes/")
        browser.close()
        return director.walk


def main() -> None:
    """Walk in every version and print what it took."""
    for checkout in [Path(name).resolve() for name in sys.argv[1:]] or [HERE]:
        walk = measure(checkout)
        print(f"{checkout.name}: {walk.clicks} clicks, {walk.loads} pages, {walk.results} results typed")
        for path, screens in walk.screens.items():
            mark = "" if screens <= MOST_SCREENS else "  TOO LONG"
            print(f"  {screens:4.1f} screens  {path}{mark}")


if __name__ == "__main__":
    main()
