"""The pages that only a form leads to: questions, refusals and things shown once, as readable as the others."""

from __future__ import annotations

import pytest
from playwright.sync_api import Response, expect

from tests.browser.axe import bring_axe, faults_of
from tests.browser.conftest import Arrival
from tests.browser.hall import Guest, Hall, Pair
from tests.browser.people import PHONE, Person


def reader(arrive: Arrival, guest: Guest, *, language: str = "en") -> Person:
    """A guest who reads closely, on a phone."""
    person = arrive(size=PHONE, language=language)
    bring_axe(person)
    person.open(guest.link)
    return person


@pytest.fixture
def director(arrive: Arrival, hall: Hall) -> Person:
    """The director of the demonstration, who reads closely."""
    person = arrive()
    bring_axe(person)
    person.sign_in(email=hall.demo.email, password=hall.demo.password)
    return person


def test_two_reports_that_differ_are_shown_side_by_side(arrive: Arrival, pair: Pair) -> None:
    """The second to report sees both results, and may agree or insist; insisting is a dispute."""
    one, two = reader(arrive, pair.one), reader(arrive, pair.two, language="fr")
    one.page.clock.install()
    one.open(f"/m/{pair.match}/report/?winner=one")
    one.page.locator("button[value='2']").click()
    one.sees("Waiting for your opponent")
    two.open(f"/m/{pair.match}/report/?winner=two")
    with two.is_refused():
        two.page.locator("button[value='6']").click()
        two.heads("You do not say the same")
    assert faults_of(two) == []
    two.press("I insist: ask the director")
    two.sees("The director decides")
    one.let_time_pass()
    one.sees("The director decides")
    assert faults_of(two) == []


def test_both_agree_on_one_phone(arrive: Arrival, pair: Pair) -> None:
    """The result is shown large, each ticks for itself, and it is final."""
    person = reader(arrive, pair.one)
    person.open(f"/m/{pair.match}/report/?together=1")
    person.page.get_by_role("radio", name=pair.two.name, exact=True).check(force=True)
    person.page.locator("button[value='5']").click()
    person.heads("Do you both agree?")
    assert faults_of(person) == []
    for guest in (pair.one, pair.two):
        person.page.get_by_role("checkbox", name=person.words("%(name)s agrees", name=guest.name)).check()
    person.press("Make it final")
    person.sees("Thank you. The result is final.")


def test_a_score_that_cannot_be_says_why(arrive: Arrival, pair: Pair) -> None:
    """A scoresheet without a winner stays as it is typed, with the rule and the way out."""
    person = reader(arrive, pair.one)
    person.open(f"/m/{pair.match}/scoresheet/")
    # The sheet grows by a row, with the same names, as soon as the first has a winner.
    person.page.locator("[name=g0-winner][value=one]").check()
    expect(person.page.locator(".sheet-score strong")).to_have_text("1–0")
    # The refusal comes twice, to the script and with the page; then comes the sum of the restored draft.
    answers: list[Response] = []
    person.page.on("response", lambda answer: answers.append(answer))
    with (
        person.is_refused(),
        person.page.expect_response(lambda answer: _is_sum(answer) and _has_refusal(answers)),
    ):
        person.press("Send the report")
    # That sum leaves the refusal there.
    expect(person.page.locator("#sheet-reasons [role=alert]")).to_be_visible()
    expect(person.page.locator(".sheet-score strong")).to_have_text("1–0")
    faults = faults_of(person)
    person.page.locator("[name=g1-winner][value=one]").check()
    expect(person.page.locator(".sheet-score strong")).to_have_text("2–0")
    expect(person.page.locator("#sheet-reasons [role=alert]")).to_have_count(0)
    assert [*faults, *faults_of(person)] == []


def test_a_nearly_equal_name_is_asked_about(director: Person, hall: Hall) -> None:
    """Whoever is entered under nearly the name of a player is that player, or another person."""
    director.open(f"/desk/e/{hall.demo.samples['e']['to come']}/entrants/")
    director.field("Find or enter a player").fill("Camile Renaud")
    with director.is_refused():
        director.page.locator("button.answer").filter(has_text=director.words("New player")).click()
        director.sees("Who is it?")
    assert faults_of(director) == []


def test_a_private_link_is_shown_once_with_its_code(director: Person, hall: Hall) -> None:
    """The address and its QR code stand on the page that answers, and on no other."""
    entrant = f"/desk/x/{hall.demo.samples['x']['own']}/"
    director.open(entrant)
    director.press("Make a link for %(name)s", name=hall.demo.guest.name)
    address = director.page.locator("code.address").inner_text()
    expect(director.page.locator(".link-card svg")).to_be_visible()
    assert faults_of(director) == []
    director.open(entrant)
    expect(director.page.get_by_text(address)).to_have_count(0)


