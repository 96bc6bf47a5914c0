"""Everything that players and directors need works in a browser without JavaScript."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Arrival
from tests.browser.desk import Desk
from tests.browser.hall import Guest, Hall, Pair
from tests.browser.people import PHONE, Person


def with_link(arrive: Arrival, guest: Guest) -> Person:
    """A guest whose phone runs no JavaScript, at their matches."""
    person = arrive(size=PHONE, with_javascript=False)
    person.open(guest.link)
    return person


def test_report_and_confirm(arrive: Arrival, pair: Pair) -> None:
    """Who wins reports, even with a double tap; who loses confirms."""
    winner, loser = with_link(arrive, pair.one), with_link(arrive, pair.two)
    winner.follow("I won")
    winner.page.locator("button[name=loser_points][value='4']").dblclick()
    winner.sees("Waiting for your opponent")
    loser.open("/me/")
    loser.press("Yes, confirm")
    loser.sees("Confirmed. The result is final.")
    winner.open(f"/s/{pair.stage}/bracket/")
    expect(winner.page.locator(".slot-score")).to_have_text(["7", "4"])


def test_scoresheet(arrive: Arrival, pair: Pair) -> None:
    """Game after game is added, the Crawford game marks itself and offers no cube, a refusal keeps its game open, and the match is sent."""
    person = with_link(arrive, pair.one)
    person.follow("Other ways to report")
    person.unfold("Other ways to report")
    person.page.get_by_role("link", name="Game by game").click()
    play(person, 1, winner=pair.one.name, result="Gammon", cube="2")
    person.press("Add a game")
    play(person, 2, winner=pair.one.name, result="Gammon", cube="1")
    person.press("Add a game")
    person.reads("Crawford: no cube")
    cubes = person.page.locator("#game-3").get_by_label("Cube")
    assert cubes.locator("option").all_inner_texts() == ["1"]
    play(person, 3, winner=pair.two.name, result="Gammon", cube="1")
    person.page.locator("#game-3").get_by_label("How it ended").select_option("drop")
    with person.is_refused():
        person.press("Send the report")
        expect(person.page.locator("#game-3 [role=alert]")).to_be_visible()
    play(person, 3, winner=pair.one.name, result="Single", cube="1")
    person.page.locator("#game-3").get_by_label("How it ended").select_option("borne_off")
    person.press("Send the report")
    person.sees("Waiting for your opponent")
    person.reads("7–0")


def play(person: Person, number: int, *, winner: str, result: str, cube: str) -> None:
    """Fill in one line of the scoresheet."""
    line = person.page.locator(f"#game-{number}")
    line.get_by_role("radio", name=winner, exact=True).check()
    line.get_by_role("radio", name=result, exact=True).check()
    line.get_by_label("Cube").select_option(cube)


def test_replay(arrive: Arrival, hall: Hall) -> None:
    """Steps forward and back are links to pages that show the board."""
    person = arrive(size=PHONE, with_javascript=False)
    person.open(f"/g/{hall.demo.samples['g']['checked']}/")
    person.follow("Replay game %(number)s", number=1)
    caption = person.page.locator(".replay-caption")
    person.sees("The board at the start.")
    for step in (1, 2):
        person.follow("Next step")
        expect(caption).to_contain_text(f"{step}/")
    person.follow("One step back")
    expect(caption).to_contain_text("1/")
    expect(person.page.locator(".replay > .replay-board svg")).to_be_visible()


def test_registration_and_draw(arrive: Arrival, hall: Hall) -> None:
    """A director opens an event, a guest registers by a link, another walks in, and they are drawn against each other."""
    desk = Desk(arrive(with_javascript=False))
    desk.director.sign_in(email=hall.demo.email, password=hall.demo.password)
    desk.open_event("Coupe sans script", lengths="7")
    guest = arrive(size=PHONE, with_javascript=False)
    guest.open(desk.registration_link())
    guest.fill("Your name", "Ludmila Hartog")
    guest.page.locator("#id_agrees").check()
    guest.press("Register")
    guest.sees("You are registered.")
    desk.walk_in("Quentin Abadie, Lyon, FR")
    desk.check_everybody_in()
    desk.draw()
    ((one, two),) = desk.first_round()
    assert {one, two} == {"Ludmila Hartog", "Quentin Abadie"}
    desk.enter_result(one, 3)
