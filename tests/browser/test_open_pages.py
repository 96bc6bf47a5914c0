"""A page that is left open renews itself, asks for nothing it has, and is light enough for a bad network."""

from __future__ import annotations

import re

from playwright.sync_api import Request, expect

from tests.browser.conftest import Arrival
from tests.browser.hall import Hall, Pair
from tests.browser.pages import address, routes
from tests.browser.people import PHONE

# Compressed, with styles and scripts, without pictures.
_HEAVIEST = 100_000
_PAGES = (
    "home",
    "tournament",
    "bracket",
    "match",
    "scoresheet",
    "record",
    "replay",
    "desk_event",
    "desk_entrants",
    "desk_match",
)


def test_a_result_appears_on_an_open_bracket(arrive: Arrival, pair: Pair) -> None:
    """The champion is there; while nothing happens the answer is 304, without a body."""
    spectator = arrive()
    spectator.page.clock.install()
    spectator.open(f"/s/{pair.stage}/bracket/")
    with spectator.page.expect_response(lambda answer: "/live/" in answer.url) as poll:
        spectator.let_time_pass()
    assert (poll.value.status, poll.value.request.sizes()["responseBodySize"]) == (304, 0)
    loser = arrive(size=PHONE)
    loser.open(pair.two.link)
    loser.open(f"/m/{pair.match}/report/?winner=one")
    loser.page.locator("button[name=loser_points][value='3']").click()
    loser.sees("Thank you. The result is final.")
    spectator.let_time_pass()
    spectator.sees("<strong>%(name)s</strong> is the champion.", name=pair.one.name)
    expect(spectator.page.locator(".slot-score")).to_have_text(["7", "3"])


def test_the_podium_appears_on_an_open_page_of_the_event(arrive: Arrival, pair: Pair) -> None:
    """It stands outside of what is renewed, so the end loads the page once more, and nothing asks again then."""
    spectator = arrive()
    spectator.page.clock.install()
    spectator.open(f"/s/{pair.stage}/bracket/")
    spectator.page.locator("nav[aria-label=Event] a").first.click()
    spectator.page.wait_for_url("**/e/**")
    player = arrive(size=PHONE)
    player.open(pair.two.link)
    player.open(f"/m/{pair.match}/report/?winner=one")
    player.page.locator("button[name=loser_points][value='3']").click()
    player.sees("Thank you. The result is final.")
    spectator.let_time_pass()
    expect(spectator.page.locator(".podium-place").first).to_contain_text(pair.one.name)
    expect(spectator.page.locator("[data-poll]")).to_have_count(0)


def test_an_open_page_says_when_it_is_cut_off(arrive: Arrival, pair: Pair) -> None:
    """Without a network the page says that it may be old, and since when; it comes back by itself."""
    spectator = arrive(size=PHONE)
    spectator.page.clock.install()
    spectator.open(f"/m/{pair.match}/")
    status = spectator.page.locator("[data-live-status]")
    expect(status).to_be_visible()
    with spectator.without_network():
        spectator.let_time_pass()
        expect(status).to_contain_class("is-lost")
    spectator.let_time_pass()
    expect(status).not_to_contain_class("is-lost")


def test_no_page_weighs_100_kb(arrive: Arrival, hall: Hall) -> None:
    """The first visit, with nothing in the cache, as it goes over the air."""
    person = arrive()
    person.sign_in(email=hall.demo.email, password=hall.demo.password)
    person.context.new_cdp_session(person.page).send("Network.setCacheDisabled", {"cacheDisabled": True})
    requests: list[Request] = []
    person.page.on("requestfinished", lambda request: requests.append(request))
    weights = {}
    for name in _PAGES:
        requests.clear()
        person.open(address(routes()[name], hall.demo.samples))
        parts = [one for one in requests if one.resource_type != "image" and "/live/" not in one.url]
        assert len(parts) > 3
        weights[name] = sum(one.sizes()["responseBodySize"] for one in parts)
    assert {name: weight for name, weight in weights.items() if weight >= _HEAVIEST} == {}


def test_steps_of_a_replay_are_shown_in_place(arrive: Arrival, hall: Hall) -> None:
    """The page is not loaded anew, the focus stays where it was, and the way back leads through the steps."""
    reader = arrive()
    reader.open(f"/g/{hall.demo.samples['g']['checked']}/replay/1/1/")
    caption, second = reader.page.locator(".replay-caption"), re.compile(r"^\s*2/")
    reader.page.evaluate("window.isTheSamePage = true")
    reader.page.locator("#next").focus()
    reader.page.keyboard.press("Enter")
    expect(caption).to_have_text(second)
    expect(reader.page.locator("#next")).to_be_focused()
    reader.page.keyboard.press("n")
    expect(caption).not_to_have_text(second)
    expect(reader.page.locator(".verdict")).to_be_visible()
    assert reader.page.evaluate("window.isTheSamePage")
    reader.page.go_back()
    expect(caption).to_have_text(second)
