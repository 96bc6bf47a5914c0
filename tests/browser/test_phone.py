"""On a phone: a private link, a report with two taps, and a confirmation with one."""

from __future__ import annotations

import re
from collections.abc import Mapping

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Arrival
from tests.browser.hall import Guest, Hall, Pair
from tests.browser.people import PHONE, SMALL_PHONE, Person

# The height of the line of a private link.
_LINE = 48


def with_link(arrive: Arrival, guest: Guest) -> Person:
    """A guest who has opened the private link on a phone."""
    person = arrive(size=PHONE)
    person.open(guest.link)
    person.heads("My matches")
    return person


# What stands above the bar at the foot in each state of the card: words of links and buttons, and parts of the card.
_ABOVE_THE_FOLD: Mapping[str, tuple[str, ...]] = {
    "called": (".now-place strong", "h2", ".now-terms", "I won", "I lost"),
    "plays": (".now-place strong", "h2", ".now-terms", "I won", "I lost"),
    "not called": (".now-place strong", "h2", ".now-terms", "I won", "I lost"),
    "answers": (".now-score", "Yes, confirm", "No, it is wrong"),
    "waits for the answer": (".now-score", "I made a mistake"),
    "waits for an opponent": ("h2", ".now-terms", ".now-until"),
    "out, a consolation to come": ("h2", ".now-next"),
    "out with a place": ("h2", ".now-end"),
    "disputed": (".now-place", "h2", ".actions a"),
}


def test_what_to_do_now_fits_the_smallest_phone(arrive: Arrival, hall: Hall) -> None:
    """At 360 by 640 each state of the card says all that matters above the bar at the foot, in both languages."""
    assert hall.cards.keys() == _ABOVE_THE_FOLD.keys()
    for language in ("en", "fr"):
        person = arrive(size=SMALL_PHONE, language=language)
        for state, parts in _ABOVE_THE_FOLD.items():
            person.context.clear_cookies()
            person.open(hall.cards[state].link)
            person.heads("My matches")
            card = person.page.locator(".now").first
            for part in parts:
                words = person.words(part)
                named = card.get_by_role("link", name=words).or_(card.get_by_role("button", name=words))
                _fits(person, (named if part[0].isupper() else card.locator(part)).first, f"{state}: {part}")
            if state in ("called", "not called", "answers"):
                bar = person.page.locator(".link-bar").bounding_box()
                assert bar is not None
                assert bar["height"] <= _LINE, "the private link takes one line"


def _fits(person: Person, element: Locator, what: str) -> None:
    """Nothing has to be scrolled to see the whole element, and the bar at the foot does not cover it."""
    box, bar = element.bounding_box(), person.page.locator("nav.tabs").bounding_box()
    assert box is not None, what
    assert bar is not None
    assert person.page.evaluate("scrollY") == 0
    assert box["y"] + box["height"] <= bar["y"], f"{what} ends at {box['y'] + box['height']:.0f}"


def test_double_tap_on_send_is_one_report(arrive: Arrival, pair: Pair) -> None:
    """The points are tapped twice, as nervous thumbs do: the report is there once."""
    winner = with_link(arrive, pair.one)
    posts = []
    winner.page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    winner.follow("I won")
    winner.page.get_by_role("button", name=re.compile(r"7–\s*4")).dblclick()
    winner.sees("Waiting for your opponent")
    assert len(posts) == 1


def test_winner_reports_and_loser_confirms_with_one_tap(arrive: Arrival, pair: Pair) -> None:
    """The winner's report waits; the loser taps once, and it is final."""
    winner, loser = with_link(arrive, pair.one), with_link(arrive, pair.two)
    winner.follow("I won")
    winner.page.get_by_role("button", name=re.compile(r"7–\s*4")).click()
    winner.sees("Waiting for your opponent")
    loser.open("/me/")
    loser.sees("%(name)s reported:", name=pair.one.name)
    loser.press("Yes, confirm")
    loser.sees("Confirmed. The result is final.")
    expect(loser.page.locator("header.versus")).to_contain_text("4")
