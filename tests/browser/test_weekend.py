"""A weekend of three events and 48 players, run by two directors, sixty phones and a screen in the hall, without a hand from outside."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrival
from tests.browser.desk import Desk, play_round_of_night
from tests.browser.hall import Hall
from tests.browser.people import PHONE, Person
from tests.browser.pockets import Crowd, Pocket, Score, Tally
from tests.factories import names
from tests.faults.service import Service, wait_until

# The first round of the main event, and of no other.
_LENGTH = 9
_SCREEN = (1920, 1080)
_PLAYERS = names(45)
_BY_LIST = ("Ottoline Wrexham", "Peregrine Yates")
_LATE = "Quintus Zabriskie"
_LATE_IN_LIVES = "Rosalind Urquhart"
_CLUB = [f"{name} Nuit" for name in ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gia", "Hal", "Ivo")]
_PASSWORD = "gammon-and-cube"


# A whole weekend may take longer than a single promise where the machine has other things to do.
@pytest.mark.timeout(900)
@pytest.mark.long_only
def test_a_weekend_from_the_first_page_to_the_prizes(
    arrive: Arrival, hall: Hall, service: Service, base: str
) -> None:
    weekend = Weekend(arrive, service, base)
    weekend.opens(hall)
    weekend.registers()
    weekend.draws()
    weekend.takes_a_late_entry_and_lets_one_go()
    weekend.takes_a_late_entry_and_lets_one_go_in_the_lives()
    weekend.pairs_by_hand()
    weekend.starts_a_club_night()
    weekend.prints()
    weekend.keeps_a_report_without_network()
    weekend.rules_on_a_dispute()
    weekend.hears_an_appeal()
    weekend.meets_at_the_same_match()
    weekend.corrects_a_result()
    weekend.suspends_a_match()
    weekend.plays()
    weekend.goes_on_with_the_suspended_match()
    weekend.plays()
    weekend.finds_a_wrong_winner()
    weekend.plays()
    weekend.ends()
    weekend.closes()


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match of the first round that the story tells; `one` and `two` are its sides as every page has them."""

    uid: str
    one: str
    two: str
    length: int

    def score_for(self, name: str, points: int) -> Score:
        """The result when this side wins and the other has so many points."""
        points_won, points_lost = self.length, points
        return Score(
            self.one, self.two, (points_won, points_lost) if name == self.one else (points_lost, points_won)
        )


