"""Lists hold what their readers need, read what they show and nothing else, and ignore no parameter."""

from __future__ import annotations

import pytest
from pytest_django.fixtures import DjangoAssertNumQueries

from bench.lists import copy_tournaments, explained
from matches.errors import DomainError
from matches.models import Player
from tests import factories
from tests.api.client import Caller
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.entrants import teams
from tournaments.actions.people import tokens
from tournaments.api.errors import known_problems

# Their order, their pages and their filters are those of a database.
pytestmark = [pytest.mark.django_db, pytest.mark.both_databases(long=True)]


def test_match_of_a_list_says_who_won_with_which_score_by_ids_that_addresses_have() -> None:
    game = factories.open_match()
    results.report(game.match, by=game.two, score=(7, 3))
    event = game.match.pairing.stage.event
    caller = Caller(factories.owner(event.tournament))
    [match] = caller.get(f"tournaments/{event.tournament.uid}/matches/").body["results"]
    assert (match["event"], match["stage"]) == (event.uid, game.match.pairing.stage.uid)
    assert (match["state"], match["score"], match["winner"]) == ("final", [7, 3], "one")
    for side, player in (("one", game.one), ("two", game.two)):
        entrant = caller.get(f"entrants/{match[side]['entrant']}/").body
        assert match[side]["players"] == [player.uid] == [one["id"] for one in entrant["players"]]
    assert caller.get(f"matches/{match['id']}/").body["one"] == match["one"]
    # Strangers read the ids of those alone who have a public profile.
    Player.objects.filter(pk=game.two.pk).update(has_profile=True)
    [public] = Caller().get(f"tournaments/{event.tournament.uid}/matches/").body["results"]
    assert (public["one"]["players"], public["two"]["players"]) == ([None], [game.two.uid])


def test_score_of_a_match_under_way_is_not_in_a_list() -> None:
    game = factories.open_match()
    results.report(game.match, by=game.one, score=(7, 3))
    event = game.match.pairing.stage.event
    [match] = Caller(game.one).get("me/matches/").body["results"]
    assert (match["state"], match["score"]) == ("reported", None)
    [same] = Caller().get(f"tournaments/{event.tournament.uid}/matches/").body["results"]
    strangers = {side: {**match[side], "players": [None]} for side in ("one", "two")}
    assert same == match | strangers


