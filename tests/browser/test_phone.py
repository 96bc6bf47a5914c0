"""On a phone: a private link, a report with two taps, and a confirmation with one."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Arrival
from tests.browser.hall import Guest, Pair
from tests.browser.people import PHONE, Person


def with_link(arrive: Arrival, guest: Guest) -> Person:
    """A guest who has opened the private link on a phone."""
    person = arrive(size=PHONE)
    person.open(guest.link)
    person.heads("My matches")
    return person


def test_double_tap_on_send_is_one_report(arrive: Arrival, pair: Pair) -> None:
    """The points are tapped twice, as nervous thumbs do: the report is there once."""
    winner = with_link(arrive, pair.one)
    posts = []
    winner.page.on("request", lambda asked: posts.append(asked.url) if asked.method == "POST" else None)
    winner.page.get_by_role("link", name=pair.one.name, exact=True).click()
    winner.page.get_by_role("button", name=re.compile(r"7–\s*4")).dblclick()
    winner.sees("Waiting for your opponent")
    assert len(posts) == 1


def test_winner_reports_and_loser_confirms_with_one_tap(arrive: Arrival, pair: Pair) -> None:
    """The winner's report waits; the loser taps once, and it is final."""
    winner, loser = with_link(arrive, pair.one), with_link(arrive, pair.two)
    winner.page.get_by_role("link", name=pair.one.name, exact=True).click()
    winner.page.get_by_role("button", name=re.compile(r"7–\s*4")).click()
    loser.open("/me/")
    loser.follow("See the report")
    loser.sees("Is this right?")
    loser.press("Yes, confirm")
    loser.sees("Confirmed. The result is final.")
    expect(loser.page.locator("header.versus")).to_contain_text("4")
