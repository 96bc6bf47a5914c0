"""The registration desk in a real browser: so few keys, the focus where the next name is typed, and one click back."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Arrival
from tests.browser.desk import Desk
from tests.browser.hall import Hall
from tests.browser.people import Person

_LETTERS = "marchetti"


class _Keys:
    """A keyboard that counts what is pressed."""

    def __init__(self, person: Person) -> None:
        self.person, self.pressed = person, 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.person.page.keyboard.press(key)
            self.pressed += 1


def test_a_known_player_is_registered_and_has_paid_with_enter_and_one_more_key(
    arrive: Arrival, hall: Hall
) -> None:
    """Letters, a plus and Enter; then the box is empty and has the focus, and the act is undone with a click."""
    director = arrive()
    director.sign_in(email=hall.demo.email, password=hall.demo.password)
    desk = Desk(director)
    desk.open_event("Coupe de l’Accueil", lengths="5")
    director.open(f"/desk/e/{desk.event}/fees/")
    director.page.fill("#id_amount", "12,50")
    director.press("Save")
    money = director.page.locator("a[href$='/money/']").last
    tournament = (money.get_attribute("href") or "").split("/")[3]
    director.open(f"/desk/t/{tournament}/register/")

    box = director.page.locator("#q")
    expect(box).to_be_focused()
    # The focus on the choice beside it takes no letter away from the box.
    director.page.locator("#at_once").dblclick()
    keys = _Keys(director)
    keys.press(*_LETTERS, "+")
    expect(director.page.locator("button.answer.is-default")).to_contain_text("Zoë Marchetti")
    keys.press("Enter")
    last = director.page.locator(".register-last")
    expect(last).to_contain_text("Zoë Marchetti is entered.")
    expect(last).to_contain_text("paid")
    assert keys.pressed == len(_LETTERS) + 2
    expect(box).to_be_focused()
    expect(box).to_have_value("")

    director.press("Undo")
    expect(last).to_contain_text("Undone: Zoë Marchetti.")
    expect(box).to_be_focused()
    director.open(f"/desk/t/{tournament}/money/")
    expect(director.page.locator("main")).to_contain_text("0.00")


def test_a_namesake_is_entered_from_the_keyboard(arrive: Arrival, hall: Hall) -> None:
    """On the desk of an event nothing is marked beside who is here already, and the new player is for another club."""
    director = arrive()
    director.sign_in(email=hall.demo.email, password=hall.demo.password)
    desk = Desk(director)
    desk.open_event("Coupe des homonymes", lengths="5")
    director.open(f"/desk/e/{desk.event}/entrants/")
    keys, box = director.page.keyboard, director.page.locator("#q")
    expect(box).to_be_focused()
    keys.type("Jocelyn Smithers, London")
    expect(director.page.locator("button.answer.is-default")).to_contain_text("Jocelyn Smithers")
    keys.press("Enter")
    director.page.wait_for_url("**last=**")
    row = director.page.locator("#entrant-list tr").filter(has_text="Jocelyn Smithers")
    expect(row).to_be_visible()
    if row.get_by_role("button", name="Check in", exact=True).count():
        row.get_by_role("button", name="Check in", exact=True).click()

    director.open(f"/desk/e/{desk.event}/entrants/")
    expect(box).to_be_focused()
    keys.type("Jocelyn Smithers, London")
    new = director.page.locator("button.answer").filter(has_text="New player")
    expect(new).to_be_visible()
    expect(director.page.locator("button.is-default")).to_have_count(0)
    keys.press("Enter")
    director.sees("A player with this name is here already. Choose with the arrows, then Enter.")
    expect(box).to_have_value("Jocelyn Smithers, London")
    expect(box).to_be_focused()
    keys.press("ArrowDown")
    expect(new).to_have_class("answer is-default")
    box.fill("")
    keys.type("Jocelyn Smithers, Leeds")
    expect(new).to_contain_text("Leeds")
    expect(new).to_have_class("answer is-default")
    with director.is_refused():
        keys.press("Enter")
        director.sees("Who is it?")
