"""Matches, reports, disputes, rulings through the API: the same promises as on the pages."""

from __future__ import annotations

from typing import Any

import pytest

from rules.scoresheet import RefusalCode
from tests import factories
from tests.api.client import Answer, Caller
from tests.factories import OpenMatch
from tournaments.actions.events import closing, lifecycle
from tournaments.api.response import serializer_of
from tournaments.api.responses.matches import MatchResponse, ReportResponse
from tournaments.models import pairing_of

# Reports lock their match.
pytestmark = [pytest.mark.django_db, pytest.mark.both_databases(long=True)]
GAMMON = {"winner": "one", "result": "gammon", "cube": 2, "ended": "borne_off"}


class Table:
    """A match with the three who may speak about it."""

    def __init__(self, length: int = 7, *, n: int = 2) -> None:
        self.game: OpenMatch = factories.open_match(length, n=n)
        self.match = f"matches/{self.game.match.uid}/"
        self.one, self.two = Caller(self.game.one), Caller(self.game.two)
        self.director = Caller(self.game.director)

    def report(self, by: Caller, **result: Any) -> Answer:
        """Report the result."""
        return by.post(f"{self.match}reports/", result)

    def state(self, to: Caller | None = None) -> dict[str, Any]:
        """The match as it stands."""
        body: dict[str, Any] = (to or Caller()).get(self.match).body
        return body

    def dispute(self) -> str:
        """Open a dispute; answers its id."""
        report = self.report(self.one, score=[7, 5]).body["report"]["id"]
        answer = self.two.post(f"reports/{report}/dispute/", {"reason": "It was 5-7.", "score": [5, 7]})
        assert answer.status == 201, answer.body
        return answer.id


def test_a_match_shows_where_it_stands_and_what_the_visitor_may_do() -> None:
    table = Table()
    state = table.state()
    assert set(state) == set(serializer_of(MatchResponse)().fields)
    assert (state["state"], state["winner"], state["outcome"], state["score"]) == ("open", "", "", None)
    assert (state["length"], state["start_score"], state["may"]) == (7, [0, 0], [])
    assert table.state(table.one)["may"] == ["start", "report", "upload"]
    assert table.state(table.director)["may"] == ["start", "report", "upload"]


def test_the_desk_may_start_a_match_and_enter_slips_where_it_does_so() -> None:
    table = Table()
    tournament = pairing_of(table.game.match).stage.event.tournament
    clerk = Caller(factories.clerk(tournament))
    assert table.state(clerk)["may"] == ["start"]
    lifecycle.change_tournament(tournament, by=None, desk_enters_slips=True)
    assert table.state(clerk)["may"] == ["start", "report"]
    clerk.post(f"{table.match}start/")
    assert table.state(clerk)["may"] == ["report"]
    assert table.report(clerk, score=[7, 3]).status == 201
    assert table.state(clerk)["may"] == []


def test_the_desk_enters_no_slip_into_a_dispute_nor_into_a_closed_event() -> None:
    table = Table()
    event = pairing_of(table.game.match).stage.event
    clerk = Caller(factories.clerk(event.tournament))
    lifecycle.change_tournament(event.tournament, by=None, desk_enters_slips=True)
    table.dispute()
    assert table.state(clerk)["may"] == ["start"]
    assert table.report(clerk, score=[7, 3]).status == 409
    closing.close_event(event, by=None, anyway=True, reason="The hall closes.")
    assert table.state(clerk)["may"] == []
    assert clerk.post(f"{table.match}start/").status == 409


def test_a_start_is_stamped_once() -> None:
    table = Table()
    first = table.one.post(f"{table.match}start/")
    assert (first.status, first.body["state"]) == (200, "playing")
    again = table.two.post(f"{table.match}start/")
    assert again.body["started_at"] == first.body["started_at"]


