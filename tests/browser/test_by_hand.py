"""The lines of a bracket before play: a player is moved by dragging, and by keys alone."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Arrival
from tests.browser.hall import Hall
from tests.browser.people import Person
from tests.browser.test_control_board import draw_stage


def _names(person: Person) -> list[str]:
    """The players of the bracket, line by line."""
    names: list[str] = person.page.locator("[data-hand] [data-hand-chip]").evaluate_all(
        "chips => chips.map(chip => chip.firstChild.textContent.trim())"
    )
    return names


def _confirm(person: Person) -> None:
    """Read that nothing is saved yet, say why, and press Enter."""
    reason = person.page.locator("#reason")
    expect(reason).to_be_visible()
    reason.fill("They share a car.")
    reason.press("Enter")
    person.sees("Paired by hand.")


def test_two_lines_of_a_bracket_change_by_dragging_and_back_by_keys(arrive: Arrival, hall: Hall) -> None:
    """What is dragged is only picked: the page says what it breaks, and the draw changes when it is confirmed."""
    her = arrive()
    her.sign_in(email=hall.demo.email, password=hall.demo.password)
    draw_stage(her, players=8)
    stage = urlsplit(her.page.url).path.split("/")[3]
    her.open(f"/desk/s/{stage}/by-hand/")
    before = _names(her)
    chips = her.page.locator("[data-hand] [data-hand-chip]")
    chips.nth(0).drag_to(chips.nth(5))
    her.page.wait_for_url("**second=*")
    expect(her.page.locator("#act")).to_contain_text(before[5])
    assert _names(her) == before
    _confirm(her)
    after = list(before)
    after[0], after[5] = after[5], after[0]
    assert _names(her) == after
    for number in (0, 5):
        _pick_by_key(her, chips.nth(number))
    _confirm(her)
    assert _names(her) == before


def _pick_by_key(person: Person, chip: Locator) -> None:
    chip.focus()
    with person.page.expect_navigation():
        person.page.keyboard.press("Enter")
