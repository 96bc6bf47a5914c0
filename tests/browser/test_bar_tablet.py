"""The bar tablet in a browser: taps become results, also without a network, and never by a slip."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrival
from tests.browser.hall import Hall
from tests.browser.people import Person

_TABLET = (820, 1180)


@pytest.mark.long_only
def test_a_night_is_started_and_settled_on_the_tablet(arrive: Arrival, hall: Hall) -> None:
    director = arrive()
    director.sign_in(email=hall.demo.email, password=hall.demo.password)
    director.open("/desk/night/")
    director.page.locator("#id_names").fill("Abel Bar\nBea Bar\nCid Bar\nDot Bar")
    director.press("Start the night")
    director.sees("Tap the winner")
    night = director.page.url
    director.press("Make a link for the tablet")
    address = director.page.locator("code.address").inner_text()

    tablet = arrive(size=_TABLET)
    tablet.page.goto(address)
    # A slip is no result: closed before both have tapped, nothing is sent.
    _tap(tablet, points="3", agree=["one"])
    tablet.page.locator("[data-evening-close]").click()
    expect(tablet.page.locator("a[data-evening-won]")).to_have_count(4)
    _tap(tablet, points="3", agree=["one", "two"])
    tablet.sees("Thank you. The result is final.")
    tablet.reads("5–3")

    with tablet.without_network():
        _tap(tablet, points="1", agree=["two", "one"])
        tablet.reads("Not sent yet, kept on this phone")
        tablet.page.locator("#arrival").fill("Late Bar")
        tablet.press("Add player")
        tablet.reads("kept on this phone: Late Bar")
    tablet.reads("Sent: Late Bar.")
    director.page.goto(night)
    director.reads("Late Bar")
    director.sees("Round %(number)s of %(planned)s", number=2, planned=3)
    for person in (director, tablet):
        assert person.faults == []


def _tap(tablet: Person, *, points: str, agree: list[str]) -> None:
    """Tap the winner of the first match, the points of the loser, and the names of those who agree."""
    tablet.page.locator("a[data-evening-won=one]").first.click()
    tablet.page.locator(f"[data-evening-points] button[value='{points}']").click()
    for side in agree:
        tablet.page.locator(f"[data-evening-agree] button[value='{side}']").click()