def test_the_losing_side_s_own_report_is_final_at_once() -> None:
    table = Table()
    answer = table.report(table.two, score=[7, 3])
    assert (answer.status, answer.body["state"]) == (201, "final")
    assert answer.headers["Location"] == f"/api/v1/reports/{answer.body['report']['id']}/"
    state = table.state()
    assert (state["winner"], state["outcome"], state["settled"], state["score"]) == (
        "one",
        "played",
        "own_loss",
        [7, 3],
    )
    assert state["accepted_report"] == answer.body["report"]["id"]


def test_a_winner_s_report_waits_and_the_opponent_confirms() -> None:
    table = Table()
    body = table.report(table.one, games=[GAMMON, GAMMON]).body
    assert (body["state"], set(body["report"])) == ("reported", set(serializer_of(ReportResponse)().fields))
    report = body["report"]
    assert (report["score"], report["counted"], report["source"]) == ([8, 0], [7, 0], "one")
    assert [game["number"] for game in report["games"]] == [1, 2]
    assert report["confirm_by"]
    assert table.state(table.two)["may"] == ["start", "report", "confirm", "dispute", "upload"]
    assert table.state()["waiting_report"] == report["id"]
    answer = table.two.post(f"reports/{report['id']}/confirm/")
    assert answer.status == 200
    assert table.state()["settled"] == "confirmed"
    assert table.two.post(f"reports/{report['id']}/confirm/").status == 200
    assert table.one.get(f"reports/{report['id']}/").body == answer.body
    assert table.one.get(f"{table.match}reports/").body == [answer.body]
    assert Caller().get(f"{table.match}reports/").body == [{**answer.body, "by": None}]


def test_nobody_confirms_their_own_report() -> None:
    table = Table()
    report = table.report(table.one, score=[7, 3]).body["report"]["id"]
    answer = table.one.post(f"reports/{report}/confirm/")
    assert (answer.status, answer.code) == (409, "own_report")


def test_the_same_report_again_is_the_same_report() -> None:
    table = Table()
    ids = {table.report(table.one, score=[7, 3]).body["report"]["id"] for _ in range(2)}
    assert len(ids) == 1


def test_a_report_that_differs_first_shows_the_other_one() -> None:
    table = Table()
    report = table.report(table.one, score=[7, 3]).body["report"]["id"]
    answer = table.report(table.two, score=[5, 7])
    assert (answer.status, answer.code) == (409, "different_report")
    assert (answer.body["data"]["other"], answer.body["data"]["is_same_winner"]) == (report, False)
    insistence = table.report(table.two, score=[5, 7], insist=True)
    assert (insistence.status, insistence.body["state"]) == (201, "disputed")


@pytest.mark.parametrize(
    ("result", "code"),
    [
        ({"score": [7, 7]}, RefusalCode.TWO_WINNERS),
        ({"score": [3, 2]}, RefusalCode.NOT_FINISHED),
        ({"score": [5_000, 3]}, RefusalCode.WINNER_PAST_LENGTH),
        ({"games": [GAMMON | {"cube": 3}]}, RefusalCode.CUBE_NOT_POWER_OF_TWO),
        ({"games": [GAMMON | {"ended": "drop"}]}, RefusalCode.DROP_IS_SINGLE),
        ({"games": [GAMMON] * 3}, RefusalCode.MATCH_ALREADY_OVER),
        ({"games": [GAMMON], "score": [7, 0]}, RefusalCode.GAMES_AND_SCORE),
        ({}, RefusalCode.SCORE_MISSING),
        ({"outcome": "retired"}, RefusalCode.SCORE_MISSING),
        ({"outcome": "double_forfeit", "winner": "one"}, RefusalCode.WINNER_GIVEN),
    ],
)
def test_a_result_that_cannot_be_is_refused_by_the_code_of_its_rule(
    result: dict[str, Any], code: str
) -> None:
    table = Table()
    answer = table.report(table.one, **result)
    assert (answer.status, answer.code) == (422, code), answer.body
    assert table.state()["state"] == "open"


