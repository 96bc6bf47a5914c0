"""A desk whose connection drops: the board goes on, results are kept, and none is lost or counted twice."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrival
from tests.browser.hall import Hall
from tests.browser.people import Person
from tests.browser.test_control_board import draw_stage

_PASSWORD = "a-long-walk-to-the-hall-7"


@pytest.fixture
def tournament(arrive: Arrival, hall: Hall) -> str:
    """A tournament with four open matches at tables 1 to 4, made by the director of the demonstration."""
    her = arrive()
    her.sign_in(email=hall.demo.email, password=hall.demo.password)
    uid = draw_stage(her, players=8)
    her.open(f"/desk/t/{uid}/control/")
    expect(her.field("Enter a result")).to_be_focused()
    her.page.keyboard.press("Escape")
    for number in range(1, 5):
        her.page.keyboard.press("c")
        expect(her.page.locator(".board-table .board-names")).to_have_count(number)
    her.close()
    return uid


def at_the_board(arrive: Arrival, hall: Hall, tournament: str) -> Person:
    """The director before the control board."""
    her = arrive()
    her.sign_in(email=hall.demo.email, password=hall.demo.password)
    her.open(f"/desk/t/{tournament}/control/")
    expect(her.field("Enter a result")).to_be_focused()
    return her


def a_second_desk(
    arrive: Arrival, her: Person, tournament: str, *, name: str = "Bo Beside", kind: str = "director"
) -> Person:
    """Another officer of the same tournament, on another laptop."""
    bo = arrive()
    bo.sign_up(name, email=f"{kind}-{tournament}@example.org", password=_PASSWORD)
    her.open(f"/desk/t/{tournament}/people/")
    her.page.locator(f"input[name=kind][value={kind}]").check()
    her.press("Invite")
    bo.accept(her.page.locator("code.address").inner_text())
    her.open(f"/desk/t/{tournament}/control/")
    bo.open(f"/desk/t/{tournament}/control/")
    return bo


def types(person: Person, words: str) -> None:
    """A line of the board, and Enter."""
    line = person.field("Enter a result")
    line.fill(words)
    expect(person.page.locator("#answers button.is-default")).to_have_count(1)
    line.press("Enter")
    expect(line).to_have_value("")


def scores(person: Person, tournament: str) -> list[list[int]]:
    """The scores of the final matches of a tournament, as the service tells them."""
    answer: Any = person.context.request.get(f"/api/v1/tournaments/{tournament}/matches/").json()
    return sorted(match["score"] for match in answer["results"] if match["score"])


def test_three_results_without_a_network_and_one_that_another_desk_entered(
    arrive: Arrival, hall: Hall, tournament: str
) -> None:
    """Two go out when the network is back; the third meets the other desk's, and both stand side by side."""
    her = at_the_board(arrive, hall, tournament)
    bo = a_second_desk(arrive, her, tournament)
    box = her.page.locator("[data-outbox]")
    with her.is_refused():
        with her.without_network():
            for words in ("1 a 0", "2 a 1", "3 b 2"):
                types(her, words)
            her.reads("Not saved yet, kept on this computer and sent again: 3.")
            expect(her.page.locator("[data-unsent]")).to_have_count(3)
            types(bo, "2 b 3")
            expect(bo.page.locator("#control [role=status]")).to_contain_text("3–5")
        expect(box).to_contain_text("Sent, but not counted")
        expect(box.locator(".message")).to_have_count(2)
        assert scores(bo, tournament) == [[2, 5], [3, 5], [5, 0]]
        her.press("Look at it again")
        her.heads("Changed meanwhile")
        expect(her.page.locator(".said").first).to_contain_text("5–1")
        her.reads("3–5")
    # Nothing typed is forgotten before somebody says so.
    her.follow("Leave it as it is")
    expect(box).to_contain_text("Sent, but not counted")
    her.press("Forget it")
    expect(box).not_to_contain_text("Sent, but not counted")
    assert scores(bo, tournament) == [[2, 5], [3, 5], [5, 0]]


