"""What the log proves of each act on a match: the rows that it wrote, and how the match ended by it."""

from __future__ import annotations

import pytest

from matches.models import Match, Report
from tests import factories
from tests.scoresheets import games
from tests.tournaments.results_seen import last_entry
from tournaments.actions import results
from tournaments.queries.audit_evidence import evidence_findings

pytestmark = pytest.mark.django_db


def proved(match: Match) -> set[str]:
    """The kinds of the rows that the newest log entry about a match proves, by their words or columns."""
    return {name.split(":")[0].removesuffix(".columns") for name in last_entry(match).data["proofs"]}


def is_proved(found: factories.OpenMatch) -> bool:
    """Whether an audit finds every row as the log has it."""
    return not list(evidence_findings(found.stage.event.tournament))


def test_what_a_director_changes() -> None:
    found = factories.open_match(7)
    results.change_length(found.match, by=found.director, length=9, reason="Early.")
    assert proved(found.match) == {"length"}
    results.penalise(found.match, by=found.director, to="one", points=1, reason="Late.")
    assert proved(found.match) == {"penalty"}
    assert is_proved(found)


def test_a_report_with_its_games_and_how_the_match_ended() -> None:
    found = factories.open_match(7)
    said = results.report(found.match, by=found.one, games=games("1g2 1s2 1s1")).report
    assert proved(found.match) == {"report"}
    results.confirm(Report.objects.get(pk=said.pk), by=found.two)
    assert proved(found.match) == {"match"}
    assert is_proved(found)


def test_a_dispute_with_its_statements_and_its_ruling() -> None:
    found = factories.open_match(7)
    said = results.report(found.match, by=found.one, score=(7, 3)).report
    dispute = results.dispute(said, by=found.two, reason="I won.", score=(3, 7))
    assert proved(found.match) == {"report", "dispute"}
    results.add_statement(dispute, by=found.one, text="My slip says 7-3.")
    assert proved(found.match) == {"statement"}
    results.rule(dispute, by=found.director, reason="The slip.", score=(7, 3))
    assert proved(found.match) == {"report", "ruling", "match"}
    assert is_proved(found)


def test_a_report_that_opens_a_dispute() -> None:
    found = factories.open_match(7)
    results.report(found.match, by=found.one, score=(7, 3))
    results.report(found.match, by=found.two, score=(3, 7), insist=True)
    assert proved(found.match) == {"report", "dispute"}
    assert is_proved(found)