@pytest.mark.parametrize("number", [2**31 - 1, 2**31, 10**30, -1])
def test_no_number_is_too_large_for_a_clear_answer(number: int) -> None:
    table = Table()
    for result in ({"score": [number, 0]}, {"games": [GAMMON | {"cube": number}]}):
        assert table.report(table.one, **result).status in (400, 422)


@pytest.mark.parametrize("value", ["true", 1, None, []])
def test_only_true_and_false_say_whether_somebody_insists(value: object) -> None:
    table = Table()
    answer = table.report(table.one, score=[7, 3], insist=value)
    assert (answer.status, answer.body["errors"][0]["field"]) == (400, "insist")


def test_a_thousand_games_are_refused_and_not_counted_up() -> None:
    table = Table()
    assert table.report(table.one, games=[GAMMON] * 1_000).status == 422
    assert table.report(table.one, games=[GAMMON] * 1_001).status == 400


def test_a_director_lets_a_ruling_matter_stand_with_a_reason() -> None:
    table = Table()
    refusal = table.report(table.director, score=[3, 2], winner="one", overrides=["not_finished"])
    assert (refusal.status, refusal.code) == (400, "reason_missing")
    answer = table.report(
        table.director, score=[3, 2], winner="one", overrides=["not_finished"], reason="The hall closed."
    )
    assert (answer.status, answer.body["state"]) == (201, "final"), answer.body
    assert answer.body["report"]["reason"] == "The hall closed."


def test_a_signed_slip_is_entered_by_a_director_only() -> None:
    table = Table()
    refusal = table.report(table.one, score=[7, 3], source="signed")
    assert (refusal.status, refusal.code) == (403, "slip_needs_director")
    assert table.report(table.director, score=[7, 3], source="signed").body["state"] == "final"


def test_both_sides_on_one_phone_are_final_at_once() -> None:
    table = Table()
    assert table.report(table.one, score=[7, 3], source="together").body["state"] == "final"


@pytest.mark.parametrize("source", ["director", "ruling", "two"])
def test_nobody_says_that_they_speak_for_somebody_else(source: str) -> None:
    table = Table()
    assert table.report(table.one, score=[7, 3], source=source).status == 400


def test_a_dispute_is_opened_heard_and_ruled_on() -> None:
    table = Table()
    dispute = f"disputes/{table.dispute()}/"
    body = table.one.get(dispute).body
    assert (body["report"]["score"], body["counter_report"]["score"]) == ([7, 5], [5, 7])
    assert (body["raised_by"], body["closed_at"], body["rulings"]) == (table.game.two.uid, None, [])
    assert table.state()["dispute"] == body["id"]
    assert table.state(table.director)["may"] == ["start", "rule", "state", "upload"]
    answer = table.one.post(f"{dispute}statements/", {"text": "The slip says 7-5."})
    assert (answer.status, answer.body["by"]) == (201, table.game.one.uid)
    ruling = table.director.post(f"{dispute}ruling/", {"score": [7, 5], "reason": "The slip."})
    assert (ruling.status, ruling.body["report"]["source"], ruling.body["by"]) == (
        201,
        "ruling",
        table.game.director.uid,
    )
    after = table.two.get(dispute).body
    assert after["closed_at"]
    assert [statement["text"] for statement in after["statements"]] == ["The slip says 7-5."]
    assert [ruling["reason"] for ruling in after["rulings"]] == ["The slip."]
    assert (table.state()["settled"], table.state()["score"]) == ("ruling", [7, 5])
    answer = table.director.post(f"{dispute}ruling/", {"score": [5, 7], "reason": "Or not."})
    assert (answer.status, answer.code) == (409, "dispute_closed")


