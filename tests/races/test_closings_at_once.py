"""A report at the moment of a closing: it counts before the closing, or is refused after it."""

from __future__ import annotations

from functools import partial

import pytest

from matches.models import Report
from tests import factories
from tests.effort import is_long
from tests.races.at_once import at_once
from tests.tournaments.audits import is_clean
from tournaments.actions import results
from tournaments.actions.events import closing
from tournaments.errors.events import EventIsClosed
from tournaments.models import Event

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
ROUNDS = 16 if is_long() else 4


def test_nothing_is_stored_after_the_closing() -> None:
    stage = factories.drawn_stage(2 * ROUNDS)
    director = factories.owner(stage.event.tournament)
    for match in factories.open_matches(stage):
        of_match = factories.around(match)
        report, end = at_once(
            partial(results.report, of_match.match, by=of_match.one, score=(7, 3)),
            partial(closing.close_event, stage.event, by=director, anyway=True, reason="The hall shuts."),
        )
        assert not isinstance(end, Exception)
        event = Event.objects.get(pk=stage.event.pk)
        assert event.closed_at is not None
        row = Report.objects.filter(match=match).first()
        assert (row is None) == isinstance(report, EventIsClosed)
        assert row is None or row.at <= event.closed_at
        closing.reopen_event(event, by=director)
    assert is_clean(stage.event.tournament)
