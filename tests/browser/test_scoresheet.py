"""The scoresheet on a phone: no tap is lost on a slow network or without one, and the report is what was tapped."""

from __future__ import annotations

import random
import re
from dataclasses import asdict, dataclass, field
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from rules.game import Ended, GameScore, Result
from rules.match import Side
from rules.scoresheet import Conditions, LengthChange, Penalty, tally
from tests.browser.conftest import Arrival
from tests.browser.hall import Guest, Hall, Pair
from tests.browser.people import PHONE, Person
from tests.effort import is_long
from tests.js.join import MODULES

_LENGTH = 7
_LATENCIES = (0, 400, 1500)
_PAUSES = (40, 200, 600, 1500)
_TOGETHER = len(_LATENCIES) * len(_PAUSES)
_SHEETS = 200 if is_long() else _TOGETHER
_KEPT = "Kept on this phone, not sent yet."
_FIELDS = ("winner", "result", "cube", "ended")

Row = tuple[str, str, str, str]


def sheet_of(chance: random.Random) -> list[Row]:
    """The games of a match to 7 that side one has won, with nothing that the rules refuse."""
    while True:
        games: list[GameScore] = []
        while tally(Conditions(_LENGTH), games=games).winner is None:
            ending = chance.choice((Ended.BORNE_OFF, Ended.BORNE_OFF, Ended.RESIGNED, Ended.DROP))
            result = Result.SINGLE if ending is Ended.DROP else chance.choice(list(Result))
            games.append(GameScore(chance.choice(list(Side)), result, chance.choice((1, 2, 2, 4)), ending))
        sheet = tally(Conditions(_LENGTH), games=games)
        if sheet.is_accepted and sheet.winner is Side.ONE:
            return [(game.winner, game.result, str(game.cube), game.ended) for game in games]


def score_of(rows: list[Row]) -> str:
    """The score of a sheet as its head shows it."""
    games = [GameScore(Side(one), Result(two), int(cube), Ended(end)) for one, two, cube, end in rows]
    return "–".join(str(points) for points in tally(Conditions(_LENGTH), games=games).score)


def line_of(page: Page, number: int) -> Locator:
    """One line of the sheet, unfolded."""
    line = page.locator(f"#game-{number}")
    if line.get_attribute("open") is None:
        line.locator("summary").click()
    return line


def tap(page: Page, number: int, name: str, value: str) -> None:
    """Choose the value of one field of one line, as a finger does."""
    if name in ("winner", "result"):
        line_of(page, number).locator(f"label:has([name$='-{name}'][value='{value}'])").click()
    else:
        line_of(page, number).locator(f"select[name$='-{name}']").select_option(value)


def rows_on(page: Page) -> list[Row]:
    """The games that stand on the sheet; a line that nobody has touched is none."""
    lines = page.locator("#sheet .game").evaluate_all(
        """lines => lines.map((line) => {
            const of = (name) => line.querySelector(`input[name$='-${name}']:checked, select[name$='-${name}']`)?.value ?? "";
            return ["winner", "result", "cube", "ended"].map(of);
        })"""
    )
    return [_row(line) for line in lines if line[0]]


def _row(values: list[str]) -> Row:
    winner, result, cube, ending = values
    return winner, result, cube, ending


def games_in_api(person: Person, match: str) -> list[Row]:
    """The games of the newest report, as the service tells them."""
    answer = person.context.request.get(f"/api/v1/matches/{match}/reports/").json()
    newest = max(answer["results"] if isinstance(answer, dict) else answer, key=lambda report: report["at"])
    return [_row([str(game[name]) for name in _FIELDS]) for game in newest["games"]]