def test_a_list_is_checked_before_it_is_imported(director: Person, hall: Hall) -> None:
    """Each row says what becomes of it, and nothing is stored yet."""
    event = hall.demo.samples["e"]["to come"]
    director.open(f"/desk/e/{event}/entrants/import/")
    director.field("Or paste the rows").fill(
        "name;club;country\nLéon Abgrall;Lyon;FR\n;Lyon;FR\nEva Roth;;XYZ\nLéon Abgrall;Lyon;FR\n"
    )
    director.press("Check the list")
    director.sees("Nothing is stored yet.")
    expect(director.page.locator("tr.is-out")).to_have_count(2)
    assert faults_of(director) == []
    director.open(f"/e/{event}/entrants/")
    expect(director.page.get_by_text("Léon Abgrall")).to_have_count(0)


def test_a_file_that_is_no_record_is_kept_and_says_why(arrive: Arrival, pair: Pair) -> None:
    """It is stored for the director to look at; the page says that it cannot be read."""
    person = reader(arrive, pair.one, language="fr")
    person.open(f"/m/{pair.match}/records/")
    person.page.locator("input[type=file]").set_input_files(
        {"name": "notes.mat", "mimeType": "text/plain", "buffer": b"Shopping: milk, eggs"}
    )
    person.press("Upload and check")
    person.sees("This file could not be read as a record of a match. It is kept for the director to look at.")
    assert faults_of(person) == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_address_that_leads_nowhere_says_so(arrive: Arrival, language: str) -> None:
    """A page in the reader's language with a way on, not a bare error."""
    person = arrive(language=language)
    bring_axe(person)
    with person.is_refused():
        answer = person.page.goto("/t/nothing-is-here/")
        person.heads("There is nothing here")
    assert answer is not None
    assert answer.status == 404
    assert faults_of(person) == []


def test_a_page_for_others_says_so(arrive: Arrival, hall: Hall) -> None:
    """A player with an account is told that the desk is not theirs; a stranger is asked to sign in."""
    person = arrive(language="fr")
    bring_axe(person)
    desk = f"/desk/t/{hall.demo.samples['t']['']}/"
    person.open(desk)
    person.heads("Sign in")
    person.sign_up("Yann Le Goff", email="yann@example.org", password="gammon-and-cube")
    with person.is_refused():
        answer = person.page.goto(desk)
    assert answer is not None
    assert answer.status == 403
    assert faults_of(person) == []


def test_a_draw_is_revealed_by_hand(arrive: Arrival, hall: Hall) -> None:
    """It waits, reveals one pairing at a time, knows where it was after a reload, and ends with the seed."""
    person = arrive(size=(1920, 1080), language="fr")
    bring_axe(person)
    person.open(f"/s/{hall.demo.samples['s']['running']}/ceremony/")
    lines = person.page.locator(".reveal > li:visible")
    seed = person.page.locator(".ceremony-closing code").first
    expect(lines).to_have_count(0)
    assert faults_of(person) == []
    person.press("Reveal the first pairing")
    person.page.keyboard.press("Space")
    expect(lines).to_have_count(2)
    expect(seed).to_be_hidden()
    assert faults_of(person) == []
    person.page.reload()
    expect(lines).to_have_count(2)
    person.page.keyboard.press("End")
    expect(seed).to_be_visible()
    assert faults_of(person) == []


def test_the_space_bar_reveals_the_next_pairing_before_the_first_button_is_gone(
    arrive: Arrival, hall: Hall
) -> None:
    """A button that was pressed and hidden has the focus until the next frame, which is late on a busy machine."""
    person = arrive()
    person.open(f"/s/{hall.demo.samples['s']['running']}/ceremony/")
    person.button("Reveal the first pairing").evaluate(
        """button => {
            button.focus();
            button.click();
            const key = new KeyboardEvent('keydown', {key: ' ', bubbles: true, cancelable: true});
            document.activeElement.dispatchEvent(key);
        }"""
    )
    expect(person.page.locator(".reveal > li:visible")).to_have_count(2)


def _has_refusal(answers: list[Response]) -> bool:
    """Whether a whole page that refuses is among the answers."""
    return any(answer.status == 422 and answer.request.is_navigation_request() for answer in answers)


def _is_sum(answer: Response) -> bool:
    """Whether the service answers with the sum of a sheet."""
    return answer.url.endswith("/scoresheet/") and answer.request.method == "POST" and answer.status == 200
