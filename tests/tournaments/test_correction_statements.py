"""A correction of a first-round result after the semifinals asks the database seldom, whatever becomes of the matches."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.models import Match
from tests import factories
from tests.remembered import remembered
from tests.tournaments.test_correction_sequels import is_clean
from tournaments.actions import results, undo
from tournaments.actions.draws import draw, progress
from tournaments.actions.events import lifecycle
from tournaments.models import Event

pytestmark = pytest.mark.django_db

_MOST = {"replay": 30, "substitute": 30, "places_only": 22}
_ROUNDS_TO_THE_FINAL = 5


@remembered
def after_the_semifinals() -> Match:
    """The first match of an event of 64 with consolation and last chance, whose final has started."""
    event = factories.event()
    factories.entrants(event, 64)
    main = factories.stage(event)
    for number, name in enumerate(("Consolation", "Last chance")):
        feed = {"stage": number, "take": "losers", "nearest": 2}
        lifecycle.create_stage(event, by=None, format="consolation", feeds=[feed], name=name)
    draw.draw(main, by=None, seed="videau")
    first = factories.open_matches(main)[0]
    for _ in range(_ROUNDS_TO_THE_FINAL):
        for stage in event.stages.order_by("order"):
            for match in factories.open_matches(stage):
                results.report(match, by=factories.director_of(match), score=(match.length, 0))
        progress.advance(event)
    [final] = factories.open_matches(main)
    results.start(final, by=factories.director_of(final))
    return Match.objects.get(pk=first.pk)


@pytest.mark.parametrize("follow", _MOST)
def test_a_correction_takes_few_statements_and_is_undone(follow: str) -> None:
    first = after_the_semifinals()
    boss = factories.director_of(first)
    match = Match.objects.get(pk=first.pk)
    with CaptureQueriesContext(connection) as queries:
        results.correct(
            match, by=boss, score=(0, match.length), reason="The slip was read wrong.", follow=follow
        )
    assert len(queries) <= _MOST[follow]
    event = Event.objects.select_related("tournament").get(stages__pairings__match=match)
    assert is_clean(event)
    undo.undo_correction(match, by=boss)
    assert is_clean(event)


@pytest.mark.parametrize("follow", _MOST)
def test_a_correction_of_a_correction_takes_few_more(follow: str) -> None:
    """What comes back needs statements of its own: its seats, its matches and its tables."""
    first = after_the_semifinals()
    boss = factories.director_of(first)
    for number, way in enumerate((follow, "replay")):
        match = Match.objects.get(pk=first.pk)
        score = (0, match.length) if match.winner == "one" else (match.length, 0)
        with CaptureQueriesContext(connection) as queries:
            results.correct(match, by=boss, score=score, reason=f"Reading {number}.", follow=way)
        assert len(queries) <= (_MOST[follow] if number == 0 else 33)
    assert is_clean(Event.objects.select_related("tournament").get(stages__pairings__match=first))
