"""The boards of a team match are matches; their results decide the team match."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.errors import MatchCancelled, NotYourMatch, OwnReport, TeamReported
from rules.match import Side
from rules.scoresheet import Outcome
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
from tournaments.actions.draws import progress, stage_settings
from tournaments.actions.entrants import registration, teams
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling
from tournaments.errors.teams import CaptainOnly, TeamMatchByBoards
from tournaments.models import Entrant, Notice, TableUse
from tournaments.queries.draws import bracket
from tournaments.queries.entrants.teams import boards_of, members_of, team_score
from tournaments.queries.results.matches import matches_of_player, open_matches

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


class TestBoards:
    """A board is reported as any match is, and decides its team match."""

    def test_most_boards_win_and_the_score_is_the_boards_won(self) -> None:
        match, _ = match_with_boards()
        play(match, "one", "two", "one")
        assert result_of(match) == ("one", "played", (2, 1))
        assert match.accepted_report is not None
        assert (match.settled, match.accepted_report.source) == ("boards", "boards")
        notices = Notice.objects.filter(match=match, code="final")
        assert {notice.recipient for notice in notices} == {
            *match.one.players.all(),
            *match.two.players.all(),
        }

    def test_every_board_is_played_out_before_the_team_match_is_final(self) -> None:
        match, boards = match_with_boards()
        for board in boards[:2]:
            say(board, (7, 0))
        match.refresh_from_db()
        assert not match.is_final
        assert match.started_at is not None

    def test_players_report_confirm_and_dispute_at_their_board(self) -> None:
        match, (first, second, third) = match_with_boards()
        one, two = (factories.around(first).one, factories.around(first).two)
        results.confirm(results.report(first, by=one, score=(7, 3)).report, by=two)
        results.report(second, by=factories.around(second).one, score=(2, 7))
        report = results.report(third, by=factories.around(third).one, score=(7, 6)).report
        dispute = results.dispute(report, by=factories.around(third).two, reason="I won.", score=(6, 7))
        match.refresh_from_db()
        assert not match.is_final
        results.rule(dispute, by=factories.around(third).director, reason="The slip says so.", score=(6, 7))
        assert result_of(match) == ("two", "played", (1, 2))

    def test_silence_counts_at_a_board_too(self) -> None:
        match, boards = match_with_boards(boards=1)
        results.report(boards[0], by=factories.around(boards[0]).one, score=(7, 3))
        assert results.confirm_overdue(timezone.now() + timedelta(hours=1)) == 1
        assert result_of(match) == ("one", "played", (1, 0))

    def test_the_winner_goes_on_and_the_next_team_match_waits_for_lineups(self) -> None:
        stage = stage_of_teams(4)
        for match in factories.open_matches(stage):
            play(match, "one", "one", "two")
        progress.advance(stage.event)
        [final] = factories.open_matches(stage)
        assert not boards_of(final)
        assert progress.advance(stage.event) == 0
        play(final, "two", "two", "two")
        progress.advance(stage.event)
        view = bracket.bracket(stage)
        assert view is not None
        assert view.winner is not None
        assert view.winner.name == final.two.name
        assert [side.score for side in (view.rounds[-1].slots[0].one, view.rounds[-1].slots[0].two)] == [0, 3]
        assert is_sound(stage.event)

    @pytest.mark.both_databases
    def test_it_stands_at_a_table_and_frees_it(self) -> None:
        match, boards = match_with_boards()
        tournament = match.pairing.stage.event.tournament
        [table] = lifecycle.add_tables(tournament, by=None, names=["1"])
        calling.assign(boards[0], by=None, table=table)
        say(boards[0], (7, 0))
        progress.advance(match.pairing.stage.event)
        assert not TableUse.objects.filter(until=None).exists()
        with pytest.raises(TeamMatchByBoards):
            calling.assign(match, by=None, table=table)

    @pytest.mark.both_databases
    def test_lists_show_a_board_after_its_team_match(self) -> None:
        match, boards = match_with_boards()
        lines = open_matches(match.pairing.stage.event)
        assert [(line.match, line.board and line.board.number, line.is_team_match) for line in lines] == [
            (match, None, True),
            *((board, number, False) for number, board in enumerate(boards, start=1)),
        ]
        player = factories.around(boards[1]).one
        assert [line.match for line in matches_of_player(player)] == [match, boards[1]]
        reserve = members_of(match, Side.ONE)[3]
        assert [line.match for line in matches_of_player(reserve)] == [match]

    @pytest.mark.both_databases
    def test_the_length_of_a_round_is_that_of_its_boards(self) -> None:
        match, boards = match_with_boards()
        results.start(boards[0], by=None)
        assert stage_settings.change_round_length(match.pairing.stage, by=None, round=1, length=9) == 2
        assert [board.length for board in matches_at(match)] == [7, 9, 9]
        match.refresh_from_db()
        assert match.length == 3


class TestNotPlayed:
    """Forfeits at boards, and teams that leave."""

    def test_a_forfeited_board_is_a_board_lost(self) -> None:
        match, boards = match_with_boards()
        director = factories.around(match).director
        results.forfeit(boards[0], by=director, loser="one", reason="absent")
        for board in boards[1:]:
            say(board, (7, 3))
        assert result_of(match) == ("one", "played", (2, 1))

    @pytest.mark.both_databases
    def test_boards_without_a_winner_leave_the_points_to_decide(self) -> None:
        match, boards = match_with_boards()
        results.forfeit(boards[0], by=factories.around(match).director, loser=None, reason="absent")
        say(boards[1], (7, 6))
        say(boards[2], (2, 7))
        assert result_of(match) == ("two", "played", (1, 1))

    def test_then_the_first_board_that_was_won(self) -> None:
        match, boards = match_with_boards()
        results.forfeit(boards[0], by=factories.around(match).director, loser=None, reason="absent")
        say(boards[1], (3, 7))
        say(boards[2], (7, 3))
        assert result_of(match) == ("two", "played", (1, 1))

    @pytest.mark.both_databases
    def test_nobody_wins_where_nobody_won_a_board(self) -> None:
        match, boards = match_with_boards()
        for board in boards:
            results.forfeit(board, by=factories.around(match).director, loser=None, reason="absent")
        assert result_of(match) == ("", "double_forfeit", (0, 0))

    def test_a_team_match_of_forfeits_was_not_played(self) -> None:
        match, boards = match_with_boards()
        for board in boards:
            results.forfeit(board, by=factories.around(match).director, loser="two", reason="absent")
        assert result_of(match) == ("one", "forfeit", (3, 0))

    def test_a_team_that_leaves_before_a_board_began_gives_a_walkover(self) -> None:
        match, boards = match_with_boards()
        registration.withdraw(Entrant.objects.get(side=match.one), by=captain_of(match))
        assert result_of(match)[:2] == ("two", "walkover")
        assert not boards_of(match)
        boards[0].refresh_from_db()
        assert boards[0].cancelled_at is not None
        with pytest.raises(MatchCancelled):
            say(boards[0], (7, 0))

    def test_a_team_that_leaves_later_gives_up_the_boards_that_are_open(self) -> None:
        match, boards = match_with_boards()
        say(boards[0], (7, 3))
        results.start(boards[1], by=None)
        registration.withdraw(Entrant.objects.get(side=match.one), by=captain_of(match))
        assert [board.outcome for board in matches_at(match)] == ["played", "retired", "forfeit"]
        assert result_of(match) == ("two", "played", (1, 2))

    @pytest.mark.both_databases
    def test_boards_already_won_stay_won(self) -> None:
        match, boards = match_with_boards()
        for board in boards[:2]:
            say(board, (7, 3))
        registration.withdraw(Entrant.objects.get(side=match.one), by=captain_of(match))
        assert result_of(match) == ("one", "played", (2, 1))

    @pytest.mark.both_databases
    def test_the_captain_gives_up_the_whole_match(self) -> None:
        match, boards = match_with_boards()
        say(boards[0], (7, 3))
        captain, other, *_ = members_of(match, Side.ONE)
        with pytest.raises(CaptainOnly):
            results.forfeit(match, by=other, loser="one", outcome=Outcome.RETIRED)
        results.forfeit(match, by=captain, loser="one", outcome=Outcome.RETIRED)
        assert result_of(match) == ("two", "retired", (1, 0))
        assert matches_at(match) == [boards[0]]


def test_the_score_of_boards_is_a_pure_sum() -> None:
    match, boards = match_with_boards(boards=1)
    say(boards[0], (7, 6))
    assert team_score(matches_at(match)).wins == (1, 0)


class TestCaptain:
    """A captain speaks for the own team at every board, and for nobody else."""

    def test_a_captain_reports_a_board_and_the_other_captain_confirms_it(self) -> None:
        match, (_, second, _third) = match_with_boards()
        report = results.report(second, by=captain_of(match), score=(7, 3)).report
        assert (report.source, report.by) == ("one", captain_of(match))
        results.confirm(report, by=captain_of(match, "two"))
        second.refresh_from_db()
        assert (second.winner, second.settled) == ("one", "confirmed")
        assert is_sound(factories.around(match).stage.event)

    def test_a_captain_gives_a_lost_board_at_once(self) -> None:
        match, (_, second, _third) = match_with_boards()
        assert results.report(second, by=captain_of(match), score=(3, 7)).state == "final"

    def test_nobody_confirms_the_own_teams_report_or_speaks_for_both(self) -> None:
        match, (_, second, _third) = match_with_boards()
        report = results.report(second, by=factories.around(second).one, score=(7, 3)).report
        with pytest.raises(OwnReport):
            results.confirm(report, by=captain_of(match))
        with pytest.raises(NotYourMatch):
            results.report(second, by=captain_of(match), source="together", score=(7, 3))
        with pytest.raises(NotYourMatch):
            results.report(second, by=captain_of(match), source="two", score=(7, 3))

    def test_nobody_else_of_the_team_and_no_captain_of_another_team_speaks_at_a_board(self) -> None:
        stage = stage_of_teams(4)
        match, other = factories.open_matches(stage)
        for one in (match, other):
            teams.open_boards(one, by=None)
        second = matches_at(match)[1]
        for player in (members_of(match, Side.ONE)[3], members_of(match, Side.ONE)[2], captain_of(other)):
            with pytest.raises(NotYourMatch):
                results.report(second, by=player, score=(7, 3))

    @pytest.mark.both_databases
    def test_a_captain_and_a_player_who_differ_are_asked(self) -> None:
        match, (_, second, _third) = match_with_boards()
        results.report(second, by=factories.around(second).one, score=(7, 3))
        with pytest.raises(TeamReported, match="7–3"):
            results.report(second, by=captain_of(match), score=(7, 5))
        assert results.report(second, by=captain_of(match), score=(7, 5), insist=True).report.score == (7, 5)

    def test_a_captain_who_directs_decides_as_a_director(self) -> None:
        match, (_, second, _third) = match_with_boards()
        captain = captain_of(match)
        tournament = factories.around(match).stage.event.tournament
        lifecycle.appoint(tournament, captain, kind="director", by=None)
        assert results.report(second, by=captain, score=(7, 3)).report.source == "director"