class Weekend:
    """The weekend, step by step; `tally` is what the test knows of every result by itself."""

    def __init__(self, arrive: Arrival, service: Service, base: str) -> None:
        self.arrive, self.service, self.base = arrive, service, base
        self.ada, self.bo = arrive(), arrive(language="fr")
        self.screen = arrive(size=_SCREEN)
        self.desk = Desk(self.ada)
        self.lives = self.jackpot = ""
        self.pockets: dict[str, Pocket] = {}
        self.tally = Tally(
            strongest_first=[*_PLAYERS[::2], *_BY_LIST, *_PLAYERS[1::2], _LATE, _LATE_IN_LIVES]
        )
        self.first_round: list[tuple[str, str]] = []
        self.suspended = Meeting("", "", "", 0)
        self.set_aside: dict[str, Score] = {}

    # Friday.

    def opens(self, hall: Hall) -> None:
        """Ada opens the tournament with its three events and tables, and invites Bo."""
        self.ada.sign_in(email=hall.demo.email, password=hall.demo.password)
        self.bo.sign_up("Bo Second", email="bo@example.org", password=_PASSWORD)
        self.desk.begin_with("weekend", "Grand Weekend")
        self.lives = self.desk.add_event("lives", "Lives")
        self.jackpot = self.desk.add_event("jackpot", "Jackpot")
        self.ada.open(f"/desk/t/{self.desk.tournament}/people/")
        self.ada.page.locator("[name=kind][value=director]").check()
        self.ada.press("Invite")
        self.bo.accept(self.ada.page.locator("code.address").inner_text())
        self.ada.open(f"/desk/t/{self.desk.tournament}/")
        self.ada.page.locator("input[name=names]").fill("1-20")
        self.ada.press("Add tables")
        self.ada.open(f"/desk/t/{self.desk.tournament}/control/tables/")
        self.ada.press("Give them automatically")
        self.ada.open(f"/desk/e/{self.desk.event}/fees/")
        self.ada.page.fill("#id_amount", "50")
        self.ada.press("Save")
        self.ada.open(f"/desk/e/{self.desk.event}/prizes/")
        self.ada.press("Save")
        self.screen.open(f"/t/{self.desk.tournament}/hall/?views=bracket&seconds=5")

    def registers(self) -> None:
        """The code at the door is scanned 45 times, two come from a list; some play the other events too."""
        link = self.desk.registration_link()
        self.pockets = {name: Pocket(self.base, name) for name in _PLAYERS}
        self.crowd = Crowd(list(self.pockets.values()))
        self.crowd.each(lambda phone: phone.register(link))
        for name in _PLAYERS[:16]:
            self.pockets[name].join(self.lives)
        for name in _PLAYERS[-8:]:
            self.pockets[name].join(self.jackpot)
        self.desk.import_list([f"{name};Tric-Trac;FR" for name in _BY_LIST])
        self.desk.check_everybody_in_at_once()
        for name in _BY_LIST:
            self._brings_phone(name)
        public = [f"/e/{self.desk.event}/", f"/t/{self.desk.tournament}/hall/live/"]
        watching = [(Pocket(self.base, f"Spectator {number}"), public[number % 2]) for number in range(12)]
        self.crowd.watching = watching

    def draws(self) -> None:
        """The main event and the lives are drawn; the jackpot has begun by itself when it was full."""
        main = self.desk.event
        self.desk.event = self.lives
        self.desk.check_everybody_in_at_once()
        self.desk.draw()
        self.desk.event = main
        self.desk.draw()
        self.first_round = self.desk.first_round()
        self.ada.open(f"/desk/e/{self.jackpot}/")
        expect(self.ada.page.locator("#board a[data-key=o]").first).to_be_visible()

    def takes_a_late_entry_and_lets_one_go(self) -> None:
        """A late player gets the bye of another; who is ill leaves, and the opponent goes on."""
        self.desk.walk_in(f"{_LATE}, Lyon, FR")
        self.ada.sees("late entry")
        self._brings_phone(_LATE)
        ill = self._meeting()
        self.desk.withdraw(ill.one, reason="ill")
        assert ill.uid not in self.pockets[ill.two].open_matches()

    def takes_a_late_entry_and_lets_one_go_in_the_lives(self) -> None:
        """A late player plays from the next round on, with a phone; who leaves has no match there any more."""
        main, self.desk.event = self.desk.event, self.lives
        self.desk.walk_in(f"{_LATE_IN_LIVES}, Nancy, FR")
        self._brings_phone(_LATE_IN_LIVES)
        leaving = self.pockets[_PLAYERS[15]]
        before = leaving.open_matches()
        self.desk.withdraw(leaving.name, reason="a train")
        self.desk.event = main
        # The main event goes on for whoever leaves the other one.
        assert len(leaving.open_matches()) == len(before) - 1

    def pairs_by_hand(self) -> None:
        """Ada lets two meet in the first round of the lives, by a drag and Enter; everybody reads the mark."""
        self.desk.pair_two_by_hand(self._stages(self.lives)[0], reason="They share a clock.")
        self._settles()

    def starts_a_club_night(self) -> None:
        """Nine come to the club beside the weekend: names, length, and the first round is entered at its board."""
        play_round_of_night(self.bo, _CLUB)

    def prints(self) -> None:
        """Slips with a code for every open match, the bracket and the lists are printed."""
        papers = {
            "slips": f"/desk/s/{self.desk.stage}/print/slips/",
            "bracket": f"/desk/s/{self.desk.stage}/print/bracket/",
            "pairings": f"/desk/s/{self.desk.stage}/print/pairings/",
            "entrants": f"/desk/e/{self.desk.event}/print/entrants/",
            "tables": f"/desk/t/{self.desk.tournament}/print/tables/",
        }
        for name, address in papers.items():
            self.ada.open(address)
            assert self.ada.page.pdf(prefer_css_page_size=True).startswith(b"%PDF"), name
        self.ada.open(papers["slips"])
        slips = self.ada.page.locator(".slip")
        assert slips.count() >= len(self.first_round) - 1
        assert self.ada.page.locator(".slip-code svg").count() == slips.count()

    # Saturday.

    def keeps_a_report_without_network(self) -> None:
        """A phone loses the Wi-Fi in the cellar: its report waits on it and arrives once."""
        meeting = self._meeting()
        phone = self._chromium(meeting.one)
        phone.open(f"/m/{meeting.uid}/")
        with phone.without_network():
            phone.page.get_by_role("link", name=meeting.two, exact=True).click()
            phone.page.locator("dialog button[name=loser_points][value='4']").click()
            phone.reads("Not sent yet, kept on this phone")
        phone.sees("Thank you. The result is final.")
        self._counts(meeting, meeting.score_for(meeting.two, 4))

    def rules_on_a_dispute(self) -> None:
        """The winner reports, the other objects on the phone, and Ada decides."""
        meeting = self._meeting()
        self._reports(meeting, meeting.one, points=3)
        objecting = self._chromium(meeting.two)
        objecting.open(f"/m/{meeting.uid}/")
        objecting.follow("No, it is wrong")
        objecting.fill("What is wrong with it?", "It was a gammon, so I have 5.")
        objecting.press("Ask the director to decide")
        objecting.sees("The director is told, and so is your opponent.")
        self.desk.rule(meeting.one, 5, reason="Both remember the gammon.")
        self.ada.page.wait_for_url(lambda address: "/desk/d/" not in address)
        self._counts(meeting, meeting.score_for(meeting.one, 5))

    def hears_an_appeal(self) -> None:
        """Both insist, Bo rules, the loser appeals; three players without Bo turn the ruling round."""
        meeting = self._meeting()
        self._reports(meeting, meeting.one, points=2)
        self._reports(meeting, meeting.two, points=6, insist=True)
        loser = self.pockets[meeting.two]
        dispute = loser.linked(f"/m/{meeting.uid}/live/", "d")
        self.bo.open(f"/desk/d/{dispute}/")
        self.desk.types_ruling(self.bo, meeting.one, 2, reason="La feuille dit 2.")
        self.bo.press("Give this ruling")
        self.bo.page.wait_for_url(lambda address: "/desk/d/" not in address)
        loser.open(f"/d/{dispute}/appeal/")
        loser.send(f"/d/{dispute}/appeal/", reason="Nobody has asked the spectators.")
        self.ada.open(f"/desk/d/{dispute}/committee/")
        members = [name for name in _PLAYERS if name not in (meeting.one, meeting.two)][:3]
        for number, name in enumerate(members, start=1):
            self.ada.page.locator(f"#id_member_{number}").select_option(label=name)
        self.ada.press("Name the committee")
        self.ada.sees("The committee is named and told.")
        for name, vote in zip(members, ("overturn", "uphold", "overturn"), strict=True):
            self.pockets[name].open(f"/d/{dispute}/")
            self.pockets[name].send(f"/d/{dispute}/appeal/vote/", vote=vote)
        self._settles()
        self.ada.open(f"/desk/d/{dispute}/decision/")
        self.desk.types_ruling(self.ada, meeting.two, 6, reason="Three spectators saw it.")
        self.ada.press("Write down the decision")
        self._does_all_that_follows()
        self.ada.sees("The decision is kept, and both sides are told.")
        self._counts(meeting, meeting.score_for(meeting.two, 6))

    def meets_at_the_same_match(self) -> None:
        """Ada and Bo type the result of one table; who comes second sees what the other did, and nothing is lost."""
        meeting = self._meeting()
        self._types(self.bo, meeting, winner=meeting.two, points=1)
        self._types(self.ada, meeting, winner=meeting.one, points=0)
        self.ada.page.locator("#q").press("Enter")
        expect(self.ada.page.locator("#control [role=status]")).to_contain_text(meeting.one)
        with self.bo.is_refused():
            self.bo.page.locator("#q").press("Enter")
            self.bo.heads("Changed meanwhile")
        self.bo.reads(f"{meeting.length}–0")
        self.bo.follow("Leave it as it is")
        self.bo.heads("Control board")
        self._counts(meeting, meeting.score_for(meeting.one, 0))

    def corrects_a_result(self) -> None:
        """A result was typed the wrong way round: what follows from the correction is shown, then done."""
        meeting = self._meeting()
        self._reports(meeting, meeting.one, points=1)
        confirming = self.pockets[meeting.two]
        report = confirming.linked(f"/m/{meeting.uid}/live/", "r")
        confirming.send(f"/r/{report}/confirm/")
        self._settles()
        before = self.screen.page.locator(".slide").get_attribute("data-etag") or ""
        self.ada.open(f"/desk/m/{meeting.uid}/")
        self.ada.unfold("Correct the result")
        self.desk.types_ruling(self.ada, meeting.two, 1, reason="Winner and loser were mixed up.")
        self.ada.press("Correct the result")
        self._does_all_that_follows()
        expect(self.ada.page.locator("#correct")).to_be_attached()
        self._counts(meeting, meeting.score_for(meeting.two, 1))
        # The screen has followed by itself, and says so.
        expect(self.screen.page.locator(".slide")).not_to_have_attribute("data-etag", before)
        expect(self.screen.page.locator("[data-live-status]")).not_to_have_class(re.compile("is-lost"))

    def suspends_a_match(self) -> None:
        """The hall closes: the last match is broken off with its score."""
        self.suspended = self._meeting()
        self.bo.open(f"/desk/m/{self.suspended.uid}/suspend/")
        for name, value in (("score_one", "5"), ("score_two", "3"), ("note", "Dimanche 9 h 30.")):
            self.bo.page.locator(f"[name={name}]").fill(value)
        self.bo.press("Suspend the match")
        self.bo.page.wait_for_url(lambda address: "/suspend/" not in address)
        assert "data-won" not in self.pockets[self.suspended.one].open(f"/m/{self.suspended.uid}/live/")

    def plays(self) -> None:
        """Everybody plays and reports until nothing is left that can be played."""
        self.crowd.play(self.tally, settle=self._settles)

    # Sunday.

    def goes_on_with_the_suspended_match(self) -> None:
        """It stands in the register with its score, is resumed, and its players report it as any other."""
        self.bo.open(f"/desk/t/{self.desk.tournament}/suspended/")
        self.bo.reads("5–3")
        self.bo.page.locator("form[action$='/resume/'] button").click()
        self.bo.page.wait_for_url("**/control/")
        self.tally.aside.discard(self.suspended.uid)

    def finds_a_wrong_winner(self) -> None:
        """A slip of the first round turns up after the finals: the other one had won, and it is played again from there."""
        names_of = set(self.first_round[-1])
        uid, score = next(
            (uid, score)
            for uid, score in self.tally.results.items()
            if {score.one, score.two} == names_of and max(score.points) == _LENGTH
        )
        (winner,) = names_of - {score.winner}
        self.bo.open(f"/desk/m/{uid}/")
        self.bo.unfold("Correct the result")
        self.desk.types_ruling(self.bo, winner, min(score.points), reason="La feuille était à l’envers.")
        with self.bo.is_refused():
            self.bo.press("Correct the result")
            self.bo.sees("Options")
        self.bo.press("Play again from here")
        self.bo.sees("Matches that count only between the two")
        self.bo.press("Confirm")
        self.bo.sees("The result is corrected, and both sides are told.")
        self._settles()
        one, two = score.points
        self.tally.results[uid] = Score(score.one, score.two, (two, one))
        counting = {uid for event in self._events() for uid in self._results_of(event)}
        aside = self.tally.results.keys() - counting
        assert len(aside) > 1, "the matches of the wrong winner, and what followed from them"
        self.set_aside = {uid: self.tally.results.pop(uid) for uid in aside}

    def ends(self) -> None:
        """Champions, standings, files and the prize list say what was played."""
        # Where the same two met in the same place again, what they had played counts again.
        counting = {uid for event in self._events() for uid in self._results_of(event)}
        self.tally.results |= {uid: score for uid, score in self.set_aside.items() if uid in counting}
        assert not self.set_aside.keys() <= counting, "the match of the wrong winner"
        wins = Counter(score.winner for score in self.tally.results.values())
        champions = {event: self._champions(event) for event in self._events()}
        main, consolation, last_chance = champions[self.desk.event]
        assert len({main, consolation, last_chance}) == 3
        strongest = self.tally.strongest_first.index
        assert champions[self.lives] == [min(_PLAYERS[:16], key=strongest)]
        names = {name for score in self._results_of(self.lives).values() for name in (score.one, score.two)}
        assert _LATE_IN_LIVES in names
        assert _PLAYERS[15] not in names
        assert champions[self.jackpot] == [min(_PLAYERS[-8:], key=strongest)]
        assert all(wins[name] for names_of_stage in champions.values() for name in names_of_stage)
        self._files_agree()
        self._standings_agree(main)
        self.ada.open(f"/desk/e/{self.desk.event}/print/prizes/")
        expect(self.ada.page.locator("tbody tr").first).to_contain_text(main)
        assert self.ada.page.pdf().startswith(b"%PDF")
        expect(self.screen.page.locator(".hall-champion").first).to_be_visible()
        expect(self.screen.page.locator("[data-live-status]")).to_contain_text("Updated at")

    def closes(self) -> None:
        """Ada closes the event though fees are due, and everybody reads the places on one page."""
        main, *_ = self._champions(self.desk.event)
        self.ada.open(f"/desk/e/{self.desk.event}/close/")
        self.ada.page.locator("[name=reason]").fill("The club pays what is due.")
        self.ada.press("Close anyway")
        expect(self.ada.page.locator("[data-closed]")).to_be_visible()
        self.ada.press("Tell the players")
        self.bo.open(f"/desk/e/{self.desk.event}/close/")
        self.bo.follow("Final standings for everybody")
        expect(self.bo.page.locator("tbody tr").first).to_contain_text(main)
        self.pockets[main].open(f"/e/{self.desk.event}/")

    # What is done again and again.

    def _events(self) -> tuple[str, str, str]:
        return self.desk.event, self.lives, self.jackpot

    def _meeting(self) -> Meeting:
        """The next match of the first round, which the crowd leaves to the story."""
        names_of = self.first_round.pop(0)
        phone = self.pockets[names_of[0]]
        for uid in phone.open_matches():
            one, two, length = phone.match(uid) or ("", "", 0)
            if {one, two} == set(names_of) and length == _LENGTH:
                self.tally.aside.add(uid)
                return Meeting(uid, one, two, length)
        raise AssertionError(f"{names_of} have no match")

    def _counts(self, meeting: Meeting, score: Score) -> None:
        self.tally.results[meeting.uid] = score

    def _reports(self, meeting: Meeting, winner: str, *, points: int, **fields: object) -> None:
        """The winner's phone reports."""
        self.pockets[winner].report(meeting.uid, meeting.score_for(winner, points).points, **fields)

    def _types(self, director: Person, meeting: Meeting, *, winner: str, points: int) -> None:
        """A director types the result on the control board, and stands on it without having said Enter."""
        line, answers = director.page.locator("#q"), director.page.locator("button.answer")
        director.open(f"/desk/t/{self.desk.tournament}/control/")
        line.fill(f"{winner} {points}")
        choice = answers.filter(has_text=re.compile(rf"{re.escape(winner)} {meeting.length}–{points}"))
        expect(choice).to_have_count(1)
        # A name that plays two events has two matches to choose from.
        for _ in range(answers.count() + 1):
            if "is-default" in (choice.get_attribute("class") or ""):
                return
            line.press("ArrowDown")
        raise AssertionError(f"the keys do not reach {winner} {meeting.length}–{points}")

    def _chromium(self, name: str) -> Person:
        """The player's phone as a real browser, with a private link from the desk."""
        phone = self.arrive(size=PHONE)
        phone.open(self.desk.player_link(name))
        return phone

    def _brings_phone(self, name: str) -> None:
        """Give somebody who did not register by the phone a private link for it."""
        link = self.desk.player_link(name)
        self.pockets[name] = Pocket(self.base, name)
        self.pockets[name].open(link)
        self.crowd.players.append(self.pockets[name])

    def _settles(self) -> None:
        """Wait until everything that follows from the results is made."""
        # A report that waits for its confirmation has a job that is not due for long.
        jobs = self.service.installation.jobs
        wait_until(lambda: jobs(due=True) == 0, what="what follows from the results")

    def _does_all_that_follows(self) -> None:
        """Ada reads what follows, and does it."""
        self.ada.sees("Preview")
        self.ada.press("Confirm")

    def _champions(self, event: str) -> list[str]:
        self.bo.open(f"/e/{event}/")
        return self.bo.page.locator("[data-winner-of] strong").all_inner_texts()

    def _stages(self, event: str) -> list[str]:
        self.bo.open(f"/e/{event}/")
        links = self.bo.page.locator("a[href*='/bracket/']").all()
        addresses = [link.get_attribute("href") or "" for link in links]
        return list(dict.fromkeys(address.split("/")[2] for address in addresses))

    def _rows(self, path: str) -> list[dict[str, str]]:
        answer = self.ada.context.request.get(path)
        assert answer.ok, path
        return list(csv.DictReader(io.StringIO(answer.text().removeprefix("\ufeff"))))

    def _files_agree(self) -> None:
        """Every result that was fed in stands in the files; nothing else does but what was given away."""
        results: dict[str, Score] = {}
        for event in self._events():
            results |= self._results_of(event)
        # A match that counts again stands with its sides in the order of the bracket now.
        assert {uid: score.by_name for uid, score in results.items()} == {
            uid: score.by_name for uid, score in self.tally.results.items()
        }

    def _results_of(self, event: str) -> dict[str, Score]:
        """What was played in an event, by the uid of the match, as its files tell it."""
        scores = {}
        for stage in self._stages(event):
            for row in self._rows(f"/s/{stage}/results.csv"):
                if row["Outcome"] != "walkover":
                    points = (int(row["Score of side one"]), int(row["Score of side two"]))
                    scores[row["Id of the match"]] = Score(row["Side one"], row["Side two"], points)
        return scores

    def _standings_agree(self, champion: str) -> None:
        """The standings of the main event have everybody with what was won, the champion first."""
        main, *_ = self._stages(self.desk.event)
        wins = Counter(row["Winner"] for row in self._rows(f"/s/{main}/results.csv"))
        standings = self._rows(f"/s/{main}/standings.csv")
        assert standings[0]["Name"] == champion
        assert len(standings) == 48
        assert {row["Name"]: int(row["Won"]) for row in standings if row["Won"] != "0"} == dict(wins)
