"""Teams: how they enter, and their standings."""

from __future__ import annotations

import pytest

from tests import factories
from tests.tournaments.team_matches import is_sound, play, say, stage_of_teams
from tournaments.actions.draws import progress
from tournaments.actions.entrants import registration, teams
from tournaments.actions.events import lifecycle
from tournaments.errors.common import InvalidFields
from tournaments.errors.teams import InvalidTeamSize, NameMissing
from tournaments.queries.draws.standings import standings

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


class TestWhoEnters:
    """A team fills its boards and has no more players than the event allows."""

    @pytest.mark.parametrize("size", [2, 5])
    def test_a_team_has_the_size_that_the_event_says(self, size: int) -> None:
        event = factories.event(kind="teams", boards=3, team_size=4)
        with pytest.raises(InvalidTeamSize, match=f"from 3 to 4 players; this one has {size}"):
            registration.enter(event, by=None, players=[factories.player() for _ in range(size)], name="Lyon")

    @pytest.mark.both_databases
    def test_a_team_has_a_name_of_its_own(self) -> None:
        event = factories.event(kind="teams", boards=1, team_size=4)
        with pytest.raises(NameMissing):
            registration.enter(event, by=None, players=[factories.player()])
        assert (
            registration.enter(event, by=None, players=[factories.player()], name=" Lyon  1 ").name
            == "Lyon 1"
        )

    @pytest.mark.parametrize(
        "setup",
        [
            {"kind": "teams", "boards": 4, "team_size": 4},
            {"kind": "teams", "boards": 5, "team_size": 4},
            {"kind": "teams"},
            {"kind": "singles", "boards": 3, "team_size": 4},
        ],
    )
    def test_boards_are_odd_and_a_team_can_fill_them(self, setup: dict[str, object]) -> None:
        with pytest.raises(InvalidFields):
            lifecycle.create_event(factories.tournament(), by=None, name="Teams", **setup)  # type: ignore[arg-type]

    @pytest.mark.both_databases
    def test_a_captain_registers_the_team_by_its_players_names(self) -> None:
        event = factories.event(kind="teams", boards=3, team_size=4)
        ann = factories.player("Ann Arbor")
        team = registration.register_self(event, by=ann, partners=["Bob Bear", "Cid Clay"], name="Lyon")
        assert (team.name, [player.name for player in team.side.players.order_by("memberships__order")]) == (
            "Lyon",
            ["Ann Arbor", "Bob Bear", "Cid Clay"],
        )

    @pytest.mark.both_databases
    def test_a_player_joins_a_team_until_it_is_full(self) -> None:
        event = factories.event(kind="teams", boards=1, team_size=2)
        team = registration.enter(event, by=None, players=[factories.player()], name="Lyon")
        newcomer = factories.player()
        teams.add_player(team, player=newcomer, by=None)
        assert newcomer in team.side.players.all()
        side = team.side
        assert teams.add_player(team, player=newcomer, by=None).side == side
        with pytest.raises(InvalidTeamSize):
            teams.add_player(team, player=factories.player(), by=None)


class TestStandings:
    """Boards decide between teams of equal points."""

    @pytest.mark.parametrize("code", ["board_points", "points_difference"])
    def test_board_points_in_a_round_robin(self, code: str) -> None:
        stage = stage_of_teams(3, format="round_robin", options={"first_tiebreak": code})
        beats = {("A", "B"): 3, ("B", "C"): 2, ("C", "A"): 2}
        names = {}
        for entrant, name in zip(stage.event.entrants.order_by("pk"), "ABC", strict=True):
            names[entrant.side_id] = name
        while matches := factories.open_matches(stage):
            for match in matches:
                pair = (names[match.one_id], names[match.two_id])
                boards_won = beats.get(pair)
                say(
                    match,
                    (boards_won, 3 - boards_won)
                    if boards_won
                    else (3 - beats[pair[::-1]], beats[pair[::-1]]),
                )
            progress.advance(stage.event)
        view = standings(stage)
        assert view is not None
        by_uid = {entrant.uid: names[entrant.side_id] for entrant in stage.event.entrants.all()}
        points = [(by_uid[line.entrant], dict(line.tiebreaks).get(code)) for line in view.lines]
        boards = {"A": 4, "C": 3, "B": 2}
        differences = {"A": 2, "C": 0, "B": -2}
        assert points == list((boards if code == "board_points" else differences).items())

    def test_teams_play_a_swiss_to_its_end(self) -> None:
        stage = stage_of_teams(4, format="swiss", options={"rounds": 3, "tiebreak_1": "board_points"})
        while matches := factories.open_matches(stage):
            for match in matches:
                play(match, "one", "two", "one")
            progress.advance(stage.event)
            assert progress.advance(stage.event) == 0
        assert standings(stage) is not None
        assert is_sound(stage.event)
