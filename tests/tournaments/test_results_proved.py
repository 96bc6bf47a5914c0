"""Each act on a match proves in the log the rows that it wrote."""

from __future__ import annotations

import pytest

from matches.models import Match, Report
from tests import factories
from tests.scoresheets import games
from tests.tournaments.results_seen import last_entry
from tournaments.actions import results
from tournaments.models import Origin
from tournaments.queries.audit.evidence_checks import evidence_findings

pytestmark = pytest.mark.django_db


def proofs_of(match: Match) -> set[str]:
    """The kinds of the rows that the newest log entry about a match proves, by their words or columns."""
    return {name.split(":")[0].removesuffix(".columns") for name in last_entry(match).data["proofs"]}


def is_proved(game: factories.OpenMatch) -> bool:
    """Whether an audit finds every row as the log has it."""
    return not list(evidence_findings(game.stage.event.tournament))


def test_acts_from_a_browser_have_its_pseudonym_in_the_tournament_and_another_one_elsewhere() -> None:
    phone, laptop = Origin(browser="phone"), Origin(browser="laptop")
    pseudonyms = []
    for origin in (phone, phone, laptop):
        game = factories.open_match(7)
        results.report(game.match, by=game.one, score=(7, 3), origin=origin)
        pseudonyms.append(last_entry(game.match).data["browser"])
        results.report(game.match, by=game.two, score=(7, 3), origin=origin)
        assert last_entry(game.match).data["browser"] == pseudonyms[-1]
    assert len(set(pseudonyms)) == 3
    assert not {"phone", "laptop"} & set(pseudonyms)


def test_what_a_director_changes() -> None:
    game = factories.open_match(7)
    results.change_length(game.match, by=game.director, length=9, reason="Early.")
    assert proofs_of(game.match) == {"length", "round"}
    results.penalise(game.match, by=game.director, to="one", points=1, reason="Late.")
    assert proofs_of(game.match) == {"penalty"}
    assert is_proved(game)


def test_a_report_with_its_games_and_how_the_match_ended() -> None:
    game = factories.open_match(7)
    report = results.report(game.match, by=game.one, games=games("1g2 1s2 1s1")).report
    assert proofs_of(game.match) == {"report"}
    results.confirm(Report.objects.get(pk=report.pk), by=game.two)
    assert proofs_of(game.match) == {"match"}
    assert is_proved(game)


def test_a_dispute_with_its_statements_and_its_ruling() -> None:
    game = factories.open_match(7)
    report = results.report(game.match, by=game.one, score=(7, 3)).report
    dispute = results.dispute(report, by=game.two, reason="I won.", score=(3, 7))
    assert proofs_of(game.match) == {"report", "dispute"}
    results.add_statement(dispute, by=game.one, text="My slip says 7-3.")
    assert proofs_of(game.match) == {"statement"}
    results.rule(dispute, by=game.director, reason="The slip.", score=(7, 3))
    # The only match of its stage: the standings are frozen.
    assert proofs_of(game.match) == {"report", "ruling", "match", "stage"}
    assert is_proved(game)


def test_a_report_that_opens_a_dispute() -> None:
    game = factories.open_match(7)
    results.report(game.match, by=game.one, score=(7, 3))
    results.report(game.match, by=game.two, score=(3, 7), insist=True)
    assert proofs_of(game.match) == {"report", "dispute"}
    assert is_proved(game)
