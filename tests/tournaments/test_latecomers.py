"""Late means entered after the draw; who came to the door late and was drawn is told of the draw alone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests import factories
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.models import Stage
from tournaments.queries.state import stage_state

pytestmark = pytest.mark.django_db


def late_codes(stage: Stage) -> set[str]:
    """The entrants of whom the explanations of this stage say that they came late, by uid."""
    state = stage_state(stage)
    assert state is not None
    reasons = [
        reason for pairing in state.state.pairings for reason in state.format.explain(state.state, pairing)
    ]
    assert {"bye", "drawn"} <= {reason.code for reason in reasons}
    return {str(reason.data["entrant"]) for reason in reasons if reason.code == "entered_late"}


def test_whose_event_begins_ten_minutes_late_has_come_in_time() -> None:
    event = factories.event()
    lifecycle.change_event(event, by=None, starts_at=timezone.now() - timedelta(minutes=10))
    stage = factories.stage(event)
    factories.entrants(event, 5)
    draw.draw(stage, by=None, seed="videau")
    assert stage.entries.filter(is_late=True).count() == 5
    assert late_codes(stage) == set()
    newcomer = registration.enter(event, by=None, players=[factories.player()], is_late=True)
    assert late_codes(Stage.objects.get(pk=stage.pk)) == {newcomer.uid}
