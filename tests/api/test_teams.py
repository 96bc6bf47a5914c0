"""Pairs and teams through the API."""

from __future__ import annotations

import pytest

from matches.models import Match, Player
from rules.match import Side
from tests import factories
from tests.api.client import Caller
from tournaments.actions.draws import draw
from tournaments.models import Event
from tournaments.queries.entrants.teams import boards_of, members_of

pytestmark = pytest.mark.django_db


def _team_match() -> tuple[Match, Event, Caller]:
    """A team match of three boards, its event, and the director."""
    event = factories.event(kind="teams", boards=3, team_size=4)
    stage = factories.stage(event)
    factories.entrants(event, 2)
    draw.draw(stage, by=None, seed="videau")
    return factories.open_matches(stage)[0], event, Caller(factories.owner(event.tournament))


def _ids(match: Match, side: Side) -> list[str]:
    return [player.uid for player in members_of(match, side)]


@pytest.mark.both_databases
def test_an_event_says_who_plays() -> None:
    tournament = factories.tournament()
    caller = Caller(factories.owner(tournament))
    answer = caller.post(
        f"tournaments/{tournament.uid}/events/",
        {"name": "Cup", "kind": "teams", "boards": 5, "team_size": 7},
    )
    assert (answer.status, answer.body["kind"], answer.body["boards"], answer.body["team_size"]) == (
        201,
        "teams",
        5,
        7,
    )
    refusal = caller.post(
        f"tournaments/{tournament.uid}/events/",
        {"name": "Cup", "kind": "teams", "boards": 4, "team_size": 7},
    )
    assert (refusal.status, refusal.code) == (400, "invalid")


def test_a_team_is_entered_by_its_name_with_the_captain_first() -> None:
    event = factories.event(kind="teams", boards=3, team_size=4)
    caller = Caller(factories.owner(event.tournament))
    answer = caller.post(f"events/{event.uid}/entrants/", {"players": ["Ann", "Bob", "Cid"], "name": "Lyon"})
    assert (answer.status, answer.body["name"]) == (201, "Lyon")
    assert [player["name"] for player in answer.body["players"]] == ["Ann", "Bob", "Cid"]
    substitution = caller.post(f"entrants/{answer.id}/players/", {"player": "Dot"})
    assert [player["name"] for player in substitution.body["players"]] == ["Ann", "Bob", "Cid", "Dot"]


def test_a_player_registers_with_a_partner() -> None:
    event = factories.event(kind="doubles")
    ann = factories.player("Ann Arbor", email="ann@example.org")
    answer = Caller(ann).post(f"events/{event.uid}/registration/", {"partners": ["Bob Bear"]})
    assert (answer.status, answer.body["name"]) == (201, "Ann Arbor / Bob Bear")
    refusal = Caller(factories.player("Cid", email="cid@example.org")).post(
        f"events/{event.uid}/registration/"
    )
    assert refusal.code == "pair_needed"


@pytest.mark.parametrize("similar", ["accept", "refuse", "refuse_same"])
def test_one_name_twice_is_no_pair(similar: str) -> None:
    event = factories.event(kind="doubles")
    caller = Caller(factories.owner(event.tournament))
    request = {"players": ["Twin Twin", "twin  TWIN"], "similar": similar}
    refusal = caller.post(f"events/{event.uid}/entrants/", request)
    assert (refusal.status, refusal.code) == (409, "same_player_twice")
    assert not Player.objects.filter(name__iexact="twin twin").exists()


def test_a_partner_who_says_otherwise_is_asked() -> None:
    stage = factories.stage(factories.event(kind="doubles"))
    factories.entrants(stage.event, 2)
    draw.draw(stage, by=None, seed="videau")
    match = factories.open_matches(stage)[0]
    first, second = (Caller(player) for player in match.one.players.order_by("pk"))
    address = f"matches/{match.uid}/reports/"
    report = first.post(address, {"score": [7, 2]}).body["report"]
    answer = second.post(address, {"score": [7, 3]})
    assert (answer.status, answer.code) == (409, "partner_reported")
    assert "7–2" in answer.body["data"]["theirs"]
    assert first.get(f"matches/{match.uid}/").body["waiting_report"] == report["id"]
    assert second.post(address, {"score": [7, 3], "insist": True}).status == 201


def test_a_substitute_plays_from_now_on() -> None:
    event = factories.event(kind="doubles")
    pair = factories.entrant(event, "Ann Arbor")
    out = pair.side.members.get(order=1).player
    answer = Caller(factories.owner(event.tournament)).post(
        f"entrants/{pair.uid}/substitution/", {"out": out.uid, "substitute": "Nina Newcomer"}
    )
    assert (answer.status, answer.body["name"]) == (200, "Ann Arbor / Nina Newcomer")
    assert Player.objects.filter(name="Nina Newcomer").count() == 1


