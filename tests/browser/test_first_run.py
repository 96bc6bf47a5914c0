"""A fresh installation, as whoever starts it meets it: from the code on the terminal to the first champion."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.desk import Desk
from tests.browser.people import PHONE, Person
from tests.faults.service import Installation, Service, wait_until


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Service]:
    """An installation that nobody has used."""
    running = Service(Installation(tmp_path / "data"))
    yield running
    running.end()


def code_on_terminal(service: Service) -> str:
    """The one-time code that the service prints when it is there."""
    mark = "with this code:"
    wait_until(lambda: mark in service.output(), what="the code")
    return service.output().partition(mark)[2].split()[0]


def test_the_code_on_the_terminal_leads_to_the_first_champion(fresh: Service, browser: Browser) -> None:
    """The director's account, an event, two who register online, the draw, a report, its confirmation, the champion."""
    base = f"http://127.0.0.1:{fresh.port}"
    director = Person(browser, base)
    one, two = (Person(browser, base, size=PHONE) for _ in range(2))

    make_account(director, code_on_terminal(fresh))
    desk = Desk(director)
    desk.open_event("Coupe de la Première", lengths="5")
    for number, player in enumerate((one, two)):
        player.sign_up(f"Player {'AB'[number]}", email=f"{number}@example.org", password="gammon-and-cube")
        player.open(f"/t/{desk.tournament}/")
        player.page.get_by_role("link", name="Open", exact=False).first.click()
        player.follow("Register")
        player.press("Register")
        player.sees("You are registered.")
    desk.check_everybody_in()
    desk.draw()

    spectator = Person(browser, base)
    spectator.page.clock.install()
    spectator.open(f"/s/{desk.stage}/bracket/")
    one.open("/me/")
    one.follow("I won")
    one.page.locator("button[name=loser_points][value='4']").click()
    one.sees("Waiting for your opponent")
    two.open("/me/")
    two.press("Yes, confirm")
    two.sees("Confirmed. The result is final.")
    spectator.let_time_pass()
    spectator.sees("<strong>%(name)s</strong> is the champion.", name="Player A")

    everybody = (director, one, two, spectator)
    for person in everybody:
        person.close()
    assert [fault for person in everybody for fault in person.faults] == []


def make_account(director: Person, code: str) -> None:
    """A wrong code is refused on the page; the right one makes the account and leads to the first tournament."""
    director.open("/setup/")
    for attempt in ("aaaaa-aaaaa", code):
        director.field("The code shown on the terminal").fill(attempt)
        director.fill("Your name", "Dora Director")
        director.page.locator("input[type=email]").fill("dora@example.org")
        director.page.locator("input[type=password]").fill("a-doubling-cube")
        if attempt == code:
            director.press("Begin")
            break
        with director.is_refused():
            director.press("Begin")
            director.page.wait_for_selector("[aria-invalid=true]")
    director.heads("New tournament")
