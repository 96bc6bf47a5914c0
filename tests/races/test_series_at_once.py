"""A series that is reported, left and corrected at the same moment ends once, and nothing of it stays open.

The matches that a report makes are not there yet when a withdrawal or a correction begins. SQLite lets one writer in at
a time, and the outcome must be the same there.
"""

from __future__ import annotations

from functools import partial

import pytest

from matches.errors import DomainError
from matches.models import Match, Player
from tests import factories
from tests.effort import is_long
from tests.races.at_once import at_once
from tests.tournaments.audits import is_clean
from tournaments.actions import results
from tournaments.actions.draws import draw, progress, stage_settings
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.models import Board, Entrant, Stage

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 40 if is_long() else 2


def a_series(best_of: int) -> tuple[Stage, Match, Player]:
    stage = lifecycle.create_stage(factories.event(), by=None, lengths=(7,), best_of=(best_of,))
    factories.entrants(stage.event, 2)
    draw.draw(stage, by=None, seed="series")
    progress.advance(stage.event)
    [series] = factories.open_matches(stage)
    return stage, series, factories.director_of(series)


def matches_of(series: Match) -> list[Match]:
    return [
        row.match for row in Board.objects.filter(team_match=series, cancelled_at=None).order_by("number")
    ]


def report_on(series: Match, director: Player, *, times: int) -> int:
    """Report the match under way so many times, as somebody does who types without looking up."""
    reported = 0
    for _ in range(times):
        under_way = next((match for match in matches_of(series) if not match.is_final), None)
        if under_way is None:
            break
        try:
            results.report(under_way, by=director, score=(7, 3))
        except DomainError:
            break
        reported += 1
    return reported


def test_who_leaves_while_matches_are_reported_keeps_those_won_and_loses_the_series() -> None:
    for _ in range(ROUNDS):
        stage, series, director = a_series(9)
        leaver = Entrant.objects.get(event=stage.event, side=series.one)
        reported, _left = at_once(
            partial(report_on, series, director, times=4),
            partial(registration.withdraw, leaver, by=None, reason="Ill."),
        )
        progress.advance(stage.event)
        series.refresh_from_db()
        won = matches_of(series)
        assert series.winner == "two"
        assert all(match.is_final for match in won), "no match of a series that is over is open"
        assert [match.winner for match in won] == ["one"] * reported
        assert is_clean(stage.event.tournament)


def test_a_match_corrected_while_the_next_ones_are_reported_counts_as_it_reads_at_the_end() -> None:
    for _ in range(ROUNDS):
        stage, series, director = a_series(5)
        report_on(series, director, times=1)
        [first, _second] = matches_of(series)
        at_once(
            partial(report_on, series, director, times=2),
            partial(results.correct, first, by=director, score=(3, 7), reason="Misread."),
        )
        progress.advance(stage.event)
        series.refresh_from_db()
        winners = [match.winner for match in matches_of(series) if match.is_final]
        assert winners[0] == "two"
        assert winners.count("one") == len(winners) - 1
        assert series.winner == ("one" if winners.count("one") == 3 else "")
        assert len(matches_of(series)) == len(winners) + (not series.winner)
        assert is_clean(stage.event.tournament)


def test_a_round_is_shortened_while_its_next_matches_come_up_and_none_keeps_the_old_length() -> None:
    for _ in range(ROUNDS):
        stage, series, director = a_series(9)
        at_once(
            partial(report_on, series, director, times=4),
            partial(stage_settings.change_round_length, stage, by=None, round=1, length=5),
        )
        stage.refresh_from_db()
        assert stage.round_lengths == {"1": 5}
        assert [match.length for match in matches_of(series) if not match.is_final] == [5]
        assert is_clean(stage.event.tournament)
