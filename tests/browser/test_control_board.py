"""A whole round from the keyboard: called, started and entered on the control board, and no mouse is touched."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Arrival
from tests.browser.hall import Hall
from tests.browser.people import Person

_PLAYERS = 32
_RESULTS = 16
_FIRST = ("Xaver", "Ysolde", "Zdenko", "Wilma", "Quirin", "Ulrike", "Oktay", "Philine")
_LAST = ("Ankersmit", "Bjelland", "Czerny", "Drobnik")


def test_a_round_of_sixteen_results_by_keyboard(arrive: Arrival, hall: Hall) -> None:
    """Tables are given in one press each, everybody begins at once, and sixteen lines are typed."""
    her = arrive()
    her.sign_in(email=hall.demo.email, password=hall.demo.password)
    tournament = _drawn(her)
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
    expect(_said(her)).to_contain_text(re.compile("5–3"))
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
    expect(_said(her)).to_contain_text(name)
    for number in range(2, _RESULTS + 1):
        expect(line).to_have_value("")
        expect(line).to_be_focused()
        keys.type(f"{number} {'a' if number % 2 else 'b'} {number % 5}")
        keys.press("Enter")
        expect(_said(her)).to_contain_text(re.compile(f"[5{number % 5}]–[5{number % 5}]"))
        expect(line).to_have_value("")
    her.open(f"/desk/t/{tournament}/log/")
    assert her.faults == []


def test_a_press_of_the_mouse_calls_and_a_forfeit_takes_two_keys(arrive: Arrival, hall: Hall) -> None:
    """Nothing moves under the mouse. One key opens what can be done, the second forfeits; one alone changes nothing."""
    her = arrive()
    her.sign_in(email=hall.demo.email, password=hall.demo.password)
    tournament = _drawn(her, players=4)
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


def _drawn(her: Person, *, players: int = _PLAYERS) -> str:
    """A tournament with one drawn event and a table for each match; answers its uid."""
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
    names = [f"{first} {last}" for first in _FIRST for last in _LAST][:players]
    her.open(f"/desk/e/{event}/entrants/import/")
    her.page.locator("textarea").fill("\n".join(["name", *names]))
    her.page.locator("button[name=do][value=check]").click()
    her.page.locator("button[name=do][value=import]").click()
    her.page.wait_for_url("**/entrants/")
    her.open(f"/desk/t/{tournament}/")
    her.page.locator("input[name=names]").fill(f"1-{players // 2}")
    her.press("Add tables")
    her.open(f"/desk/e/{event}/entrants/")
    her.page.locator(".event-tabs a[href*='/draw/']").click()
    her.press("Make the draw")
    her.sees("The draw is made.")
    return tournament


def _uid(her: Person) -> str:
    return her.page.url.split("/desk/")[1].split("/")[1]


def _said(her: Person) -> Locator:
    """What was entered last."""
    return her.page.locator("#control [role=status]")


def _focus(her: Person, identity: str) -> None:
    her.page.locator(f"#{identity}").focus()