def test_list_of_matches_takes_as_many_queries_for_a_hundred_as_for_one(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for entrants in (2, 32):
        stage = factories.drawn_stage(entrants)
        path = f"tournaments/{stage.event.tournament.uid}/matches/"
        with django_assert_num_queries(6):
            assert len(Caller().get(path).body["results"]) == entrants // 2


def test_list_with_boards_takes_as_many_queries_and_reads_no_standings(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    stage = factories.stage(factories.event(kind="teams", boards=3, team_size=3))
    factories.entrants(stage.event, 4)
    draw.draw(stage, by=None)
    for match in factories.open_matches(stage):
        teams.open_boards(match, by=None)
    path = f"tournaments/{stage.event.tournament.uid}/matches/"
    with django_assert_num_queries(6) as queries:
        rows = Caller().get(path).body["results"]
    assert [row["board"] for row in rows].count(3) == len([row for row in rows if row["board"] is None]) == 2
    assert all("standings" not in query["sql"] for query in queries.captured_queries)


@pytest.mark.postgres
@pytest.mark.parametrize(
    "path", ["tournaments/{}/matches/", "tournaments/{}/matches/?page_size=2", "me/matches/"]
)
def test_list_reads_no_other_match_however_many_there_are(path: str) -> None:
    """With all tables joined at once PostgreSQL read every match of the installation, for 6 to 10 s at a million."""
    crowd = factories.drawn_stage(32)
    factories.play_open_matches(crowd)
    copy_tournaments(600)
    game = factories.open_match()
    tournament = game.match.pairing.stage.event.tournament
    with explained() as plans:
        answer = Caller(game.one).get(path.format(tournament.uid))
    assert [match["id"] for match in answer.body["results"]] == [game.match.uid]
    assert plans
    for plan in plans:
        for table in ("matches_match", "tournaments_pairing"):
            assert f"Seq Scan on {table}" not in plan, plan
        # Neither does it walk through all of them in their order.
        assert "Index Scan Backward using matches_match_pkey" not in plan, plan


@pytest.mark.postgres
def test_what_a_desk_reads_is_of_its_own_tournament_however_many_there_are() -> None:
    """With the matches of the hall in a subquery PostgreSQL joined every match there is: 0.13 s at 13,000."""
    crowd = factories.drawn_stage(32)
    factories.play_open_matches(crowd)
    copy_tournaments(600)
    game = factories.open_match()
    tournament, desk = game.match.pairing.stage.event.tournament, Caller(game.director)
    for path in ("call-order/", "next/", "close/", "disputes/"):
        with explained() as plans:
            assert desk.get(f"tournaments/{tournament.uid}/{path}").status == 200
        assert plans
        for plan in plans:
            assert "Seq Scan on matches_match" not in plan, plan


@pytest.mark.postgres
def test_page_of_players_reads_nobody_but_those_on_it() -> None:
    """Who of somebody's duplicates refused was looked for among everybody: 5 ms at 36,000 players."""
    factories.crowd(3000)
    for path in ("players/", "players/?page_size=2"):
        with explained() as plans:
            assert Caller().get(path).status == 200
        assert plans
        for plan in plans:
            assert "Seq Scan on matches_player" not in plan, plan


class TestParameters:
    """Unknown parameters are refused, and every list accepts the common ones."""

    @pytest.mark.parametrize(
        "path",
        [
            "tournaments/?q=xyz",
            "tournaments/?page_size=2&starts_after=2030-01-01",
            "me/?format=csv",
            "templates/?x=",
        ],
    )
    def test_unknown_one_is_refused_by_name(self, path: str) -> None:
        answer = Caller(factories.director()).get(path)
        assert (answer.status, answer.code) == (400, "unknown_parameter")

    def test_unknown_one_of_a_post_does_nothing(self) -> None:
        director = factories.director()
        answer = Caller(director).post("tournaments/?dry_run=1", {"name": "X", "starts_on": "2026-03-01"})
        assert (answer.status, answer.code) == (400, "unknown_parameter")
        assert Caller(director).get("tournaments/").body["results"] == []

    def test_every_list_takes_page_size_and_cursor(self) -> None:
        event = factories.event()
        for path in (
            f"tournaments/{event.tournament.uid}/events/",
            f"events/{event.uid}/stages/",
            "templates/",
            "problems/",
        ):
            assert Caller().get(f"{path}?page_size=5&cursor=").status == 200

    def test_templates_are_those_for_so_many_entrants(self) -> None:
        few, all_of_them = (Caller().get(f"templates/{query}").body for query in ("?entrants=3", ""))
        assert 0 < len(few) < len(all_of_them)
        assert all(template["fewest"] <= 3 <= template["most"] for template in few)
        assert Caller().get("templates/?entrants=x").code == "invalid"

    def test_table_still_takes_its_form(self) -> None:
        event = factories.event()
        assert Caller().get(f"events/{event.uid}/entrants/sheet/?format=xlsx").status == 200


class TestBearer:
    """Most clients write `Bearer`; it is heard as `Token` is, and refused as it is."""

    def test_token_after_it_is_accepted(self) -> None:
        director = factories.director()
        caller = Caller(director)
        token = tokens.make_for_operator(director, name="Test")
        caller.client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
        assert caller.get("me/").body["player"]["id"] == director.uid

    @pytest.mark.parametrize("value", ["Bearer nonsense", "Bearer", "bearer a b"])
    def test_what_is_no_token_is_refused_even_where_nobody_need_sign_in(self, value: str) -> None:
        caller = Caller()
        caller.client.credentials(HTTP_AUTHORIZATION=value)
        answer = caller.get("tournaments/")
        assert (answer.status, answer.code) == (401, "invalid_token")


def test_code_belongs_to_one_error() -> None:
    with pytest.raises(TypeError, match="share the code plays_elsewhere"):
        type("PlaysSomewhereElse", (DomainError,), {"code": "plays_elsewhere"})
    assert known_problems()["plays_elsewhere"].meaning.startswith("The player has begun to play in a stage")
