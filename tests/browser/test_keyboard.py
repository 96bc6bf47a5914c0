"""The director needs no mouse: entrants, draw and results from the keyboard alone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Arrival
from tests.browser.desk import Desk
from tests.browser.hall import Hall
from tests.browser.people import Person

_MOST_STOPS = 120
_FOCUSED = (
    "(document.activeElement.getAttribute('aria-label') || document.activeElement.innerText || '').trim()"
)
_SHOWS_FOCUS = """
    (style => style.outlineStyle !== "none" || style.boxShadow !== "none")(getComputedStyle(document.activeElement))
"""


def test_entrants_draw_and_results_from_the_keyboard(arrive: Arrival, hall: Hall) -> None:
    """Three are entered, the draw is made, two results are typed, and there is a champion; no mouse is touched."""
    director = arrive()
    director.sign_in(email=hall.demo.email, password=hall.demo.password)
    desk = Desk(director)
    desk.open_event("Coupe du Clavier", lengths="5")
    director.open(f"/desk/e/{desk.event}/entrants/")
    for number, name in enumerate(("Anatole Wirth", "Berenice Ochoa", "Casimir Lund"), start=1):
        expect(director.field("Find or enter a player")).to_be_focused()
        director.page.keyboard.type(name)
        expect(director.page.locator("button.answer.is-default")).to_contain_text(name)
        director.page.keyboard.press("Enter")
        expect(director.page.locator("#entrant-list .entrant")).to_have_count(number)

    go_to(director, "Draw")
    desk.stage = desk.page_uid()
    go_to(director, "Make the draw")
    director.sees("The draw is made.")
    ((winner, _loser),) = desk.first_round()
    for _round in ("semifinal", "final"):
        desk.open_matches(1)
        expect(director.field("Enter a result")).to_be_focused()
        director.page.keyboard.type(f"{winner.split()[1].lower()} 3")
        expect(director.page.locator("button.answer.is-default")).to_contain_text(winner)
        director.page.keyboard.press("Enter")
        expect(director.page.locator("[role=status]").filter(has_text=winner).first).to_be_visible()
    go_to(director, "Settings")
    go_to(director, "Public page")
    go_to(director, "Bracket")
    expect(director.page.locator(".podium-place").first).to_contain_text(winner)


def go_to(person: Person, text: str) -> None:
    """Move on with the Tab key to what has this text, see that the focus shows, and press Enter."""
    for _stop in range(_MOST_STOPS):
        person.page.keyboard.press("Tab")
        if person.page.evaluate(_FOCUSED) == text:
            assert person.page.evaluate(_SHOWS_FOCUS), f"The focus on {text} does not show."
            with person.page.expect_navigation():
                person.page.keyboard.press("Enter")
            return
    raise AssertionError(f"{text!r} is not reached with the Tab key.")
