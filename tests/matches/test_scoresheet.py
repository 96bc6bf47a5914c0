"""A stored report laid out as a scoresheet again."""

from __future__ import annotations

import pytest

from matches.queries import scoresheet
from rules.match import Side
from tests import factories
from tests.scoresheets import games
from tournaments.actions import results

pytestmark = pytest.mark.django_db


def test_a_score_has_no_lines() -> None:
    game = factories.open_match(7)
    sheet = scoresheet(results.report(game.match, by=game.one, score=(8, 3)).report)
    assert (sheet.score, sheet.counted, sheet.winner, sheet.lines) == ((8, 3), (7, 3), Side.ONE, ())


def test_games_mark_the_crawford_game() -> None:
    game = factories.open_match(3)
    sheet = scoresheet(results.report(game.match, by=game.one, games=games("1g1 2s1 2s1 1s2")).report)
    assert [line.is_crawford for line in sheet.lines] == [False, True, False, False]
    assert [line.after for line in sheet.lines] == [(2, 0), (2, 1), (2, 2), (4, 2)]


def test_a_double_forfeit_has_no_winner() -> None:
    game = factories.open_match(7)
    sheet = scoresheet(results.forfeit(game.match, by=game.director, loser=None, reason="Nobody came."))
    assert (sheet.winner, sheet.is_accepted) == (None, True)
