"""Team matches when several people act at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial

import pytest
from django.db import connection

from matches.errors import DomainError
from matches.models import Match, Player, Report
from rules.match import Side
from tests import factories
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration, teams
from tournaments.models import Board, Entrant, Stage
from tournaments.queries.entrants.teams import boards_of, members_of

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
_TIMES = 3


def _team_match() -> tuple[Stage, Match]:
    event = factories.event(kind="teams", boards=3, team_size=4)
    stage = factories.stage(event)
    factories.entrants(event, 2)
    draw.draw(stage, by=None)
    return stage, factories.open_matches(stage)[0]


def _at_once(*acts: Callable[[], object]) -> Sequence[BaseException]:
    """Do all of this at the same moment; answers what went wrong, except what the rules refuse."""
    together = threading.Barrier(len(acts))
    wrong: list[BaseException] = []

    def run(act: Callable[[], object]) -> None:
        try:
            together.wait()
            act()
        except DomainError:
            pass
        except Exception as error:
            wrong.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return wrong


def _reporting(board: Match, director: Player) -> Callable[[], object]:
    return partial(results.report, board, by=director, score=(7, 3))


def test_the_last_boards_at_once_settle_the_team_match_once() -> None:
    for _ in range(_TIMES):
        _stage, match = _team_match()
        teams.open_boards(match, by=None)
        director = factories.around(match).director
        boards = [board.match for board in boards_of(match)]
        assert not _at_once(*(_reporting(board, director) for board in boards))
        match.refresh_from_db()
        assert (match.winner, match.settled) == ("one", "boards")
        assert Report.objects.filter(match=match).count() == 1


def test_two_captains_at_once_make_the_boards_once() -> None:
    for _ in range(_TIMES):
        _stage, match = _team_match()
        one, two = (members_of(match, side) for side in Side)
        assert not _at_once(
            partial(teams.name_lineup, match, by=one[0], players=one[:3]),
            partial(teams.name_lineup, match, by=two[0], players=two[1:]),
            partial(teams.open_boards, match, by=None),
        )
        assert Board.objects.filter(team_match=match, cancelled_at=None).count() == 3


def test_a_board_and_the_whole_match_at_once_end_in_one_of_the_two() -> None:
    for _ in range(_TIMES):
        _stage, match = _team_match()
        teams.open_boards(match, by=None)
        director = factories.around(match).director
        *rest, last = [board.match for board in boards_of(match)]
        for board in rest:
            results.report(board, by=director, score=(7, 3))
        assert not _at_once(
            _reporting(last, director),
            partial(results.report, match, by=director, score=(1, 2), reason="lost"),
        )
        match.refresh_from_db()
        last.refresh_from_db()
        assert (match.settled, last.is_final) in (("boards", True), ("director", False))


def test_a_team_that_leaves_while_a_board_is_reported_loses_nothing() -> None:
    for _ in range(_TIMES):
        stage, match = _team_match()
        teams.open_boards(match, by=None)
        director = factories.around(match).director
        boards = [board.match for board in boards_of(match)]
        entrant = Entrant.objects.get(event=stage.event, side=match.one)
        assert not _at_once(
            _reporting(boards[0], director),
            partial(registration.withdraw, entrant, by=None, reason="ill"),
        )
        match.refresh_from_db()
        assert match.is_final
        assert match.winner == "two"
        assert not Board.objects.filter(team_match=match, cancelled_at=None, match__final_at=None).exists()
