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


def test_an_event_says_who_plays() -> None:
    tournament = factories.tournament()
    caller = Caller(factories.owner(tournament))
    made = caller.post(
        f"tournaments/{tournament.uid}/events/",
        {"name": "Cup", "kind": "teams", "boards": 5, "team_size": 7},
    )
    assert (made.status, made.body["kind"], made.body["boards"], made.body["team_size"]) == (
        201,
        "teams",
        5,
        7,
    )
    refused = caller.post(
        f"tournaments/{tournament.uid}/events/",
        {"name": "Cup", "kind": "teams", "boards": 4, "team_size": 7},
    )
    assert (refused.status, refused.code) == (400, "invalid")


def test_a_team_is_entered_by_its_name_with_the_captain_first() -> None:
    event = factories.event(kind="teams", boards=3, team_size=4)
    caller = Caller(factories.owner(event.tournament))
    entered = caller.post(f"events/{event.uid}/entrants/", {"players": ["Ann", "Bob", "Cid"], "name": "Lyon"})
    assert (entered.status, entered.body["name"]) == (201, "Lyon")
    assert [player["name"] for player in entered.body["players"]] == ["Ann", "Bob", "Cid"]
    joined = caller.post(f"entrants/{entered.id}/players/", {"player": "Dot"})
    assert [player["name"] for player in joined.body["players"]] == ["Ann", "Bob", "Cid", "Dot"]


def test_a_player_registers_with_a_partner() -> None:
    event = factories.event(kind="doubles")
    ann = factories.player("Ann Arbor", email="ann@example.org")
    made = Caller(ann).post(f"events/{event.uid}/registration/", {"partners": ["Bob Bear"]})
    assert (made.status, made.body["name"]) == (201, "Ann Arbor / Bob Bear")
    refused = Caller(factories.player("Cid", email="cid@example.org")).post(
        f"events/{event.uid}/registration/"
    )
    assert refused.code == "pair_needed"


@pytest.mark.parametrize("similar", ["accept", "refuse", "refuse_same"])
def test_one_name_twice_is_no_pair(similar: str) -> None:
    event = factories.event(kind="doubles")
    caller = Caller(factories.owner(event.tournament))
    asked = {"players": ["Twin Twin", "twin  TWIN"], "similar": similar}
    refused = caller.post(f"events/{event.uid}/entrants/", asked)
    assert (refused.status, refused.code) == (409, "same_player_twice")
    assert not Player.objects.filter(name__iexact="twin twin").exists()


def test_a_partner_who_says_otherwise_is_asked() -> None:
    stage = factories.stage(factories.event(kind="doubles"))
    factories.entrants(stage.event, 2)
    draw.draw(stage, by=None, seed="videau")
    match = factories.open_matches(stage)[0]
    first, second = (Caller(player) for player in match.one.players.order_by("pk"))
    address = f"matches/{match.uid}/reports/"
    said = first.post(address, {"score": [7, 2]})
    asked = second.post(address, {"score": [7, 3]})
    assert (asked.status, asked.code) == (409, "partner_reported")
    assert "7-2" in asked.body["data"]["theirs"]
    assert first.get(f"matches/{match.uid}/").body["waiting_report"] == said.body["report"]["id"]
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
    named = one.post(f"matches/{match.uid}/lineup/", {"players": _ids(match, Side.ONE)[1:]})
    assert named.status == 200
    assert [player["id"] for player in named.body["teams"][0]["lineup"]] == _ids(match, Side.ONE)[1:]
    for caller, sees in ((one, True), (director, True), (two, False), (Caller(), False)):
        seen = caller.get(f"matches/{match.uid}/boards/").body
        assert seen["teams"][0]["is_named"]
        assert (seen["teams"][0]["lineup"] is not None) is sees
        assert seen["boards"] == []
    both = two.post(f"matches/{match.uid}/lineup/", {"players": _ids(match, Side.TWO)[:3]})
    assert [board["number"] for board in both.body["boards"]] == [1, 2, 3]
    assert Caller().get(f"matches/{match.uid}/boards/").body["teams"][0]["lineup"] is not None


def test_a_board_is_reported_like_any_match_and_the_team_match_follows() -> None:
    match, event, director = _team_match()
    boards = director.post(f"matches/{match.uid}/boards/").body["boards"]
    for board in boards:
        said = director.post(f"matches/{board['match']}/reports/", {"score": [7, 3]})
        assert said.status == 201
    shown = director.get(f"matches/{match.uid}/").body
    assert (shown["state"], shown["winner"], shown["score"], shown["settled"]) == (
        "final",
        "one",
        [3, 0],
        "boards",
    )
    assert (shown["is_team_match"], shown["board"], shown["may"]) == (True, None, ["correct"])
    board = director.get(f"matches/{boards[1]['match']}/").body
    assert (board["team_match"], board["board"], board["is_team_match"]) == (match.uid, 2, False)
    listed = director.get(f"tournaments/{event.tournament.uid}/matches/").body["results"]
    assert [(row["id"], row["board"]) for row in listed] == [
        (match.uid, None),
        *((board["match"], board["number"]) for board in boards),
    ]
    assert {row["team_match"] for row in listed[1:]} == {match.uid}


def test_players_see_their_boards_and_may_name_a_lineup() -> None:
    match, _event, director = _team_match()
    captain = Caller(members_of(match, Side.ONE)[0])
    assert captain.get(f"matches/{match.uid}/").body["may"] == ["lineup"]
    director.post(f"matches/{match.uid}/boards/")
    assert len(captain.get("me/matches/").body["results"]) == 2


def test_a_captain_reports_and_confirms_the_boards_of_the_own_team_alone() -> None:
    match, _event, director = _team_match()
    director.post(f"matches/{match.uid}/boards/")
    board = boards_of(match)[1].match
    one, two = members_of(match, Side.ONE), members_of(match, Side.TWO)
    address = f"matches/{board.uid}/reports/"
    assert Caller(one[2]).post(address, {"score": [7, 3]}).status == 403
    captain = Caller(one[0])
    assert "report" in captain.get(f"matches/{board.uid}/").body["may"]
    said = captain.post(address, {"score": [7, 3]})
    assert (said.status, said.body["state"]) == (201, "reported")
    confirm = f"reports/{said.body['report']['id']}/confirm/"
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
