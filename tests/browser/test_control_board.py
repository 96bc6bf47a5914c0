"""A whole round from the keyboard: called, started and entered on the control board, and no mouse is touched."""

from __future__ import annotations

import re
from urllib.parse import unquote_plus

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import Arrival
from tests.browser.hall import Hall
from tests.browser.people import Person
from tests.effort import is_long
from tests.faults.service import wait_until

_RESULTS = 16 if is_long() else 8
_PLAYERS = 2 * _RESULTS
_FIRST = ("Xaver", "Ysolde", "Zdenko", "Wilma", "Quirin", "Ulrike", "Oktay", "Philine")
_LAST = ("Ankersmit", "Bjelland", "Czerny", "Drobnik")
_LONGER = ("Delacroix-Montmorency", "van der Westhuizen", "Schwarzenberger", "Papadopoulos")
_LAPTOP, _PHONE = (1440, 900), (390, 844)
_SCREENS = 4


def test_a_round_of_results_by_keyboard(arrive: Arrival, hall: Hall) -> None:
    """Tables are given in one press each, everybody begins at once, and a line for each table is typed."""
    her = arrive()
    her.sign_in(email=hall.demo.email, password=hall.demo.password)
    tournament = draw_stage(her)
    her.open(f"/desk/t/{tournament}/control/")
    keys = her.page.keyboard
    line = her.field("Enter a result")
    expect(line).to_be_focused()

    keys.press("?")
    expect(her.page.locator("#keys")).not_to_have_attribute("open", "")
    line.fill("")
    keys.press("Escape")
    keys.press("?")
    expect(her.page.locator("#keys")).to_have_attribute("open", "")
    keys.press("?")

    for number in range(1, _RESULTS + 1):
        keys.press("c")
        expect(her.page.locator(".board-table .board-names")).to_have_count(number)
    expect(her.page.locator("[data-key=c]")).to_have_count(0)
    _focus(her, "start-all")
    keys.press("Enter")
    expect(her.page.locator(".board-table progress")).to_have_count(_RESULTS)

    keys.press("/")
    expect(line).to_be_focused()
    keys.type("1 a 3")
    keys.press("Enter")
    expect(_notice(her)).to_contain_text(re.compile("5–3"))
    keys.press("Escape")
    keys.press("z")
    expect(her.page.locator(".board-table progress")).to_have_count(_RESULTS)

    expect(line).to_be_focused()
    keys.type("1 2")
    expect(her.page.locator("button.answer")).to_have_count(2)
    expect(her.page.locator("button.is-default")).to_have_count(0)
    keys.press("Enter")
    her.sees("Nothing is entered yet: type a or b for the winner, or choose with the arrows.")
    expect(line).to_be_focused()
    second = her.page.locator("button.answer").nth(1)
    name = second.locator("strong").inner_text()
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    expect(second).to_have_class(re.compile("is-default"))
    keys.press("Enter")
    expect(_notice(her)).to_contain_text(name)
    for number in range(2, _RESULTS + 1):
        expect(line).to_have_value("")
        expect(line).to_be_focused()
        keys.type(f"{number} {'a' if number % 2 else 'b'} {number % 5}")
        keys.press("Enter")
        expect(_notice(her)).to_contain_text(re.compile(f"[5{number % 5}]–[5{number % 5}]"))
        expect(line).to_have_value("")
    her.open(f"/desk/t/{tournament}/log/")
    assert her.faults == []


@pytest.mark.long_only
def test_keys_pressed_while_an_answer_is_under_way_wait_for_it(arrive: Arrival, hall: Hall) -> None:
    """On a slow line no key is lost with the line before, and an arrow chooses among the readings of what was typed."""
    her = arrive()
    her.sign_in(email=hall.demo.email, password=hall.demo.password)
    her.open(f"/desk/t/{draw_stage(her, players=8)}/control/")
    keys, line, answers = her.page.keyboard, her.field("Enter a result"), her.page.locator("button.answer")
    expect(line).to_be_focused()
    keys.press("Escape")
    for number in range(1, 5):
        keys.press("c")
        expect(her.page.locator(".board-table .board-names")).to_have_count(number)
    keys.press("/")
    under_way: list[Route] = []

    def hold(route: Route) -> None:
        under_way.append(route)

    def answer(words: str) -> None:
        """Let the oldest request with these words through, which may not have been sent yet."""
        matching: list[Route] = []

        def is_sent() -> bool:
            her.page.evaluate("true")
            matching[:] = [
                route
                for route in under_way
                if words in f"{route.request.method} {unquote_plus(route.request.url)}"
            ]
            return bool(matching)

        wait_until(is_sent, what=f"the request of {words}")
        under_way.remove(matching[0])
        matching[0].continue_()

    her.page.route(re.compile(r"/control/(quick/.*)?$"), hold)
    # The readings are under way: the arrows wait for them.
    keys.insert_text("1 2")
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    expect(answers).to_have_count(0)
    answer("q=1 2")
    expect(answers.nth(1)).to_have_class(re.compile("is-default"))
    name = answers.nth(1).locator("strong").inner_text()
    # A result is under way: two more are typed, one of them with a slip.
    keys.press("Enter")
    keys.type("2 b 1")
    keys.press("Enter")
    keys.type("3 a 3")
    keys.press("Backspace")
    keys.type("4")
    keys.press("Enter")
    answer("POST")
    expect(_notice(her)).to_contain_text(name)
    expect(line).to_have_value("2 b 1")
    answer("POST")
    expect(_notice(her)).to_contain_text("1–5")
    expect(line).to_have_value("3 a 4")
    answer("POST")
    expect(_notice(her)).to_contain_text("5–4")
    expect(line).to_have_value("")
    # A question is under way, and what answers it is pressed before it is there.
    keys.insert_text("4 2")
    answer("q=4 2")
    expect(answers).to_have_count(2)
    keys.press("Enter")
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    keys.press("Enter")
    name = answers.nth(1).locator("strong").inner_text()
    answer("POST")
    answer("POST")
    expect(_notice(her)).to_contain_text(name)
    expect(her.page.locator(".board-table .board-names")).to_have_count(0)


