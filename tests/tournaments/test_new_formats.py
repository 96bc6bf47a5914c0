"""A new format needs only its own folder: builder, draw, API, explanations and audit find it."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from tests import factories
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.models import Pairing
from tournaments.queries.audit.checks import findings
from tournaments.queries.draws.explanation import explanation
from tournaments.queries.draws.standings import standings
from tournaments.web.wording.formats import format_sentence

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("code", ["monrad", "random_rounds"])
def test_it_is_played_to_its_end_and_repeats_in_the_audit(code: str) -> None:
    event = factories.event()
    stage = factories.stage(event, format=code, options={"rounds": 3})
    factories.entrants(event, 5)
    draw.draw(stage, by=None)
    for _ in range(3):
        for match in factories.open_matches(stage):
            results.report(match, by=None, score=(7, 3))
        progress.advance(event)
    stage.refresh_from_db()
    view = standings(stage)
    assert view is not None
    assert stage.completed_at is not None
    assert sum(line.byes for group in view.groups for line in group.lines) == 3
    assert findings(event.tournament) == ()
    for pairing in Pairing.objects.filter(stage=stage):
        for language in ("en", "fr"):
            with override(language):
                assert all(explanation(pairing).sentences)


def test_it_is_named_in_both_languages() -> None:
    sentences = []
    for language in ("en", "fr"):
        with override(language):
            sentences.append(format_sentence("random_rounds"))
    assert sentences[0].startswith("Rounds by lot: a fresh draw")
    assert sentences[1].startswith("Tours au sort\u00a0: un nouveau tirage")
