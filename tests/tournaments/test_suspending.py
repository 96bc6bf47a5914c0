"""Suspending and resuming matches; taking results back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from matches.errors import InvalidSuspension, MatchNotFinal, MatchSuspended, NotSuspended, ReportWaits
from matches.queries import MatchState, situation
from tests import factories
from tests.remembered import remembered
from tests.tournaments.results_seen import fresh
from tournaments.actions import results, undo
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling, suspending
from tournaments.errors.common import Forbidden
from tournaments.errors.draws import MatchBegun
from tournaments.errors.results import ResultStands
from tournaments.models import LogEntry, Pairing, TableUse, Tournament
from tournaments.queries.hall.board import board
from tournaments.queries.hall.desk import suspensions

pytestmark = pytest.mark.django_db

# The start of a game at 2-1 to 7, with the cube in the middle.
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:1:0:7:10"


@pytest.fixture
@remembered
def game() -> factories.OpenMatch:
    """An open match to 7 at table 1."""
    game = factories.open_match(7, n=4)
    [table] = lifecycle.add_tables(game.stage.event.tournament, by=None, names=["1"])
    calling.assign(game.match, by=None, table=table)
    return game


def suspend(game: factories.OpenMatch, **notes: Any) -> None:
    suspending.suspend(game.match, by=game.director, **({"score": (2, 1)} | notes))


class TestSuspending:
    """A suspension stores what the match needs to go on; impossible values are refused."""

    @pytest.mark.parametrize("score", [(0, 0), (6, 6)])
    def test_at_any_score_below_the_length(self, game: factories.OpenMatch, score: tuple[int, int]) -> None:
        suspend(game, score=score)
        [row] = game.match.suspensions.all()
        assert (row.score_one, row.score_two) == score

    def test_everything_is_kept_and_the_table_is_free(self, game: factories.OpenMatch) -> None:
        suspend(game, xgid=XGID, clocks=(750, 301), note="Sunday at ten")
        [row] = suspensions(game.stage.event.tournament)
        assert (row.score_one, row.score_two, row.cube, row.xgid) == (2, 1, 1, XGID)
        assert (row.clock_one, row.clock_two, row.note, row.by) == (750, 301, "Sunday at ten", game.director)
        assert not TableUse.objects.filter(until=None).exists()
        assert situation(fresh(game.match)).state is MatchState.SUSPENDED

    @pytest.mark.parametrize(
        ("notes", "field"),
        [
            ({"score": (7, 1)}, "score_one"),
            ({"score": (2, -1)}, "score_one"),
            ({"cube": 3, "cube_owner": "one"}, "cube"),
            ({"cube": 2}, "cube_owner"),
            ({"cube_owner": "two"}, "cube_owner"),
            ({"clocks": (-1, None)}, "clock_one"),
            ({"xgid": "nonsense"}, "xgid"),
            ({"xgid": XGID, "score": (3, 1)}, "xgid"),
            ({"xgid": XGID, "cube": 2, "cube_owner": "one"}, "xgid"),
        ],
    )
    def test_what_no_match_can_be_is_refused(
        self, game: factories.OpenMatch, notes: dict[str, Any], field: str
    ) -> None:
        with pytest.raises(InvalidSuspension) as refusal:
            suspend(game, **notes)
        assert refusal.value.data["field"] == field
        assert TableUse.objects.filter(until=None).exists()

    def test_a_position_may_be_seen_from_the_other_side(self, game: factories.OpenMatch) -> None:
        suspend(game, xgid=XGID, score=(1, 2))

    def test_directors_suspend_and_resume(self, game: factories.OpenMatch) -> None:
        with pytest.raises(Forbidden):
            suspending.suspend(game.match, by=game.one, score=(2, 1))
        suspend(game)
        with pytest.raises(Forbidden):
            suspending.resume(game.match, by=game.one)

    def test_twice_and_beside_a_report_is_refused(self, game: factories.OpenMatch) -> None:
        suspend(game)
        with pytest.raises(MatchSuspended):
            suspend(game)
        suspending.resume(game.match, by=game.director)
        results.report(game.match, by=game.one, score=(7, 3))
        with pytest.raises(ReportWaits):
            suspend(game)

    def test_players_report_after_it_is_resumed_and_a_director_before(
        self, game: factories.OpenMatch
    ) -> None:
        suspend(game)
        with pytest.raises(MatchSuspended):
            results.report(game.match, by=game.two, score=(7, 3))
        results.report(game.match, by=game.director, score=(7, 3))
        [row] = suspensions(game.stage.event.tournament)
        assert row.resumed_at is not None

    def test_a_slip_signed_by_both_is_entered_at_the_desk_before_it_is_resumed(
        self, game: factories.OpenMatch
    ) -> None:
        suspend(game)
        results.report(game.match, by=game.director, source="signed", score=(7, 3))
        assert fresh(game.match).settled == "signed"

    def test_a_resumed_match_waits_for_a_table_and_counts_from_its_call(
        self, game: factories.OpenMatch
    ) -> None:
        tournament = game.stage.event.tournament
        suspend(game)
        hall_board = board(tournament, now=timezone.now())
        assert [line.match for line, _row in hall_board.suspended] == [game.match]
        suspending.resume(game.match, by=game.director)
        hall_board = board(tournament, now=timezone.now())
        assert game.match in [row.line.match for row in hall_board.ready]
        calling.assign_lowest(game.match, by=None)
        [one] = board(tournament, now=timezone.now()).running
        assert (one.line.match, one.minutes, one.is_called) == (game.match, 0, False)
        with pytest.raises(NotSuspended):
            suspending.resume(game.match, by=game.director)

    def test_it_counts_as_begun(self, game: factories.OpenMatch) -> None:
        suspend(game)
        assert fresh(game.match).started_at is not None

    def test_a_suspension_by_mistake_has_not_happened_once_undone(
        self, game: factories.OpenMatch, run_jobs: Callable[[], int]
    ) -> None:
        tournament = game.stage.event.tournament
        suspend(game)
        assert not TableUse.objects.filter(until=None).exists()
        undo.undo(LogEntry.objects.get(tournament=tournament, code="suspended"), by=game.director)
        run_jobs()
        assert TableUse.objects.get(until=None).match == game.match
        assert situation(fresh(game.match)).state is MatchState.OPEN
        results.start(game.match, by=game.director)
        began = fresh(game.match).started_at
        suspend(game)
        entry = LogEntry.objects.filter(tournament=tournament, code="suspended").latest("seq")
        undo.undo(entry, by=game.director)
        assert fresh(game.match).started_at == began
        assert situation(fresh(game.match)).state is MatchState.PLAYING


class TestTakingBack:
    """A director takes back a result while nothing depends on it."""

    @pytest.mark.both_databases
    def test_the_match_is_open_again_at_its_table(
        self, game: factories.OpenMatch, run_jobs: Callable[[], int]
    ) -> None:
        other = next(match for match in factories.open_matches(game.stage) if match != game.match)
        results.report(other, by=game.director, score=(7, 0))
        results.report(game.match, by=game.director, score=(7, 0))
        run_jobs()
        assert Pairing.objects.filter(round=2, cancelled_at=None).count() == 1
        results.take_back_result(game.match, by=game.director)
        run_jobs()
        assert situation(fresh(game.match)).state is MatchState.OPEN
        assert not Pairing.objects.filter(round=2, cancelled_at=None).exists()
        assert TableUse.objects.get(until=None).match == game.match
        results.report(game.match, by=game.director, score=(3, 7))
        assert fresh(game.match).winner == "two"

    def test_not_once_the_next_match_has_begun(
        self, game: factories.OpenMatch, run_jobs: Callable[[], int]
    ) -> None:
        for match in factories.open_matches(game.stage):
            results.report(match, by=game.director, score=(7, 0))
        run_jobs()
        [final] = factories.open_matches(game.stage)
        results.start(final, by=game.director)
        with pytest.raises(MatchBegun):
            results.take_back_result(game.match, by=game.director)
        assert fresh(game.match).is_final

    def test_what_the_sides_agreed_on_is_corrected_instead(self, game: factories.OpenMatch) -> None:
        with pytest.raises(Forbidden):
            results.take_back_result(game.match, by=game.one)
        with pytest.raises(MatchNotFinal):
            results.take_back_result(game.match, by=game.director)
        results.report(game.match, by=game.two, score=(7, 0))
        with pytest.raises(ResultStands):
            results.take_back_result(game.match, by=game.director)

    @pytest.mark.both_databases
    def test_a_match_without_a_table_is_open_without_one(self) -> None:
        game = factories.open_match(7)
        results.report(game.match, by=game.director, score=(7, 0))
        results.take_back_result(game.match, by=game.director)
        assert situation(fresh(game.match)).state is MatchState.OPEN
        assert not TableUse.objects.exists()

    def test_another_match_keeps_the_table(
        self, game: factories.OpenMatch, run_jobs: Callable[[], int]
    ) -> None:
        other = next(match for match in factories.open_matches(game.stage) if match != game.match)
        results.report(game.match, by=game.director, score=(7, 0))
        run_jobs()
        calling.assign_lowest(other, by=None)
        results.take_back_result(game.match, by=game.director)
        assert TableUse.objects.get(until=None).match == other
        assert Tournament.objects.get().log_seq > 0
