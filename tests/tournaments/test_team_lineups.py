"""Line-ups of teams: each captain names all boards at once, and a substitute takes a place."""

from __future__ import annotations

import pytest

from rules.match import Side
from tests import factories
from tests.tournaments.team_matches import (
    captain_of,
    is_sound,
    match_with_boards,
    matches_at,
    result_of,
    say,
    stage_of_teams,
)
from tournaments.actions import results
from tournaments.actions.draws import progress
from tournaments.actions.entrants import teams
from tournaments.actions.events import lifecycle
from tournaments.errors.common import Forbidden
from tournaments.errors.results import OwnMatchRuling
from tournaments.errors.teams import CaptainOnly, InvalidLineup, LineupsFixed, NotATeamMatch
from tournaments.models import Board, Entrant, Notice
from tournaments.queries.draws import bracket
from tournaments.queries.entrants.teams import boards_of, lineups_of, members_of

pytestmark = pytest.mark.django_db


class TestLineups:
    """Each captain names all boards at once; neither side knows the other's until both are in."""

    def test_boards_are_made_when_both_lineups_are_in(self) -> None:
        match = factories.open_matches(stage_of_teams())[0]
        one, two = (list(members_of(match, side))[1:] for side in Side)
        assert not teams.name_lineup(match, by=captain_of(match), players=one)
        assert not boards_of(match)
        assert teams.name_lineup(match, by=captain_of(match, "two"), players=two[::-1])
        boards = boards_of(match)
        assert [board.number for board in boards] == [1, 2, 3]
        assert [(board.match.one.players.get(), board.match.two.players.get()) for board in boards] == list(
            zip(one, two[::-1], strict=True)
        )
        assert {board.match.length for board in boards} == {7}
        notices = Notice.objects.filter(match__in=[board.match for board in boards], code="next_opponent")
        assert {notice.recipient for notice in notices} == {*one, *two}

    def test_a_lineup_can_be_changed_until_the_other_is_in(self) -> None:
        match = factories.open_matches(stage_of_teams())[0]
        team = list(members_of(match, Side.ONE))
        teams.name_lineup(match, by=team[0], players=team[:3])
        teams.name_lineup(match, by=team[0], players=team[1:])
        assert lineups_of(match) == {Side.ONE: tuple(team[1:])}
        teams.open_boards(match, by=None)
        with pytest.raises(LineupsFixed):
            teams.name_lineup(match, by=team[0], players=team[:3])
        assert teams.name_lineup(match, by=team[0], players=team[1:]) is True

    def test_a_director_changes_one_until_a_board_has_begun(self) -> None:
        match, boards = match_with_boards()
        director = factories.around(match).director
        team = list(members_of(match, Side.ONE))
        teams.name_lineup(match, by=director, side="one", players=team[1:])
        made_anew = matches_at(match)
        assert [board.one.players.get() for board in made_anew] == team[1:]
        boards[0].refresh_from_db()
        assert boards[0].cancelled_at is not None
        results.start(made_anew[0], by=None)
        with pytest.raises(LineupsFixed):
            teams.name_lineup(match, by=director, side="one", players=team[:3])

    def test_who_names_none_plays_in_the_order_of_the_team(self) -> None:
        match = factories.open_matches(stage_of_teams())[0]
        team = list(members_of(match, Side.TWO))
        teams.name_lineup(match, by=team[0], players=team[1:])
        teams.open_boards(match, by=None)
        teams.open_boards(match, by=None)
        assert lineups_of(match) == {Side.ONE: members_of(match, Side.ONE)[:3], Side.TWO: tuple(team[1:])}
        assert Board.objects.count() == 3

    def test_refusals(self) -> None:
        match = factories.open_matches(stage_of_teams())[0]
        captain, *others = members_of(match, Side.ONE)
        three = [captain, *others[:2]]
        with pytest.raises(CaptainOnly, match=captain.name):
            teams.name_lineup(match, by=others[0], players=three)
        with pytest.raises(OwnMatchRuling):
            teams.name_lineup(match, by=captain, side="two", players=three)
        with pytest.raises(Forbidden):
            teams.name_lineup(match, by=factories.player(), side="one", players=three)
        for wrong in (three[:2], [*three[:2], captain], [*three[:2], captain_of(match, "two")]):
            with pytest.raises(InvalidLineup, match="Name 3 different players"):
                teams.name_lineup(match, by=captain, players=wrong)
        with pytest.raises(InvalidLineup):
            teams.name_lineup(match, by=None, players=three)
        with pytest.raises(NotATeamMatch):
            teams.open_boards(factories.open_match().match, by=None)

    def test_nobody_of_a_team_opens_its_boards(self) -> None:
        match = factories.open_matches(stage_of_teams())[0]
        captain = captain_of(match)
        lifecycle.appoint(match.pairing.stage.event.tournament, by=None, player=captain, kind="desk")
        with pytest.raises(OwnMatchRuling):
            teams.open_boards(match, by=captain)


class TestSubstitutes:
    """A substitute of a team takes the place in its line-up and at its board."""

    @pytest.mark.both_databases
    def test_before_a_board_has_begun(self) -> None:
        match, _ = match_with_boards()
        entrant = Entrant.objects.get(side=match.one)
        out, newcomer = members_of(match, Side.ONE)[1], factories.player("Nina Newcomer")
        teams.substitute(entrant, out=out, in_=newcomer, by=None, reason="ill")
        match.refresh_from_db()
        assert (match.one, match.one.name) == (entrant.side, entrant.name)
        assert matches_at(match)[1].one.players.get() == newcomer
        assert lineups_of(match)[Side.ONE][1] == newcomer

    def test_a_reserve_changes_no_board(self) -> None:
        match, boards = match_with_boards()
        entrant = Entrant.objects.get(side=match.one)
        teams.substitute(
            entrant, out=members_of(match, Side.ONE)[3], in_=factories.player(), by=None, reason="ill"
        )
        assert [board.one for board in matches_at(match)] == [board.one for board in boards]

    def test_a_team_match_begun_is_played_by_those_who_began_it(self) -> None:
        match, boards = match_with_boards()
        entrant = Entrant.objects.get(side=match.one)
        results.start(boards[0], by=None)
        out = members_of(match, Side.ONE)[1]
        teams.substitute(entrant, out=out, in_=factories.player(), by=None, reason="ill")
        for board, score in zip(matches_at(match), [(7, 3), (7, 3), (3, 7)], strict=True):
            say(board, score)
        assert result_of(match) == ("one", "played", (2, 1))
        progress.advance(match.pairing.stage.event)
        view = bracket.bracket(match.pairing.stage)
        assert view is not None
        assert view.winner is not None
        assert view.winner.entrant == entrant.uid
        assert is_sound(match.pairing.stage.event)
