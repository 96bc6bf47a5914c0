"""One installation and one browser for all of these tests, and a browser context for each person.

The installation is the embedded one, started by its own command with a database of
its own. So these tests touch no test database, and run once beside the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.hall import Hall, Pair
from tests.browser.people import LAPTOP, Person
from tests.effort import is_long
from tests.faults.service import Installation, Service
from tests.postgres_plugin import chromium

# More than a run takes, because each takes a tenth of a second.
_PAIRS = 40 if is_long() else 25


class Arrival(Protocol):
    """How a test asks for a person."""

    def __call__(
        self,
        *,
        size: tuple[int, int] = LAPTOP,
        language: str = "en",
        with_javascript: bool = True,
        has_touch: bool = False,
    ) -> Person:
        """Somebody new, with nothing in the browser yet."""


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark every test of this folder as one that needs a browser; what it shares with others has time of its own."""
    item.add_marker(pytest.mark.browser)
    if item.get_closest_marker("timeout") is None:
        item.add_marker(pytest.mark.timeout(func_only=True))


# Playwright keeps an event loop in its thread, and Django refuses the database beside
# one: it ends with this folder, before other tests follow.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The system's Chromium, started once."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium())
        yield running
        running.close()


@pytest.fixture(scope="package")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """The embedded installation, before its first start."""
    return Installation(tmp_path_factory.mktemp("browser") / "data", {"PUSH_TO_LOCALHOST": "1"}).migrate()


# Before the first start: its long transactions and those of a worker would wait for each other.
@pytest.fixture(scope="package")
def hall(installation: Installation) -> Hall:
    """The demonstration, and matches between two guests."""
    process = installation.run("-m", "tests.browser.prepare", str(_PAIRS))
    assert process.returncode == 0, process.stderr
    return Hall.read(process.stdout)


@pytest.fixture(scope="package")
def service(installation: Installation, hall: Hall) -> Iterator[Service]:
    """The embedded installation with this hall, running."""
    running = Service(installation)
    yield running
    running.end()


@pytest.fixture(scope="package")
def base(service: Service) -> str:
    """The address of the installation."""
    return f"http://127.0.0.1:{service.port}"


@pytest.fixture
def pair(hall: Hall) -> Pair:
    """A match that no other test has touched."""
    return hall.pairs.pop()


@pytest.fixture
def arrive(browser: Browser, base: str) -> Iterator[Arrival]:
    """Somebody new; whatever their browser complained about fails the test."""
    people: list[Person] = []

    def come(
        *,
        size: tuple[int, int] = LAPTOP,
        language: str = "en",
        with_javascript: bool = True,
        has_touch: bool = False,
    ) -> Person:
        person = Person(
            browser,
            base,
            size=size,
            language=language,
            with_javascript=with_javascript,
            has_touch=has_touch,
        )
        people.append(person)
        return person

    yield come
    for person in people:
        person.close()
    assert [fault for person in people for fault in person.faults] == []
