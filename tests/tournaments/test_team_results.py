"""The result of a team match comes from its boards, or from a director."""

from __future__ import annotations

import pytest

from matches.models import Source
from tests import factories
from tests.tournaments.results_seen import fresh, last_entry, log_of
from tests.tournaments.team_matches import match_with_boards, matches_at, play, result_of, say, stage_of_teams
from tournaments.actions import results
from tournaments.errors.teams import InvalidBoardScore, TeamAgainstBoards

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


class TestTheBoards:
    def test_begin_the_team_match(self) -> None:
        match, boards = match_with_boards()
        assert fresh(match).started_at is None
        results.start(boards[0], by=factories.around(match).director)
        began = fresh(match).started_at
        assert began is not None
        results.start(boards[1], by=factories.around(match).director)
        assert fresh(match).started_at == began

    def test_settle_it_with_an_entry_in_the_log(self) -> None:
        match = factories.open_matches(stage_of_teams())[0]
        play(match, "one", "two", "one")
        entry = last_entry(match)
        assert (entry.code, entry.data["score"], entry.data["settled"]) == ("team_settled", [2, 1], "boards")

    def test_corrected_settle_it_anew(self) -> None:
        match = factories.open_matches(stage_of_teams())[0]
        play(match, "one", "two", "one")
        results.correct(
            matches_at(match)[0], by=factories.around(match).director, score=(3, 7), reason="Misread."
        )
        assert result_of(match) == ("two", "played", (1, 2))
        report = match.accepted_report
        assert report is not None
        assert (report.source, report.reason, match.settled) == (Source.BOARDS, "", "boards")

    @pytest.mark.parametrize(
        ("by_word", "boards", "follows"),
        [((2, 1), (3, 7), (1, 2)), ((1, 2), (7, 3), (2, 1))],
    )
    def test_have_the_last_word_over_a_director(
        self, by_word: tuple[int, int], boards: tuple[int, int], follows: tuple[int, int]
    ) -> None:
        match, [first, second, _third] = match_with_boards()
        for board in (first, second):
            say(board, (boards[1], boards[0]))
        say(match, by_word)
        for board in (first, second):
            results.correct(board, by=factories.around(match).director, score=boards, reason="Misread.")
        assert result_of(match)[2] == follows
        report = match.accepted_report
        assert report is not None
        assert (report.source, report.reason, match.settled) == (Source.DIRECTOR, "not recorded", "director")

    def test_that_are_open_are_dropped_with_an_entry_in_the_log(self) -> None:
        match, boards = match_with_boards()
        say(boards[0], (7, 0))
        say(match, (2, 1))
        assert set(log_of(match)[-2:]) == {"reported", "boards_dropped"}


class TestTheDirector:
    @pytest.mark.both_databases
    def test_gives_all_boards_to_one_side(self) -> None:
        match = factories.open_matches(stage_of_teams())[0]
        say(match, (3, 0))
        assert result_of(match) == ("one", "played", (3, 0))

    @pytest.mark.parametrize(
        ("outcome", "winner"), [("walkover", "one"), ("forfeit", "two"), ("double_forfeit", None)]
    )
    def test_needs_no_score_where_nobody_played(self, outcome: str, winner: str | None) -> None:
        match = factories.open_matches(stage_of_teams())[0]
        director = factories.around(match).director
        results.report(match, by=director, outcome=outcome, winner=winner, reason="Nobody came.")
        assert result_of(match) == (winner or "", outcome, (0, 0))

    @pytest.mark.parametrize(
        ("score", "outcome", "winner"),
        [
            (None, "played", "one"),
            ((1, 1), "played", None),
            ((1, 0), "double_forfeit", "one"),
            ((1, 0), "retired", None),
        ],
    )
    def test_names_score_and_winner_where_they_are_needed(
        self, score: tuple[int, int] | None, outcome: str, winner: str | None
    ) -> None:
        match = factories.open_matches(stage_of_teams())[0]
        with pytest.raises(InvalidBoardScore):
            results.report(
                match,
                by=factories.around(match).director,
                score=score,
                outcome=outcome,
                winner=winner,
                reason="not recorded",
            )

    @pytest.mark.parametrize("winner", ["one", "two"])
    def test_never_takes_a_board_from_whoever_won_it(self, winner: str) -> None:
        match, boards = match_with_boards()
        for board in boards[:2]:
            say(board, (7, 3) if winner == "one" else (3, 7))
        against, along = ((1, 2), (2, 1)) if winner == "one" else ((2, 1), (1, 2))
        with pytest.raises(TeamAgainstBoards):
            say(match, against)
        say(match, along)
        assert result_of(match) == (winner, "played", along)

    def test_ends_a_match_that_is_not_played_out_with_the_boards_won_so_far(self) -> None:
        for score, score_of_boards in ((None, (1, 0)), ((1, 1), (1, 1)), ((0, 0), (0, 0))):
            match, boards = match_with_boards()
            say(boards[0], (7, 3))
            results.forfeit(
                match,
                by=factories.around(match).director,
                loser="one",
                outcome="retired",
                score=score,
                reason="Left.",
            )
            assert result_of(match) == ("two", "retired", score_of_boards)
