"""What a director does at the desk, page by page."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.people import Person

FIELD = re.compile(r"/desk/([a-z])/(\w+)/")


class Desk:
    """A director who runs one event from the laptop."""

    def __init__(self, director: Person) -> None:
        self.director = director
        self.tournament = self.event = self.stage = ""

    def open_event(self, name: str, *, lengths: str) -> None:
        """Open a tournament with one event in which players register themselves, and let everybody see it."""
        her = self.director
        her.open("/desk/new/")
        her.fill("Name", name)
        her.press("Open the tournament")
        her.heads("New event")
        self.tournament = self.page_uid()
        her.page.locator("details.card > summary").last.click()
        # The words of some formats hold that of the label.
        her.page.locator("#id_name").fill("Open")
        her.field("Match lengths, the last round first").fill(lengths)
        her.page.locator("input[name=registration][value=open]").check()
        her.button("Add the event").first.click()
        her.page.wait_for_url("**/entrants/")
        self.event = self.page_uid()
        her.open(f"/desk/t/{self.tournament}/")
        her.press("Publish it")
        her.sees("%(name)s is public now.", name=name)

    def begin_with(self, template: str, name: str) -> None:
        """Open a tournament with one event made from a template, and let everybody see it."""
        her = self.director
        her.open("/desk/new/")
        her.fill("Name", name)
        her.press("Open the tournament")
        her.heads("New event")
        self.tournament = self.page_uid()
        her.page.locator(f"button[name=template][value={template}]").click()
        her.page.locator("#id_name").fill(name)
        her.button("Add the event").first.click()
        her.page.wait_for_url("**/entrants/")
        self.event = self.page_uid()
        her.open(f"/desk/t/{self.tournament}/")
        her.press("Publish it")
        her.sees("%(name)s is public now.", name=name)

    def add_event(self, template: str, name: str) -> str:
        """Add an event from a template to the tournament, in which players register themselves; answers its uid."""
        her = self.director
        her.open(f"/desk/t/{self.tournament}/new-event/")
        her.page.locator(f"button[name=template][value={template}]").click()
        her.page.locator("#id_name").fill(name)
        her.page.locator("input[name=registration][value=open]").check()
        her.button("Add the event").first.click()
        her.page.wait_for_url("**/entrants/")
        return self.page_uid()

    def import_list(self, lines: list[str]) -> None:
        """Paste a list of players, check it and enter them."""
        her = self.director
        her.open(f"/desk/e/{self.event}/entrants/")
        her.follow("Import a list")
        her.page.locator("textarea#list").fill("\n".join(["name;club;country", *lines]))
        her.press("Check the list")
        her.page.locator("button[name=do][value=import]").click()
        her.page.wait_for_url("**/entrants/")

    def check_everybody_in_at_once(self) -> None:
        """Check in everybody with one button."""
        self.director.open(f"/desk/e/{self.event}/entrants/")
        self.director.press("Check everybody in")
        expect(self.director.page.locator("#entrant-list button[aria-pressed=false]")).to_have_count(0)

    def withdraw(self, name: str, *, reason: str) -> None:
        """Let somebody leave the event after the draw."""
        her = self.director
        her.open(f"/desk/e/{self.event}/entrants/")
        her.page.locator("#entrant-list").get_by_role("link", name=name, exact=True).click()
        her.page.locator("#reason").fill(reason)
        her.page.locator("form:has(#reason) button").click()
        follows = her.page.locator("form:has(input[name=foreseen]) button")
        expect(follows.or_(her.page.locator("#entrant-list"))).to_be_visible()
        if follows.count():
            follows.click()
        her.page.wait_for_url("**/entrants/**")

    def registration_link(self) -> str:
        """Make a link to register with, and answer its path."""
        her = self.director
        her.open(f"/desk/e/{self.event}/links/")
        her.press("Make a link")
        return self._link_of_page()

    def player_link(self, name: str) -> str:
        """Make a private link for a player of the event, and answer its path."""
        her = self.director
        her.open(f"/desk/e/{self.event}/entrants/")
        her.page.get_by_role("link", name=name, exact=True).click()
        her.press("Make a link for %(name)s", name=name)
        return self._link_of_page()

    def walk_in(self, line: str) -> None:
        """Enter somebody new in one line."""
        name = line.partition(",")[0]
        self.director.open(f"/desk/e/{self.event}/entrants/")
        self._type("Find or enter a player", line, first=name)
        row = self.director.page.locator("#entrant-list").filter(has_text=name)
        # After the draw the page says first what follows.
        follows = self.director.page.locator("form:has(input[name=foreseen]) button")
        expect(follows.or_(row)).to_be_visible()
        if follows.count():
            follows.click()
        expect(row).to_be_visible()

    def check_everybody_in(self) -> None:
        """Check in whoever has not been."""
        her = self.director
        her.open(f"/desk/e/{self.event}/entrants/")
        missing = her.page.locator("#entrant-list button[aria-pressed=false]")
        for number in range(missing.count(), 0, -1):
            missing.first.click()
            expect(missing).to_have_count(number - 1)

    def draw(self) -> None:
        """Make the draw."""
        her = self.director
        her.open(f"/desk/e/{self.event}/")
        her.follow("To the draw")
        self.stage = self.page_uid()
        her.press("Make the draw")
        her.sees("The draw is made.")

    def enter_result(self, winner: str, points: int) -> None:
        """Enter a result in one line: the winner's name and the loser's points."""
        her = self.director
        her.open(f"/desk/e/{self.event}/")
        her.field("Enter a result").fill(f"{winner} {points}")
        if her.with_javascript:
            expect(her.page.locator("button.answer.is-default")).to_contain_text(winner)
        her.field("Enter a result").press("Enter")
        expect(self.director.page.locator("[role=status]").filter(has_text=winner).first).to_be_visible()

    def _type(self, box: str, line: str, *, first: str) -> None:
        """Type into the box of a page, see this as the first answer, and press Enter; without JavaScript twice."""
        her = self.director
        her.field(box).fill(line)
        if not her.with_javascript:
            her.field(box).press("Enter")
        expect(her.page.locator("button.answer.is-default")).to_contain_text(first)
        her.field(box).press("Enter")

    def rule(self, winner: str, points: int, *, reason: str) -> None:
        """Decide the only open dispute."""
        her = self.director
        her.open(f"/desk/e/{self.event}/")
        her.page.locator(".lane-stop li a.danger").first.click()
        self.types_ruling(her, winner, points, reason=reason)
        her.press("Give this ruling")

    def types_ruling(self, director: Person, winner: str, points: int, *, reason: str) -> None:
        """Fill in the result that a director, or a committee, decides on; it is not sent yet."""
        director.choose("Another score")
        director.page.get_by_role("radio", name=winner, exact=True).check()
        director.fill("Points of the loser", str(points))
        director.page.locator("textarea[name$=reason]").fill(reason)

    def first_round(self) -> list[tuple[str, str]]:
        """The matches of the first round by the names of their sides."""
        self.director.open(f"/s/{self.stage}/bracket/")
        boxes = self.director.page.locator(".round:first-child .slot:not(.is-bye) .slot-box[href]").all()
        names = [box.locator(".slot-name").all_inner_texts() for box in boxes]
        return [(one.strip(), two.strip()) for one, two in names]

    def open_matches(self, count: int) -> list[tuple[str, str]]:
        """Wait until so many matches can be played; the names of their sides."""
        self.director.open(f"/desk/e/{self.event}/")
        lines = self.director.page.locator("#board [data-row] a[data-key=o]")
        expect(lines).to_have_count(count)
        return [
            (one, two)
            for one, two in (re.split(r" – |\n+", line.strip()) for line in lines.all_inner_texts())
        ]

    def pair_two_by_hand(self, stage: str, *, reason: str) -> None:
        """Let two meet in the first round of a stage: drag one onto the other, say why, and press Enter."""
        her = self.director
        her.open(f"/desk/s/{stage}/by-hand/?round=1")
        chips = her.page.locator("[data-hand] li:not(.has-begun) [data-hand-chip]")
        one, two = chips.nth(0), chips.nth(3)
        names = {chip.inner_text().split("\n")[0].strip() for chip in (one, two)}
        one.drag_to(two)
        her.page.wait_for_url("**second=*")
        her.page.locator("#reason").fill(reason)
        her.page.locator("#reason").press("Enter")
        her.sees("Paired by hand.")
        row = her.page.locator("[data-hand] li", has_text=her.words("by hand", context="a pairing"))
        assert {chip.split("\n")[0].strip() for chip in row.locator("a.chip").all_inner_texts()} == names

    def page_uid(self) -> str:
        """The uid in the address of the page of the desk that is open."""
        match = FIELD.search(urlsplit(self.director.page.url).path)
        assert match is not None, self.director.page.url
        return match[2]

    def _link_of_page(self) -> str:
        address = self.director.page.locator("code.address").inner_text()
        return urlsplit(address).path


def play_round_of_night(director: Person, names: list[str]) -> None:
    """Start a club night with these names, and enter its first round at the board of the event."""
    director.open("/desk/night/")
    director.page.locator("#id_names").fill("\n".join(names))
    director.page.locator(".night-lengths label:has([value='5'])").click()
    director.page.locator("main form button[type=submit]").click()
    director.page.wait_for_url("**/desk/e/*/night/")
    director.open(urlsplit(director.page.url).path.removesuffix("night/"))
    pairs = director.page.locator("#board [data-row] a[data-key=o]")
    expect(pairs).to_have_count(len(names) // 2)
    for number, line in enumerate(pairs.all_inner_texts()):
        winner = re.split(r" – |\n+", line.strip())[number % 2]
        director.page.locator("#q").fill(f"{winner} {number}")
        expect(director.page.locator("button.answer.is-default")).to_contain_text(winner)
        director.page.locator("#q").press("Enter")
        expect(director.page.locator("#control [role=status]").first).to_contain_text(winner)
    expect(director.page.locator("#results li")).to_have_count(len(names) // 2)