def test_the_disputes_of_a_tournament_are_listed_for_its_officers() -> None:
    table = Table()
    dispute = table.dispute()
    path = f"tournaments/{table.game.stage.event.tournament.uid}/disputes/"
    (row,) = table.director.get(path).body["results"]
    assert (row["id"], row["match"], row["closed_at"]) == (dispute, table.game.match.uid, None)


def test_a_ruling_needs_a_reason() -> None:
    table = Table()
    answer = table.director.post(f"disputes/{table.dispute()}/ruling/", {"score": [7, 5]})
    assert (answer.status, answer.body["errors"][0]["field"]) == (400, "reason")


def test_a_final_result_is_corrected_with_a_reason() -> None:
    table = Table()
    table.report(table.two, score=[7, 3])
    correction = table.director.post(
        f"{table.match}correction/", {"score": [7, 4], "reason": "A slip of the pen."}
    )
    assert (correction.status, correction.body["dispute"]) == (201, None)
    assert (table.state()["settled"], table.state()["score"]) == ("correction", [7, 4])


def test_there_is_nothing_to_correct_before_the_end() -> None:
    table = Table()
    answer = table.director.post(f"{table.match}correction/", {"score": [7, 4], "reason": "Why not."})
    assert (answer.status, answer.code) == (409, "match_not_final")


def test_nobody_rules_on_their_own_match() -> None:
    table = Table()
    dispute = table.dispute()
    tournament = table.game.stage.event.tournament
    lifecycle.appoint(tournament, table.game.one, kind="director", by=table.game.director)
    answer = table.one.post(f"disputes/{dispute}/ruling/", {"score": [7, 5], "reason": "I won."})
    assert (answer.status, answer.code) == (403, "own_match_ruling")


def test_a_player_gives_up_the_own_match_and_a_director_decides_about_any() -> None:
    table = Table()
    refusal = table.one.post(f"{table.match}forfeit/", {"loser": "two"})
    assert (refusal.status, refusal.code) == (403, "own_match_ruling")
    given_up = table.one.post(f"{table.match}forfeit/", {"loser": "one"})
    assert (given_up.status, given_up.body["outcome"], given_up.body["winner"]) == (200, "forfeit", "two")
    other = Table()
    both = other.director.post(f"{other.match}forfeit/", {"loser": None, "reason": "Nobody came."})
    assert (both.status, both.body["outcome"], both.body["winner"]) == (200, "double_forfeit", "")


def test_penalty_points_and_another_length_are_shown_with_the_match() -> None:
    table = Table(9)
    penalty = {"to": "one", "points": 1, "reason": "Late."}
    penalty_answer = table.director.post(f"{table.match}penalties/", penalty)
    assert penalty_answer.status == 201
    assert [(row["to"], row["points"]) for row in penalty_answer.body["penalties"]] == [("one", 1)]
    answer = table.director.post(f"{table.match}length/", {"length": 7, "reason": "The hall closes."})
    assert (answer.status, answer.body["length"]) == (200, 7)
    assert (
        table.director.post(f"{table.match}length/", {"length": 8, "reason": "Even."}).code
        == "invalid_length"
    )


def test_the_matches_of_a_tournament_and_of_a_player_are_listed() -> None:
    table = Table(n=4)
    tournament = table.game.stage.event.tournament
    rows = Caller().get(f"tournaments/{tournament.uid}/matches/").body["results"]
    assert len(rows) == 2
    assert table.game.match.uid in [row["id"] for row in rows]
    other = factories.event(tournament)
    for name, value, count in (
        ("event", table.game.stage.event.uid, 2),
        ("stage", table.game.stage.uid, 2),
        ("event", other.uid, 0),
        ("stage", "222222", 0),
    ):
        of_these = Caller().get(f"tournaments/{tournament.uid}/matches/?{name}={value}").body["results"]
        assert len(of_these) == count, name
    mine = table.one.get("me/matches/").body["results"]
    assert [row["id"] for row in mine] == [table.game.match.uid]
    assert mine[0]["one"]["name"] == table.game.match.one.name