@dataclass(slots=True)
class Finger:
    """One phone of many: its sheet, how fast it taps, and how slow its network is."""

    person: Person
    match: str
    rows: list[Row]
    pause: float
    latency: int
    taps: list[tuple[int, str, str]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    due: float = 0.0

    def open(self) -> None:
        """Open the sheet, and then let the network be slow; the order of taps is that of play."""
        self.person.open(f"/m/{self.match}/scoresheet/")
        line = self.person.context.new_cdp_session(self.person.page)
        line.send("Network.enable")
        speed = {"downloadThroughput": -1, "uploadThroughput": -1}
        line.send("Network.emulateNetworkConditions", {"offline": False, "latency": self.latency, **speed})
        page = self.person.page
        # A sheet that has been sent is gone on with: what is too much is taken out, and every field is tapped anew.
        before = rows_on(page)
        for _game in before[len(self.rows) :]:
            line_of(page, 1).locator("[data-remove]").click()
        untouched = ("", "single", "1", "borne_off")
        for number, row in enumerate(self.rows, 1):
            stood = untouched if number > len(before) else (None,) * len(_FIELDS)
            fields = zip(_FIELDS, row, stood, strict=True)
            self.taps += [(number, name, value) for name, value, old in fields if value != old]

    def tap(self) -> None:
        """The next tap, where its time has come."""
        number, name, value = self.taps.pop(0)
        self.due = monotonic() + self.pause / 1000
        tap(self.person.page, number, name, value)

    def look(self, when: str) -> None:
        """Note where the sheet is not what was tapped."""
        self.compare(rows_on(self.person.page), when)

    def compare(self, rows: list[Row], when: str) -> None:
        """Note these rows where they are not what was tapped."""
        if rows != self.rows:
            self.wrong.append(
                f"{self.latency} ms, a tap every {self.pause} ms, {when}: {rows} for {self.rows}"
            )

    def settle(self) -> None:
        """Wait for the service's sum, and load the page anew."""
        page = self.person.page
        expect(page.locator(".sheet-score strong")).to_have_text(score_of(self.rows))
        expect(page.locator("[data-kept]")).to_contain_text(_KEPT)
        self.look("settled")
        page.evaluate("document.querySelector('#sheet').id = 'old'; location.reload()")

    def send(self) -> None:
        """Look at the sheet after the reload, and send it."""
        expect(self.person.page.locator("#sheet [data-kept]")).to_contain_text(_KEPT)
        self.look("after a reload")
        self.person.press("Send the report")

    def arrive(self) -> None:
        """Look at the report as the service has it."""
        self.person.sees("Waiting for your opponent")
        self.compare(games_in_api(self.person, self.match), "in the API")


def play(fingers: list[Finger]) -> None:
    """Everybody taps at their own pace, each as if alone, and then loads the page anew and sends."""
    for finger in fingers:
        finger.open()
    while waiting := [finger for finger in fingers if finger.taps]:
        finger = min(waiting, key=lambda one: one.due)
        rest = finger.due - monotonic()
        if rest > 0:
            finger.person.page.wait_for_timeout(1000 * rest)
        finger.tap()
    for finger in fingers:
        finger.look("at once")
    # Each step is begun on all phones before the next one waits, so that nobody waits for the slowest alone.
    for step in (Finger.settle, Finger.send, Finger.arrive):
        for finger in fingers:
            step(finger)


def with_link(arrive: Arrival, guest: Guest) -> Person:
    """A guest on a phone who has come by the private link."""
    person = arrive(size=PHONE)
    person.open(guest.link)
    return person


@pytest.fixture(scope="module")
def pairs(hall: Hall) -> list[Pair]:
    """A match for each speed of network and finger; later rounds go on with the sheets that the first one sent."""
    return [hall.pairs.pop() for _phone in range(_TOGETHER)]


@pytest.mark.long_only
@pytest.mark.parametrize("start", range(0, _SHEETS, _TOGETHER))
def test_no_sheet_differs_from_what_was_tapped(arrive: Arrival, pairs: list[Pair], start: int) -> None:
    """On networks from quick to 1,500 ms, with taps from 40 to 1,500 ms apart, every report is what was tapped."""
    chance = random.Random(start)
    speeds = [(latency, pause) for latency in _LATENCIES for pause in _PAUSES][: _SHEETS - start]
    fingers = [
        Finger(with_link(arrive, pair.one), pair.match, sheet_of(chance), pause, latency)
        for pair, (latency, pause) in zip(pairs, speeds, strict=False)
    ]
    play(fingers)
    assert [words for finger in fingers for words in finger.wrong] == []


def test_network_is_cut_between_two_games(arrive: Arrival, pair: Pair) -> None:
    """The next game is added, tapped, found again after a reload and gone on with, all without a network; then it is sent."""
    rows: list[Row] = [
        ("one", "gammon", "1", "borne_off"),
        ("two", "single", "2", "drop"),
        ("one", "gammon", "2", "borne_off"),
        ("one", "single", "1", "resigned"),
    ]
    person = with_link(arrive, pair.one)
    person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    person.open(f"/m/{pair.match}/scoresheet/")
    fill_in(person.page, rows[:1])
    with person.without_network():
        fill_in(person.page, rows[1:2], first=2)
        expect(person.page.locator("[data-kept]")).to_contain_text("the score is not checked yet")
        expect(person.page.locator(".sheet-score strong")).to_have_text("2–2")
        person.page.goto(f"/m/{pair.match}/scoresheet/")
        person.reads("What you tap is kept on this phone")
        assert rows_on(person.page) == rows[:2]
        person.reads(pair.two.name)
        person.press("Add a game")
        person.page.locator("#game-4 [data-remove]").click()
        fill_in(person.page, rows[2:3], first=3)
        expect(person.page.locator("#game-4")).to_contain_text("Crawford: no cube")
        assert person.page.locator("#game-4 select[name$='-cube'] option").all_inner_texts() == ["1"]
        fill_in(person.page, rows[3:], first=4)
        person.press("Send the report")
        person.reads(f"Not sent yet, kept on this phone: {pair.one.name} 7–2 {pair.two.name}")
    person.reads(f"Sent: {pair.one.name} 7–2 {pair.two.name}.")
    assert games_in_api(person, pair.match) == rows
    person.open(f"/m/{pair.match}/scoresheet/")
    assert rows_on(person.page) == rows
    expect(person.page.locator("[data-kept]")).to_have_text("")


def _let_it_be_checked(page: Page) -> None:
    """Wait for the answer that a sheet waits for: a page that is left cuts its request off."""
    page.wait_for_load_state("networkidle")


def test_draft_is_its_players_and_its_matchs_alone(arrive: Arrival, hall: Hall) -> None:
    """Two pages of one phone show the same draft, another match and another player on the phone do not."""
    pair, other = hall.pairs.pop(), hall.pairs.pop()
    rows: list[Row] = [("two", "gammon", "2", "borne_off"), ("one", "backgammon", "1", "resigned")]
    person = with_link(arrive, pair.one)
    sheet = f"/m/{pair.match}/scoresheet/"
    person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    person.open(sheet)
    second = person.context.new_page()
    second.goto(sheet)
    fill_in(person.page, rows[:1])
    expect(second.locator("[data-kept]")).to_contain_text(_KEPT)
    fill_in(second, rows[1:], first=2)
    expect(person.page.locator("#game-2")).to_contain_text("backgammon, resigned")
    assert rows_on(person.page) == rows_on(second) == rows
    for page in (person.page, second):
        _let_it_be_checked(page)
    second.close()
    person.open(pair.two.link)
    person.open(sheet)
    expect(person.page.locator("#sheet")).to_have_attribute("data-ready", "1")
    assert rows_on(person.page) == []
    _let_it_be_checked(person.page)
    with person.without_network():
        person.page.goto(sheet)
        person.reads("What you tap is kept on this phone")
        assert rows_on(person.page) == []
    expect(person.page.locator("form[data-to]")).to_be_visible()
    _let_it_be_checked(person.page)
    person.open(other.one.link)
    person.open(f"/m/{other.match}/scoresheet/")
    expect(person.page.locator("#sheet")).to_have_attribute("data-ready", "1")
    assert rows_on(person.page) == []
    _let_it_be_checked(person.page)
    person.open(pair.one.link)
    person.open(sheet)
    expect(person.page.locator("[data-kept]")).to_contain_text(_KEPT)
    assert rows_on(person.page) == rows
    _let_it_be_checked(person.page)


def test_report_of_the_opponent_meanwhile_keeps_the_draft(arrive: Arrival, pair: Pair) -> None:
    """The other result is shown, the games stay on the phone until one insists, and then the draft is gone."""
    rows: list[Row] = [("one", "backgammon", "4", "borne_off")]
    one, two = with_link(arrive, pair.one), with_link(arrive, pair.two)
    one.open(f"/m/{pair.match}/scoresheet/")
    fill_in(one.page, rows)
    two.open(f"/m/{pair.match}/report/?winner=two")
    two.page.get_by_role("button", name=re.compile(r"7–\s*6$")).click()
    two.sees("Waiting for your opponent")
    with one.is_refused():
        one.press("Send the report")
        one.heads("You do not say the same")
        one.reads("Your games are kept on this phone")
    one.follow("back to the scoresheet")
    expect(one.page.locator("[data-kept]")).to_contain_text(_KEPT)
    assert rows_on(one.page) == rows
    with one.is_refused():
        one.press("Send the report")
        one.heads("You do not say the same")
    one.press("I insist: ask the director")
    one.sees("Your report is kept. The two of you differ, so the director decides.")
    assert games_in_api(one, pair.match) == rows
    expect(one.page.locator("[data-draft-sent]")).to_be_visible()
    drafts = one.page.wait_for_function(
        """() => new Promise((done) => {
            indexedDB.open("videau").onsuccess = ({ target }) => {
                const all = target.result.transaction("drafts").objectStore("drafts").getAll();
                all.onsuccess = () => { target.result.close(); done(all.result.length === 0); };
            };
        })"""
    )
    assert drafts.json_value() is True


def test_phone_and_service_add_up_the_same(arrive: Arrival, pair: Pair) -> None:
    """Scores, Crawford games and the end of the match are those of the service, with penalties and changed lengths too."""
    chance = random.Random(7)
    cases = [_case(chance) for _case_number in range(400)]
    person = with_link(arrive, pair.one)
    person.open(f"/m/{pair.match}/scoresheet/")
    arguments = [
        {"conditions": asdict(under), "games": [asdict(game) for game in games]} for under, games in cases
    ]
    module = (MODULES / "tally.js").read_text().replace("export const", "const")
    sums = person.page.evaluate(
        f"cases => {{ {module} return cases.map(({{ conditions, games }}) => tally(conditions, games)); }}",
        arguments,
    )
    for (under, games), here in zip(cases, sums, strict=True):
        there = tally(under, games=games)
        assert tuple(here["score"]) == there.score, (under, games)
        assert here["length"] == there.length, (under, games)
        assert here["isOver"] is (there.winner is not None), (under, games)
        assert here["next"]["isCrawford"] is there.next_is_crawford, (under, games)
        lines = [(tuple(line["before"]), tuple(line["after"]), line["isCrawford"]) for line in here["lines"]]
        assert lines == [(line.before, line.after, line.is_crawford) for line in there.lines], (under, games)


def _case(chance: random.Random) -> tuple[Conditions, list[GameScore]]:
    """A sheet under any conditions that a director can set, with as many games as it likes."""
    length = chance.choice((1, 3, 5, 7, 9, 11))
    games: list[Any] = [
        GameScore(
            chance.choice(list(Side)),
            chance.choice(list(Result)),
            chance.choice((1, 1, 1, 2, 4)),
            Ended.BORNE_OFF,
        )
        for _number in range(chance.randrange(9))
    ]
    penalties = [
        Penalty(chance.randrange(5), chance.choice(list(Side)), chance.choice((1, 1, 2)))
        for _number in range(chance.choice((0, 0, 1, 2)))
    ]
    changes = (
        [LengthChange(chance.randrange(5), chance.choice((3, 5, 7, 9)))] if chance.random() < 0.3 else []
    )
    start = (chance.randrange(length), chance.randrange(length)) if chance.random() < 0.3 else (0, 0)
    return Conditions(length, start, tuple(penalties), tuple(changes)), games


def fill_in(page: Page, rows: list[Row], first: int = 1) -> None:
    """Tap these games in, from one line on."""
    for number, row in enumerate(rows, first):
        for name, value in zip(_FIELDS, row, strict=True):
            tap(page, number, name, value)