@pytest.mark.long_only
def test_an_answer_that_was_lost_is_no_second_result(arrive: Arrival, hall: Hall, tournament: str) -> None:
    """The result arrives and its answer does not: it is kept, sent again, and the same."""
    her = at_the_board(arrive, hall, tournament)
    lost: list[str] = []

    def lose(route: Any, request: Any) -> None:
        if request.method != "POST" or lost:
            route.continue_()
            return
        lost.append(request.url)
        route.fetch()
        route.abort()

    her.page.route(re.compile(r"/control/$"), lose)
    with her.outage():
        types(her, "1 a 4")
        expect(her.page.locator("[data-outbox] .message")).to_contain_text("5–4")
    assert lost
    assert scores(her, tournament) == [[5, 4]]


@pytest.mark.long_only
def test_the_board_opens_without_a_network(arrive: Arrival, hall: Hall, tournament: str) -> None:
    """Loaded again, the board of the last visit takes results, and gives way to the real one."""
    her = at_the_board(arrive, hall, tournament)
    her.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    with her.without_network():
        her.page.goto(f"/desk/t/{tournament}/control/")
        her.heads("Control board")
        her.sees(
            "No connection. Type results, call and start as ever: it is kept on this computer, and sent when the connection "
            "is back."
        )
        types(her, "4 b 0")
        her.reads("Not saved yet, kept on this computer and sent again: 1.")
    expect(her.page.locator("[data-outbox] .message")).to_contain_text("5–0")
    assert scores(her, tournament) == [[0, 5]]


@pytest.mark.long_only
def test_calls_starts_and_forfeits_wait_for_the_network_in_their_order(
    arrive: Arrival, hall: Hall, tournament: str
) -> None:
    """From the board and from the one of the last visit; what the same account did elsewhere meets the conflict page."""
    her = at_the_board(arrive, hall, tournament)
    at_home = at_the_board(arrive, hall, tournament)
    her.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    box = her.page.locator("[data-outbox]")
    with her.is_refused():
        with her.without_network():
            her.page.keyboard.press("Escape")
            her.page.locator(".board-table", has_text="min").nth(0).focus()
            her.page.keyboard.press("s")
            expect(box).to_contain_text("Start ")
            types(her, "2 a 1")
            her.page.goto(f"/desk/t/{tournament}/control/")
            rows = her.page.locator("[data-matches] li")
            expect(rows).to_have_count(4)
            rows.nth(2).locator("summary").click()
            rows.nth(2).get_by_role("button", name="forfeits").nth(0).click()
            her.reads("Not saved yet, kept on this computer and sent again: 3.")
            types(at_home, "2 b 3")
            expect(at_home.page.locator("#control [role=status]")).to_contain_text("3–5")
        expect(box).to_contain_text("Sent, but not counted")
        expect(box.locator(".message")).to_have_count(2)
        her.press("Look at it again")
        her.heads("Changed meanwhile")
        her.reads("3–5")
    her.open(f"/desk/t/{tournament}/control/")
    expect(her.page.locator(".board-table progress")).to_have_count(1)
    assert [3, 5] in scores(at_home, tournament)


@pytest.mark.long_only
def test_a_clerk_without_a_network_enters_signed_slips(arrive: Arrival, hall: Hall, tournament: str) -> None:
    """Where the desk may enter slips, what a clerk typed goes out like a director's, in the clerk's name."""
    her = at_the_board(arrive, hall, tournament)
    her.open(f"/desk/t/{tournament}/edit/")
    her.page.locator("#id_desk_enters_slips").check()
    her.page.locator("#id_desk_enters_slips").locator("xpath=ancestor::form").locator("button").last.click()
    her.page.wait_for_url(f"**/desk/t/{tournament}/")
    clerk = a_second_desk(arrive, her, tournament, name="Cleo Clerk", kind="desk")
    with clerk.without_network():
        line = clerk.field("Enter a signed slip")
        line.fill("1 a 2")
        expect(clerk.page.locator("#answers button.is-default")).to_have_count(1)
        line.press("Enter")
        clerk.reads("Not saved yet, kept on this computer and sent again: 1.")
    expect(clerk.page.locator("[data-outbox] .message")).to_contain_text("5–2")
    assert scores(her, tournament) == [[5, 2]]
    her.open(f"/desk/t/{tournament}/log/")
    her.reads("Cleo Clerk")
