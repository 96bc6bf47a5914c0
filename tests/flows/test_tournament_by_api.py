"""A whole tournament through the API alone: registration, draw, reports, a dispute, a record, a champion."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import factories
from tests.api.client import Caller

RECORD = Path(__file__).parent.parent / "data" / "records" / "gnubg" / "m004_07pt_s1004_n0.0.mat"


@pytest.mark.django_db
def test_a_tournament_from_registration_to_champion(run_jobs: Callable[[], int]) -> None:
    hall = Hall(run_jobs)
    hall.open()
    hall.register()
    hall.draw()
    hall.take_late_entry()
    # The first round: an agreed loss, a confirmed win, a dispute with a ruling.
    first, second, third = hall.first_round()
    hall.loser_reports(first)
    hall.winner_reports_and_loser_confirms(second)
    hall.sides_disagree_and_director_rules(third)
    # The semifinals: a record that agrees with its report, and a slip at the desk.
    one, two = hall.open_matches()
    hall.record_is_checked_against_the_report(one)
    hall.director_enters(two)
    (final,) = hall.open_matches()
    champion = hall.loser_reports(final)
    hall.check_end(champion)


class Hall:
    """The hall on the day: the director, six players with accounts, and one who walks in."""

    def __init__(self, run_jobs: Callable[[], int]) -> None:
        self.run_jobs = run_jobs
        self.director = Caller(factories.director())
        self.players = [
            factories.player(name, email=f"player{number}@example.org")
            for number, name in enumerate(factories.names(6))
        ]
        self.callers = {player.uid: Caller(player) for player in self.players}
        self.tournament = self.event = self.stage = self.late = ""

    def open(self) -> None:
        """Create the tournament, its event and its stage."""
        about = {"name": "Coupe de Nantes", "starts_on": "2026-03-07", "visibility": "public"}
        self.tournament = self.director.post("tournaments/", about).id
        self.event = self.director.post(
            f"tournaments/{self.tournament}/events/", {"name": "Main", "registration": "open"}
        ).id
        self.stage = self.director.post(
            f"events/{self.event}/stages/", {"format": "single_elimination", "lengths": [7]}
        ).id

    def register(self) -> None:
        """Three enter online, three at the desk; all six are checked in."""
        for player in self.players[:3]:
            response = self.callers[player.uid].post(f"events/{self.event}/registration/")
            assert response.status == 201, response.body
        for player in self.players[3:]:
            response = self.director.post(f"events/{self.event}/entrants/", {"players": [player.uid]})
            assert response.status == 201, response.body
        entrants = self.director.get(f"events/{self.event}/entrants/").body["results"]
        assert len(entrants) == 6
        for entrant in entrants:
            assert self.director.post(f"entrants/{entrant['id']}/check-in/").body["checked_in_at"]

    def draw(self) -> None:
        """Six on eight lines: two byes."""
        response = self.director.post(f"stages/{self.stage}/draw/")
        assert response.status == 201, response.body
        assert response.body["placement"].count(None) == 2
        pairings = self.director.get(f"stages/{self.stage}/pairings/").body["results"]
        assert sum(pairing["match"] is None for pairing in pairings) == 2

    def take_late_entry(self) -> None:
        """A walk-in comes after the draw and takes one bye; the other stays."""
        response = self.director.post(f"events/{self.event}/entrants/", {"players": ["Zoé Tardive"]})
        assert response.body["is_alternate"]
        self.late = response.id
        late_response = self.director.post(f"stages/{self.stage}/late-entries/", {"entrant": self.late})
        assert late_response.status == 200, late_response.body
        pairings = self.director.get(f"stages/{self.stage}/pairings/").body["results"]
        assert sum(pairing["match"] is None for pairing in pairings if pairing["round"] == 1) == 1

    def open_matches(self) -> list[str]:
        """The matches that can be played now, after the jobs have run."""
        self.run_jobs()
        matches = self.director.get(f"tournaments/{self.tournament}/matches/").body["results"]
        return [match["id"] for match in matches if match["final_at"] is None]

    def first_round(self) -> list[str]:
        """The three matches of the first round, that of the walk-in at the head."""
        matches = self.open_matches()
        assert len(matches) == 3
        return sorted(matches, key=lambda match: self.director not in self.callers_of(match))

    def callers_of(self, match: str) -> tuple[Caller, Caller]:
        """The callers of both sides; the director acts for the walk-in without an account."""
        body = self.director.get(f"matches/{match}/").body
        entrants = self.director.get(f"events/{self.event}/entrants/").body["results"]
        players = {entrant["name"]: entrant["players"][0]["id"] for entrant in entrants}
        one, two = (self.callers.get(players[body[side]["name"]], self.director) for side in ("one", "two"))
        return one, two

    def loser_reports(self, match: str) -> str:
        """Side two says that it lost 4-7: final at once. Answers the name of the winner."""
        _one, two = self.callers_of(match)
        response = two.post(f"matches/{match}/reports/", {"score": [7, 4]})
        assert (response.status, response.body["state"]) == (201, "final"), response.body
        name: str = self.director.get(f"matches/{match}/").body["one"]["name"]
        return name

    def winner_reports_and_loser_confirms(self, match: str) -> None:
        """Side one reports its games, side two agrees."""
        one, two = self.callers_of(match)
        game = {"winner": "one", "result": "gammon", "cube": 2, "ended": "borne_off"}
        response = one.post(f"matches/{match}/reports/", {"games": [game, game]}, key="a-double-tap")
        again = one.post(f"matches/{match}/reports/", {"games": [game, game]}, key="a-double-tap")
        assert again.body == response.body
        report = response.body["report"]["id"]
        assert self.director.get(f"matches/{match}/").body["waiting_report"] == report
        confirmation = two.post(f"reports/{report}/confirm/")
        assert confirmation.status == 200, confirmation.body
        body = self.director.get(f"matches/{match}/").body
        assert (body["state"], body["score"]) == ("final", [8, 0])

    def sides_disagree_and_director_rules(self, match: str) -> None:
        """Both say that they won; the director hears them and rules for side one."""
        one, two = self.callers_of(match)
        one.post(f"matches/{match}/reports/", {"score": [7, 5]})
        refusal = two.post(f"matches/{match}/reports/", {"score": [5, 7]})
        assert (refusal.status, refusal.code) == (409, "different_report")
        response = two.post(
            f"matches/{match}/reports/", {"score": [5, 7], "insist": True, "reason": "I won."}
        )
        assert response.body["state"] == "disputed"
        (dispute,) = self.director.get(f"tournaments/{self.tournament}/disputes/").body["results"]
        assert one.post(f"disputes/{dispute['id']}/statements/", {"text": "No, I did."}).status == 201
        ruling = self.director.post(
            f"disputes/{dispute['id']}/ruling/", {"score": [7, 5], "reason": "The slip says so."}
        )
        assert ruling.status == 201, ruling.body
        assert self.director.get(f"matches/{match}/").body["winner"] == "one"

    def record_is_checked_against_the_report(self, match: str) -> None:
        """The report of a real match, and its record with every play."""
        self.director.post(f"matches/{match}/reports/", {"score": [12, 2]})
        upload = self.director.upload(f"matches/{match}/records/", RECORD.read_bytes(), name=RECORD.name)
        assert upload.status == 202, upload.body
        assert upload.body["verdict"] == ""
        self.run_jobs()
        record: dict[str, Any] = self.director.get(upload.headers["Location"]).body
        assert record["verdict"] == "clean", record
        assert record["findings"]["score"] == [12, 2]

    def director_enters(self, match: str) -> None:
        """A slip signed by both sides, entered at the desk."""
        response = self.director.post(f"matches/{match}/reports/", {"score": [3, 7], "source": "signed"})
        assert response.body["state"] == "final", response.body

    def check_end(self, champion: str) -> None:
        """The bracket, the standings and the notices agree on the champion."""
        self.run_jobs()
        bracket = self.director.get(f"stages/{self.stage}/bracket/").body
        standings = self.director.get(f"stages/{self.stage}/standings/").body
        assert bracket["is_complete"]
        assert standings["is_final"]
        assert standings["lines"][0]["name"] == champion
        assert standings["lines"][0]["entrant"] == bracket["champion"]
        assert len(standings["lines"]) == 7
        codes = [notice["code"] for notice in self.director.get("me/notices/").body["results"]]
        assert {"disputed", "champion"} <= set(codes)
