"""What people are told about results reads well in every circumstance."""

from __future__ import annotations

import pytest

from matches.models import Player
from tests import factories
from tournaments.actions import results
from tournaments.models import Notice
from tournaments.notices import render

pytestmark = pytest.mark.django_db


def text_to(player: Player, code: str) -> str:
    """The words of the newest notice with this code."""
    return render(Notice.objects.filter(recipient=player, code=code).latest("pk"), "en").text


def test_a_report_that_waits_names_its_time_or_that_it_waits() -> None:
    game = factories.open_match()
    results.report(game.match, by=game.one, score=(7, 3))
    assert "before" in text_to(game.two, "please_confirm")
    results.report(game.match, by=game.one, outcome="walkover", winner="one")
    assert "waits for your answer" in text_to(game.two, "please_confirm")


def test_where_no_time_is_left_to_dispute_nobody_is_asked_to() -> None:
    game = factories.open_match(grace_minutes=0)
    results.report(game.match, by=game.one, score=(7, 3))
    assert "This result counts. If it is wrong, tell the director." in text_to(game.two, "opponent_reported")
    assert not Notice.objects.filter(code="please_confirm").exists()


def test_a_dispute_without_a_reason_says_so() -> None:
    game = factories.open_match()
    results.report(game.match, by=game.one, score=(7, 3))
    results.report(game.match, by=game.two, score=(5, 7), insist=True)
    assert "no reason given" in text_to(game.one, "disputed")
    assert "no reason given" in text_to(game.director, "disputed")


@pytest.mark.both_databases
def test_a_forfeit_names_who_goes_on() -> None:
    game = factories.open_match()
    results.forfeit(game.match, by=game.director, loser="two", reason="Did not come.")
    assert game.match.one.name in text_to(game.one, "forfeited")
