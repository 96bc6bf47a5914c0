"""A report asks the database seldom, whoever makes it (docs/performance.md)."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.models import Match
from matches.queries import MatchState, situation
from tests import factories
from tests.api.client import Caller

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

_WINNERS, _LOSERS, _CONFIRMATION = 21, 22, 21


def test_a_report_and_its_answer_take_few_statements() -> None:
    stage = factories.drawn_stage(4)
    agreed, confirmed = factories.open_matches(stage)
    assert _statements(agreed, "one", f"matches/{agreed.uid}/reports/", {"score": [7, 3]}) <= _WINNERS
    assert _statements(agreed, "two", f"matches/{agreed.uid}/reports/", {"score": [7, 3]}) <= _LOSERS
    _statements(confirmed, "one", f"matches/{confirmed.uid}/reports/", {"score": [7, 3]})
    report = confirmed.reports.get()
    assert _statements(confirmed, "two", f"reports/{report.uid}/confirm/", {}) <= _CONFIRMATION
    for match in (agreed, confirmed):
        assert situation(Match.objects.get(pk=match.pk)).state is MatchState.FINAL


def _statements(match: Match, side: str, address: str, body: object) -> int:
    """Send a request with a key as a player of this side; return how many statements it took."""
    caller = Caller(getattr(match, side).members.get().player)
    # The first use of a token in an hour is noted.
    caller.get("me/")
    with CaptureQueriesContext(connection) as queries:
        answer = caller.post(address, body, key=f"{match.uid}-{side}")
    assert answer.status in (200, 201)
    return len(queries)
