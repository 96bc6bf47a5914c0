"""An hour of one-pointers through actions: a late entry, a leaver, somebody back, the bell, and the audit."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tests import factories
from tests.api.client import Caller
from tests.tournaments.audits import is_clean
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import registration, taking_back
from tournaments.actions.events import plans
from tournaments.models import Entrant, Event, Pairing, Stage
from tournaments.plans import TEMPLATES
from tournaments.queries.draws.explanation import explanation
from tournaments.queries.draws.standings import standings

pytestmark = pytest.mark.django_db


def finish_all(event: Event, stage: Stage) -> int:
    """Let side one win everything that is open, and pair what follows; return how many matches that were."""
    matches = factories.open_matches(stage)
    for match in matches:
        results.report(match, by=factories.owner(event.tournament), score=(1, 0))
    progress.advance(event)
    return len(matches)


def test_all_comers_play_until_the_bell_and_the_audit_repeats_it() -> None:
    start = timezone.now()
    with time_machine.travel(start, tick=True) as clock:
        event = plans.create_from_plan(
            factories.tournament(), by=None, plan=TEMPLATES["marathon"].plan, name="Marathon"
        )
        entrants = factories.entrants(event, 5)
        stage = event.stages.get()
        draw.draw(stage, by=None, who="all", seed="marathon")
        assert len(factories.open_matches(stage)) == 2
        clock.move_to(start + timedelta(minutes=8))
        late = factories.entrant(event, "Lea Late")
        draw.enter_late(stage, entrant=late, by=None)
        assert len(factories.open_matches(stage)) == 3, "the newcomer meets who waits"
        leaver = Entrant.objects.get(side=factories.open_matches(stage)[0].two)
        registration.withdraw(leaver, by=None, reason="phone call")
        assert len(factories.open_matches(stage)) == 2, "a match that has not begun goes without a winner"
        clock.move_to(start + timedelta(minutes=16))
        finish_all(event, stage)
        taking_back.reinstate(leaver, by=None)
        assert any(leaver.side_id in (one.one_id, one.two_id) for one in factories.open_matches(stage))
        clock.move_to(start + timedelta(minutes=59))
        finish_all(event, stage)
        page = Visitor().open("bracket", stage.uid)
        assert "Matches are paired until" in page
        body = Caller().get(f"stages/{stage.uid}/bracket/").body
        assert body["pairs_until"] is not None
        clock.move_to(start + timedelta(minutes=61))
        assert finish_all(event, stage) >= 2
        assert factories.open_matches(stage) == []
        stage.refresh_from_db()
        assert stage.completed_at is not None
        assert "Matches are paired until" not in Visitor().open("bracket", stage.uid)
        table = standings(stage)
        assert table is not None
        assert len(table.lines) == len(entrants) + 1
        order = [(-line.wins, line.losses) for line in table.lines]
        assert order == sorted(order)
        for pairing in Pairing.objects.filter(stage=stage, cancelled_at=None):
            for language in ("en", "fr"):
                with override(language):
                    assert all(explanation(pairing).sentences)
        assert is_clean(event.tournament)


def test_when_nobody_plays_at_the_bell_the_sweep_ends_it() -> None:
    start = timezone.now()
    with time_machine.travel(start, tick=True) as clock:
        stage = factories.stage(format="marathon", options={"minutes": 5}, lengths=(1,))
        factories.entrants(stage.event, 3)
        draw.draw(stage, by=None, who="all")
        [match] = factories.open_matches(stage)
        results.report(match, by=factories.owner(stage.event.tournament), score=(1, 0))
        clock.move_to(start + timedelta(minutes=6))
        progress.advance(stage.event)
        stage.refresh_from_db()
        assert stage.completed_at is not None
        page = Visitor().open("standings", stage.uid)
        assert page.status == 200
        assert reverse("bracket", args=[stage.uid]) in page.html
