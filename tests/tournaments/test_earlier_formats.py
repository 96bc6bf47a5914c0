"""Pairings and audits use the version of the format that made the draw."""

from __future__ import annotations

import pytest

from tests import factories
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import registration
from tournaments.formats import FORMATS
from tournaments.models import Commitment, Draw, Event, Stage
from tournaments.queries.audit.checks import FindingCode, findings
from tournaments.queries.draws.draw_input import announced_text, digest_of
from tournaments.queries.state import event_states

pytestmark = pytest.mark.django_db


def swiss(count: int, *, rounds: int) -> Stage:
    """A seeded Swiss that is not drawn."""
    stage = factories.stage(format="swiss", options={"rounds": rounds, "seeding": "seeded"})
    factories.entrants(stage.event, count)
    return stage


def test_a_swiss_of_version_1_is_played_and_audited_by_its_own_rules() -> None:
    stage = swiss(10, rounds=3)
    entrants = sorted(stage.event.entrants.values_list("uid", flat=True))
    draw.draw(stage, by=None, seed="earlier", seeds={uid: seed for seed, uid in enumerate(entrants, start=1)})
    Draw.objects.update(format_version=1)
    for _ in range(3):
        factories.play_open_matches(stage)
    stage.refresh_from_db()
    assert stage.completed_at is not None
    assert findings(stage.event.tournament) == ()
    # By today's rules somebody would not have floated twice running.
    Draw.objects.update(format_version=FORMATS["swiss"].version)
    assert {finding.code for finding in findings(stage.event.tournament)} == {FindingCode.ROUND_DIFFERS}


def test_a_draw_that_an_earlier_version_announced_is_made_by_it() -> None:
    stage = swiss(5, rounds=3)
    announcement = draw.commit(stage, by=None)
    text = announced_text(announcement.input, format="swiss", version=1, secret=announcement.secret)
    Commitment.objects.update(text=text, digest=digest_of(text))
    draw_row = draw.draw(stage, by=None)
    assert draw_row.format_version == 1
    (state,) = event_states(Event.objects.get(pk=stage.event_id))
    assert state.state.version == 1
    assert findings(stage.event.tournament) == ()


def test_a_stage_of_an_earlier_version_keeps_its_places_and_its_audit() -> None:
    stage = factories.stage(format="round_robin", options={"pace": "free"})
    leaver, *_ = factories.entrants(stage.event, 4)
    draw.draw(stage, by=None, seed="earlier")
    Draw.objects.update(format_version=1)
    registration.withdraw(leaver, by=factories.owner(stage.event.tournament), reason="ill")
    progress.advance(stage.event)
    factories.play_open_matches(stage)
    stage.refresh_from_db()
    assert [line["place"] for line in stage.standings["places"]] == [1, 2, 3, 3]
    assert findings(stage.event.tournament) == ()
    # By today's rules the leaver stands alone behind the others.
    Draw.objects.update(format_version=FORMATS["round_robin"].version)
    assert {finding.code for finding in findings(stage.event.tournament)} == {FindingCode.STANDINGS_DIFFER}
