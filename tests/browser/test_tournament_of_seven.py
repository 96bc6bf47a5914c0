"""A tournament of seven in a real browser, in French: a bye, a late entry, a dispute with its ruling, a record."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, expect

from tests.browser.conftest import Arrival
from tests.browser.desk import Desk
from tests.browser.hall import Hall
from tests.browser.people import PHONE, Person

# Its side one, called gnubg in the file, wins 12-2, which counts 7-2.
RECORD = Path(__file__).parent.parent / "data" / "records" / "gnubg" / "m004_07pt_s1004_n0.0.mat"
_LANGUAGE = "fr"
_ONLINE = ("Solène Kermarrec", "Gaspard Lhermitte")
_BY_LINK = "Ysaline Prigent"
_AT_THE_DESK = ("Maëlle Quiniou", "Firmin Trédaniel", "Oscarine Belvaux")
_LATE = "Zénaïde Tardivel"


@pytest.mark.long_only
def test_seven_play_from_registration_to_champion(arrive: Arrival, hall: Hall) -> None:
    day = Day(arrive)
    day.open(hall)
    day.register()
    day.draw_with_two_byes_and_fill_one_late()
    first, second, third = day.desk.first_round()
    day.loser_reports(first)
    day.sides_differ_and_the_director_rules(second)
    day.record_is_checked_against_the_report(third)
    day.play_to_the_end()


class Day:
    """The day of the tournament."""

    def __init__(self, arrive: Arrival) -> None:
        self.arrive = arrive
        self.desk = Desk(arrive(language=_LANGUAGE))
        self.phones: dict[str, Person] = {}

    def open(self, hall: Hall) -> None:
        """The director opens the event."""
        self.desk.director.sign_in(email=hall.demo.email, password=hall.demo.password)
        self.desk.open_event("Coupe des Sept", lengths="7")

    def register(self) -> None:
        """Two register with accounts, one by a private link, three walk in."""
        for number, name in enumerate(_ONLINE):
            person = self.phones[name] = self.arrive(size=PHONE, language=_LANGUAGE)
            person.sign_up(name, email=f"seven{number}@example.org", password="gammon-and-cube")
            person.open(f"/e/{self.desk.event}/")
            person.follow("Register")
            person.press("Register")
            person.sees("You are registered.")
        guest = self.arrive(size=PHONE, language=_LANGUAGE)
        guest.open(self.desk.registration_link())
        guest.fill("Your name", _BY_LINK)
        guest.page.locator("#id_agrees").check()
        guest.press("Register")
        guest.sees("You are registered.")
        for name in _AT_THE_DESK:
            self.desk.walk_in(f"{name}, Tric-Trac, FR")
        self.desk.check_everybody_in()

    def draw_with_two_byes_and_fill_one_late(self) -> None:
        """Six on eight lines leave two byes; who comes late takes one of them."""
        self.desk.draw()
        assert len(self.desk.first_round()) == 2
        self.desk.walk_in(_LATE)
        self.desk.director.sees("late entry")
        assert len(self.desk.first_round()) == 3

    def phone_of(self, name: str) -> Person:
        """The player's phone, with the account or with a private link from the desk."""
        if name not in self.phones:
            self.phones[name] = self.arrive(size=PHONE, language=_LANGUAGE)
            self.phones[name].open(self.desk.player_link(name))
        return self.phones[name]

    def report(self, by: str, *, winner: str, points: int) -> Person:
        """A player reports with two taps."""
        person = self.phone_of(by)
        person.open("/me/")
        person.follow("I won" if winner == by else "I lost")
        person.page.locator(f"button[name=loser_points][value='{points}']").click()
        return person

    def loser_reports(self, match: tuple[str, str]) -> None:
        """Who lost says so: final at once."""
        loser = self.report(match[1], winner=match[0], points=3)
        loser.sees("Thank you. The result is final.")

    def sides_differ_and_the_director_rules(self, match: tuple[str, str]) -> None:
        """The winner reports, the other objects, the director decides; the winner is told."""
        one, two = match
        waiting = self.report(one, winner=one, points=5)
        waiting.sees("Waiting for your opponent")
        objecting = self.phone_of(two)
        objecting.open("/me/")
        objecting.follow("No, it is wrong")
        objecting.fill("What is wrong with it?", "7–6")
        objecting.press("Ask the director to decide")
        objecting.sees("The director is told, and so is your opponent.")
        self.desk.rule(one, 6, reason="The slip says 7–6.")
        waiting.open("/me/notices/")
        waiting.reads("7–6")

    def record_is_checked_against_the_report(self, match: tuple[str, str]) -> None:
        """The loser reports; the record of the match agrees, and is replayed with the arrow keys."""
        winner, loser = match
        person = self.report(loser, winner=winner, points=2)
        person.sees("Thank you. The result is final.")
        person.follow("Add a game record")
        data = RECORD.read_bytes().replace(b"gnubg", winner.encode()).replace(b"root", loser.encode())
        file = FilePayload(name="match.mat", mimeType="text/plain", buffer=data)
        person.page.locator("input[type=file]").set_input_files(files=[file])
        person.press("Upload and check")
        person.sees("Complete, and every play follows the rules.")
        person.sees("The record agrees with the report and can stand as its evidence.")
        person.follow("Replay game %(number)s", number=1)
        caption = person.page.locator(".replay-caption")
        person.sees("The board at the start.")
        person.page.keyboard.press("ArrowRight")
        expect(caption).to_contain_text("1/")
        person.page.keyboard.press("ArrowRight")
        expect(caption).to_contain_text("2/")
        person.page.keyboard.press("ArrowLeft")
        expect(caption).to_contain_text("1/")

    def play_to_the_end(self) -> None:
        """The director enters the other rounds from the keyboard, and everybody sees the champion."""
        for one, _two in self.desk.open_matches(2):
            self.desk.enter_result(one, 4)
        ((champion, _second),) = self.desk.open_matches(1)
        self.desk.enter_result(champion, 6)
        spectator = self.arrive(language=_LANGUAGE)
        spectator.open(f"/s/{self.desk.stage}/bracket/")
        spectator.sees("<strong>%(name)s</strong> is the champion.", name=champion)