def test_a_lineup_is_the_secret_of_its_team_until_both_are_known() -> None:
    match, _event, director = _team_match()
    one, two = (Caller(members_of(match, side)[0]) for side in Side)
    answer = one.post(f"matches/{match.uid}/lineup/", {"players": _ids(match, Side.ONE)[1:]})
    assert answer.status == 200
    assert [player["id"] for player in answer.body["teams"][0]["lineup"]] == _ids(match, Side.ONE)[1:]
    for caller, sees in ((one, True), (director, True), (two, False), (Caller(), False)):
        body = caller.get(f"matches/{match.uid}/boards/").body
        assert body["teams"][0]["is_named"]
        assert (body["teams"][0]["lineup"] is not None) is sees
        assert body["boards"] == []
    both = two.post(f"matches/{match.uid}/lineup/", {"players": _ids(match, Side.TWO)[:3]})
    assert [board["number"] for board in both.body["boards"]] == [1, 2, 3]
    assert Caller().get(f"matches/{match.uid}/boards/").body["teams"][0]["lineup"] is not None


def test_a_board_is_reported_like_any_match_and_the_team_match_follows() -> None:
    match, event, director = _team_match()
    boards = director.post(f"matches/{match.uid}/boards/").body["boards"]
    for board in boards:
        answer = director.post(f"matches/{board['match']}/reports/", {"score": [7, 3]})
        assert answer.status == 201
    body = director.get(f"matches/{match.uid}/").body
    assert (body["state"], body["winner"], body["score"], body["settled"]) == (
        "final",
        "one",
        [3, 0],
        "boards",
    )
    assert (body["is_team_match"], body["board"], body["may"]) == (True, None, ["correct"])
    board = director.get(f"matches/{boards[1]['match']}/").body
    assert (board["team_match"], board["board"], board["is_team_match"]) == (match.uid, 2, False)
    matches = director.get(f"tournaments/{event.tournament.uid}/matches/").body["results"]
    assert [(row["id"], row["board"]) for row in matches] == [
        (match.uid, None),
        *((board["match"], board["number"]) for board in boards),
    ]
    assert {row["team_match"] for row in matches[1:]} == {match.uid}


def test_players_see_their_boards_and_may_name_a_lineup() -> None:
    match, _event, director = _team_match()
    captain = Caller(members_of(match, Side.ONE)[0])
    assert captain.get(f"matches/{match.uid}/").body["may"] == ["lineup"]
    director.post(f"matches/{match.uid}/boards/")
    assert len(captain.get("me/matches/").body["results"]) == 2


def test_who_may_name_a_line_up_is_told_so_alone() -> None:
    match, event, director = _team_match()
    captain, other = (Caller(player) for player in members_of(match, Side.ONE)[:2])
    clerk = Caller(factories.clerk(event.tournament))

    def may(caller: Caller) -> bool:
        return "lineup" in caller.get(f"matches/{match.uid}/").body["may"]

    assert [may(one) for one in (captain, other, clerk, director)] == [True, False, True, True]
    director.post(f"matches/{match.uid}/boards/")
    assert [may(one) for one in (captain, other, clerk, director)] == [False, False, False, True]
    players = _ids(match, Side.ONE)[1:]
    assert captain.post(f"matches/{match.uid}/lineup/", {"players": players}).code == "lineups_fixed"
    [board, *_others] = boards_of(match)
    director.post(f"matches/{board.match.uid}/start/")
    assert not may(director)
    body = {"players": players, "side": "one"}
    assert director.post(f"matches/{match.uid}/lineup/", body).code == "lineups_fixed"


def test_a_captain_reports_and_confirms_the_boards_of_the_own_team_alone() -> None:
    match, _event, director = _team_match()
    director.post(f"matches/{match.uid}/boards/")
    board = boards_of(match)[1].match
    one, two = members_of(match, Side.ONE), members_of(match, Side.TWO)
    address = f"matches/{board.uid}/reports/"
    assert Caller(one[2]).post(address, {"score": [7, 3]}).status == 403
    captain = Caller(one[0])
    assert "report" in captain.get(f"matches/{board.uid}/").body["may"]
    answer = captain.post(address, {"score": [7, 3]})
    assert (answer.status, answer.body["state"]) == (201, "reported")
    confirm = f"reports/{answer.body['report']['id']}/confirm/"
    own = captain.post(confirm, {})
    assert (own.status, own.code) == (409, "own_report")
    assert Caller(two[2]).post(confirm, {}).status == 403
    assert Caller(two[0]).post(confirm, {}).status == 200
    board.refresh_from_db()
    assert (board.winner, board.settled) == ("one", "confirmed")


def test_other_matches_have_no_boards() -> None:
    match = factories.open_match().match
    answer = Caller().get(f"matches/{match.uid}/boards/")
    assert answer.code == "not_a_team_match"
