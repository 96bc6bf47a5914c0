"""Results that a director enters or corrects for team matches and boards."""

from __future__ import annotations

import pytest

from matches.errors import MatchAlreadyFinal
from matches.models import Match, Report
from tests import factories
from tests.tournaments.team_matches import (
    captain_of,
    is_sound,
    match_with_boards,
    matches_at,
    play,
    result_of,
    say,
    stage_of_teams,
)
from tournaments.actions import results
from tournaments.actions.draws import progress
from tournaments.actions.entrants import teams
from tournaments.actions.records import uploads
from tournaments.errors.draws import MatchBegun
from tournaments.errors.teams import (
    BoardsNotRecorded,
    InvalidBoardScore,
    TeamAgainstBoards,
    TeamMatchByBoards,
)
from tournaments.models import Pairing, Stage
from tournaments.queries.draws.follow_ups import follow_ups

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


class TestTheDirector:
    """A director's result of a whole team match counts."""

    @pytest.mark.both_databases
    def test_enters_the_boards_won_without_their_scores(self) -> None:
        match = factories.open_matches(stage_of_teams())[0]
        say(match, (2, 1))
        assert result_of(match) == ("one", "played", (2, 1))
        with pytest.raises(MatchAlreadyFinal):
            teams.open_boards(match, by=None)

    @pytest.mark.parametrize("score", [(2, 2), (-1, 1), (0, 0)])
    def test_no_more_boards_than_there_are(self, score: tuple[int, int]) -> None:
        match = factories.open_matches(stage_of_teams())[0]
        with pytest.raises(InvalidBoardScore, match="3 boards"):
            say(match, score)

    @pytest.mark.both_databases
    def test_names_the_winner_of_equal_boards(self) -> None:
        match = factories.open_matches(stage_of_teams())[0]
        director = factories.around(match).director
        with pytest.raises(InvalidBoardScore):
            results.report(match, by=director, score=(2, 1), winner="two", reason="sheet lost")
        with pytest.raises(BoardsNotRecorded):
            results.report(match, by=director, score=(1, 1), winner="two")
        results.report(match, by=director, score=(1, 1), winner="two", reason="sheet lost")
        assert result_of(match) == ("two", "played", (1, 1))

    def test_ends_the_boards_that_are_open(self) -> None:
        match, boards = match_with_boards()
        say(boards[0], (7, 0))
        say(match, (2, 1))
        assert matches_at(match) == [boards[0]]
        boards[1].refresh_from_db()
        assert boards[1].cancelled_at is not None

    @pytest.mark.both_databases
    def test_a_result_of_teams_never_contradicts_boards_that_are_final(self) -> None:
        match, boards = match_with_boards()
        say(boards[0], (5, 7))
        say(boards[1], (5, 7))
        with pytest.raises(TeamAgainstBoards, match="0–2"):
            say(match, (3, 0))
        say(match, (1, 2))
        assert result_of(match) == ("two", "played", (1, 2))
        director = factories.around(match).director
        with pytest.raises(TeamAgainstBoards):
            results.correct(match, by=director, score=(2, 1), reason="A player was not of the team.")
        results.correct(boards[0], by=director, score=(7, 3), reason="A player was not of the team.")
        assert result_of(match) == ("two", "played", (1, 2)), "that agrees with what was said"
        results.correct(boards[1], by=director, score=(7, 3), reason="He neither.")
        assert result_of(match) == ("one", "played", (2, 1)), "the boards have the last word"

    @pytest.mark.both_databases
    def test_players_leave_a_team_match_to_its_boards(self) -> None:
        match, _ = match_with_boards()
        captain, director = captain_of(match), factories.around(match).director
        with pytest.raises(TeamMatchByBoards):
            results.report(match, by=captain, score=(2, 1))
        with pytest.raises(TeamMatchByBoards):
            results.start(match, by=captain)
        with pytest.raises(TeamMatchByBoards):
            uploads.upload(match, by=captain, file_name="match.mat", data=b"")
        with pytest.raises(TeamMatchByBoards):
            results.penalise(match, by=director, to="one", points=1, reason="late")
        with pytest.raises(TeamMatchByBoards):
            results.change_length(match, by=director, length=5, reason="late")
        with pytest.raises(TeamMatchByBoards):
            results.report(match, by=director, games=[])


class TestCorrections:
    """A corrected board changes the result of its team match."""

    def _semifinals(self) -> tuple[Stage, Match]:
        stage = stage_of_teams(4)
        for match in factories.open_matches(stage):
            play(match, "one", "one", "two")
        progress.advance(stage.event)
        return stage, Pairing.objects.filter(stage=stage, round=1)[0].match  # type: ignore[return-value]

    def test_another_winner_goes_on(self) -> None:
        stage, match = self._semifinals()
        board = matches_at(match)[0]
        results.correct(board, by=factories.around(match).director, score=(3, 7), reason="slip")
        assert result_of(match) == ("two", "played", (1, 2))
        [final] = factories.open_matches(stage)
        assert match.two in (final.one, final.two)
        assert Report.objects.filter(match=match, source="boards").count() == 2
        assert is_sound(stage.event)

    def test_the_same_winner_keeps_what_follows(self) -> None:
        stage, match = self._semifinals()
        [final] = factories.open_matches(stage)
        results.correct(
            matches_at(match)[2], by=factories.around(match).director, score=(7, 3), reason="slip"
        )
        assert result_of(match) == ("one", "played", (3, 0))
        assert factories.open_matches(stage) == [final]

    def test_its_impact_is_what_follows_from_the_team_match(self) -> None:
        stage, match = self._semifinals()
        [final] = factories.open_matches(stage)
        assert [follow_up.pairing.match for follow_up in follow_ups(matches_at(match)[0])] == [final]

    def test_it_is_refused_where_a_board_of_the_next_match_has_begun(self) -> None:
        stage, match = self._semifinals()
        [final] = factories.open_matches(stage)
        teams.open_boards(final, by=None)
        results.start(matches_at(final)[0], by=None)
        with pytest.raises(MatchBegun):
            results.correct(
                matches_at(match)[0], by=factories.around(match).director, score=(3, 7), reason="slip"
            )
        assert result_of(match) == ("one", "played", (2, 1))

    def test_open_boards_of_a_match_that_no_longer_follows_are_cancelled(self) -> None:
        stage, match = self._semifinals()
        [final] = factories.open_matches(stage)
        teams.open_boards(final, by=None)
        old_boards = matches_at(final)
        results.correct(
            matches_at(match)[0], by=factories.around(match).director, score=(3, 7), reason="slip"
        )
        assert Match.objects.filter(pk__in=[board.pk for board in old_boards], cancelled_at=None).count() == 0
        assert is_sound(stage.event)