def test_a_press_of_the_mouse_calls_and_a_forfeit_takes_two_keys(arrive: Arrival, hall: Hall) -> None:
    """Nothing moves under the mouse. One key opens what can be done, the second forfeits; one alone changes nothing."""
    her = arrive()
    her.sign_in(email=hall.demo.email, password=hall.demo.password)
    tournament = draw_stage(her, players=4)
    her.open(f"/desk/t/{tournament}/control/")
    keys = her.page.keyboard
    her.page.locator(".board-table button[data-key=n]").last.click()
    table = her.page.locator(".board-table", has=her.page.locator(".board-names"))
    expect(table).to_have_count(1)
    while not her.page.evaluate("document.activeElement.matches('.board-table:has(.board-names)')"):
        keys.press("j")
    keys.press("1")
    expect(table).to_have_count(1)
    keys.press("f")
    expect(table.locator("details")).to_have_attribute("open", "")
    keys.press("1")
    expect(table).to_have_count(0)


@pytest.mark.long_only
def test_thirty_tables_fit_a_laptop_and_four_screens_of_a_phone(arrive: Arrival, hall: Hall) -> None:
    """The line, the sums, every table and every match that needs the desk are in sight at once; a panel holds the rest."""
    her = arrive(size=_LAPTOP)
    her.sign_in(email=hall.demo.email, password=hall.demo.password)
    tournament = draw_stage(her, players=64, tables=30)
    her.open(f"/desk/t/{tournament}/control/tables/")
    her.press("Give them automatically")
    her.open(f"/desk/t/{tournament}/control/")
    keys, tables = her.page.keyboard, her.page.locator(".board-table")
    expect(her.page.locator(".board-table .board-names")).to_have_count(30)
    keys.press("Escape")
    for number in range(1, 6):
        her.page.locator(".board-table").nth(number).focus()
        keys.press("g")
        expect(her.page.locator("[id^=late-][data-row]")).to_have_count(number)
    assert her.page.evaluate("scrollY") == 0
    for part in ("#q", ".board-sums", "[id^=late-][data-row]", "#ready ~ .rows > li", ".board-table"):
        for box in [one.bounding_box() for one in her.page.locator(part).all()]:
            assert box is not None
            assert box["y"] + box["height"] <= _LAPTOP[1], part
            assert box["x"] + box["width"] <= _LAPTOP[0], part
    # One line a match beside the map: a row is as high as its button.
    heights = her.page.locator("[id^=late-][data-row]").evaluate_all(
        "all => all.map((one) => one.offsetHeight)"
    )
    assert max(heights) < 2 * 24
    # A press beside the buttons opens the panel at the bottom of the window, and the same key closes it.
    tables.nth(10).locator(".board-time").click()
    panel = tables.nth(10).locator(".board-panel")
    expect(panel).to_be_visible()
    expect(panel).to_be_in_viewport(ratio=1)
    keys.press("f")
    expect(panel).not_to_be_visible()
    her.page.set_viewport_size({"width": _PHONE[0], "height": _PHONE[1]})
    width, height = her.page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert width <= _PHONE[0]
    assert height <= _SCREENS * _PHONE[1]
    tables.nth(10).locator("summary").click()
    expect(panel).to_be_in_viewport(ratio=1)


def draw_stage(her: Person, *, players: int = _PLAYERS, tables: int = 0) -> str:
    """A tournament with one drawn event and a table for each match, or so many; answers its uid."""
    her.open("/desk/new/")
    her.fill("Name", "Coupe du Tableau")
    her.press("Open the tournament")
    her.heads("New event")
    tournament = _uid(her)
    her.page.locator("details.card > summary").last.click()
    her.page.locator("#id_name").fill("Open")
    her.field("Match lengths, the last round first").fill("5")
    her.press("Add the event")
    her.page.wait_for_url("**/entrants/")
    event = _uid(her)
    names = [f"{first} {last}" for last in (*_LAST, *_LONGER) for first in _FIRST][:players]
    her.open(f"/desk/e/{event}/entrants/import/")
    her.page.locator("textarea").fill("\n".join(["name", *names]))
    her.page.locator("button[name=do][value=check]").click()
    her.page.locator("button[name=do][value=import]").click()
    her.page.wait_for_url("**/entrants/")
    her.open(f"/desk/t/{tournament}/")
    her.page.locator("input[name=names]").fill(f"1-{tables or players // 2}")
    her.press("Add tables")
    her.open(f"/desk/e/{event}/entrants/")
    her.page.locator(".event-tabs a[href*='/draw/']").click()
    her.press("Make the draw")
    her.sees("The draw is made.")
    return tournament


def _uid(her: Person) -> str:
    return her.page.url.split("/desk/")[1].split("/")[1]


def _notice(her: Person) -> Locator:
    """What was entered last."""
    return her.page.locator("#control [role=status]")


def _focus(her: Person, identity: str) -> None:
    her.page.locator(f"#{identity}").focus()
