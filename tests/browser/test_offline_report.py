"""Bad Wi-Fi: a report typed without a network is kept, says so, and arrives once; nothing typed is ever lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrival
from tests.browser.hall import Guest, Pair
from tests.browser.people import PHONE, Person

_KEPT = "Not sent yet, kept on this phone"
_LIGHT = 100_000
# What Chromium calls slow 3G: 400 kbit/s both ways, and 400 ms until an answer begins.
_SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}


def at_match(arrive: Arrival, guest: Guest, pair: Pair) -> Person:
    """A guest on a phone who has come by the private link, and stands before the own match."""
    person = arrive(size=PHONE)
    person.open(guest.link)
    person.open(f"/m/{pair.match}/")
    return person


def taps(person: Person, winner: Guest, points: int) -> None:
    """The two taps of a report: who won, and the points of the other."""
    person.page.get_by_role("link", name=winner.name, exact=True).click()
    person.page.get_by_role("button", name=re.compile(rf"7–\s*{points}$")).click()


def reports_of(person: Person, pair: Pair) -> list[object]:
    """Every report of the match, as the service tells it."""
    answer = person.context.request.get(f"/api/v1/matches/{pair.match}/reports/")
    body = answer.json()
    return list(body["results"] if isinstance(body, dict) else body)


def test_report_without_network_is_kept_and_arrives_once(arrive: Arrival, pair: Pair) -> None:
    """Two taps without a network: the page says that it is kept; the network comes back, and it counts once."""
    winner = at_match(arrive, pair.one, pair)
    with winner.without_network():
        taps(winner, pair.one, 4)
        winner.reads(_KEPT)
        winner.reads(f"{pair.one.name} 7–4")
    winner.reads(f"Sent: {pair.one.name} 7–4.")
    winner.sees("Thank you. Your opponent is asked to confirm.")
    winner.sees("Waiting for your opponent")
    assert len(reports_of(winner, pair)) == 1
    expect(winner.page.locator("[data-outbox]")).not_to_contain_text(_KEPT)


@pytest.mark.long_only
def test_report_from_the_own_matches_is_kept_and_arrives_once(arrive: Arrival, pair: Pair) -> None:
    """The same two taps from the list of the own matches: kept on that page, and sent from it once."""
    winner = arrive(size=PHONE)
    winner.open(pair.one.link)
    winner.open("/me/")
    winner.page.locator(f"[href^='/m/{pair.match}/']").first.wait_for()
    with winner.without_network():
        winner.follow("I won")
        winner.page.get_by_role("button", name=re.compile(r"7–\s*3$")).click()
        winner.reads(_KEPT)
        winner.reads(f"{pair.one.name} 7–3")
    winner.reads(f"Sent: {pair.one.name} 7–3.")
    winner.heads("My matches")
    winner.sees("Thank you. Your opponent is asked to confirm.")
    winner.sees("You reported:")
    assert len(reports_of(winner, pair)) == 1
    expect(winner.page.locator("[data-outbox]")).not_to_contain_text(_KEPT)


@pytest.mark.long_only
def test_kept_report_outlives_its_page(arrive: Arrival, pair: Pair) -> None:
    """The phone shows the page for a lost connection, with the kept report on it; later it goes out from any page."""
    winner = at_match(arrive, pair.one, pair)
    winner.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    with winner.without_network():
        taps(winner, pair.one, 2)
        winner.reads(_KEPT)
        winner.page.goto("/me/")
        winner.heads("No connection")
        winner.reads(f"{pair.one.name} 7–2")
    winner.heads("My matches")
    winner.reads(f"Sent: {pair.one.name} 7–2.")
    assert len(reports_of(winner, pair)) == 1


def test_answer_that_was_lost_makes_no_second_report(arrive: Arrival, pair: Pair) -> None:
    """The report arrives and its answer does not: sent again under the same key, it counts once."""
    winner = at_match(arrive, pair.one, pair)
    keys: list[str] = []

    def lose_the_first_answer(route: object, request: object) -> None:
        keys.append(request.headers["idempotency-key"])  # type: ignore[attr-defined]
        if len(keys) == 1:
            route.fetch()  # type: ignore[attr-defined]
            route.abort()  # type: ignore[attr-defined]
        else:
            route.continue_()  # type: ignore[attr-defined]

    winner.context.route("**/api/v1/matches/*/reports/", lose_the_first_answer)
    with winner.outage():
        taps(winner, pair.one, 5)
        winner.reads(_KEPT)
    winner.press("Try now")
    winner.reads(f"Sent: {pair.one.name} 7–5.")
    assert len(keys) == 2
    assert len(set(keys)) == 1
    assert len(reports_of(winner, pair)) == 1


def test_refusal_of_a_late_report_shows_what_was_typed(arrive: Arrival, pair: Pair) -> None:
    """Meanwhile the opponent reported something else: the page says so, and leads to both results."""
    one, two = at_match(arrive, pair.one, pair), at_match(arrive, pair.two, pair)
    with one.is_refused():
        with one.without_network():
            taps(one, pair.one, 4)
            one.reads(_KEPT)
            taps(two, pair.two, 6)
            two.sees("Waiting for your opponent")
        one.reads(f"Sent, but not counted: {pair.one.name} 7–4.")
        one.press("Look at it again")
        one.heads("You do not say the same")
        one.reads(pair.one.name)
    assert len(reports_of(two, pair)) == 1


@pytest.mark.long_only
def test_report_of_somebody_who_was_signed_out_waits(arrive: Arrival, pair: Pair) -> None:
    """The private link is left before the report has gone: it waits on the phone until its owner is back."""
    winner = at_match(arrive, pair.one, pair)
    with winner.is_refused():
        with winner.without_network():
            taps(winner, pair.one, 1)
            winner.reads(_KEPT)
            winner.context.clear_cookies()
        winner.reads("You are not signed in any more")
    winner.open("/")
    winner.reads("It was typed under another name")
    winner.open(pair.one.link)
    winner.reads(f"Sent: {pair.one.name} 7–1.")
    assert len(reports_of(winner, pair)) == 1


@pytest.mark.long_only
def test_player_page_is_light_and_paints_on_slow_3g(arrive: Arrival, pair: Pair) -> None:
    """Everything a phone loads for the own match is under 100 kB on the line, and it is painted on slow 3G."""
    person = arrive(size=PHONE)
    person.open(pair.one.link)
    for path in ("/me/", f"/m/{pair.match}/"):
        line = person.context.new_cdp_session(person.page)
        line.send("Network.enable")
        # The first visit: nothing is on the phone yet.
        line.send("Network.setCacheDisabled", {"cacheDisabled": True})
        line.send("Network.setBypassServiceWorker", {"bypass": True})
        line.send("Network.emulateNetworkConditions", _SLOW)
        sizes: list[float] = []
        line.on(
            "Network.loadingFinished", lambda ended, sizes=sizes: sizes.append(ended["encodedDataLength"])
        )
        person.open(path)
        person.page.wait_for_load_state("load")
        first_paint = person.page.evaluate(
            "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
        )
        print(f"{path}: {sum(sizes) / 1000:.1f} kB on the line, first paint after {first_paint:.0f} ms")  # noqa: T201
        assert len(sizes) > 4, path
        assert sum(sizes) < _LIGHT, path
        assert first_paint > 0, path
        line.detach()
