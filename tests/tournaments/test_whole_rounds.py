"""A round takes as many SQL statements for many entrants as for few."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import groupby

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.models import Match
from tests import factories
from tests.remembered import taken_back
from tournaments.actions.draws import draw, progress
from tournaments.models import Notice, OutboxJob, Pairing, Stage
from tournaments.queue import Job

pytestmark = pytest.mark.django_db


def _statements(act: Callable[[], object]) -> int:
    """The number of statements; a bulk insert that SQLite splits counts once."""
    with CaptureQueriesContext(connection) as queries:
        act()
    starts = [query["sql"].split("(")[0] for query in queries]
    return sum(1 if start.startswith("INSERT") else len(list(same)) for start, same in groupby(starts))


def _finish(stage: Stage) -> None:
    Match.objects.filter(pairing__stage=stage).update(
        winner="one", outcome="played", settled="same", final_at=timezone.now()
    )


@pytest.mark.parametrize("format", ["swiss", "lives", "double_elimination"])
def test_a_draw_and_a_round_take_no_more_statements_for_128_than_for_16(format: str) -> None:  # noqa: A002
    assert _statements_of(format, n=16) == _statements_of(format, n=128)


@taken_back
def _statements_of(format: str, *, n: int) -> tuple[int, int]:  # noqa: A002 - the field's word
    """How many statements a draw takes, and the round after it."""
    stage = factories.stage(format=format)
    factories.entrants(stage.event, n)
    draw_count = _statements(partial(draw.draw, stage, by=None, seed="videau"))
    _finish(stage)
    advance_count = _statements(partial(progress.advance, stage.event))
    pairings = Pairing.objects.filter(stage=stage, round__gt=1)
    assert pairings.filter(match__isnull=False).count() == n // 2
    assert Notice.objects.filter(match__pairing__in=pairings).count() == n
    return draw_count, advance_count


@pytest.mark.both_databases
def test_each_player_of_a_round_with_an_address_is_mailed() -> None:
    stage = factories.stage(format="swiss")
    for entrant in factories.entrants(stage.event, 4):
        entrant.side.players.update(contact_email="somebody@example.org")
    draw.draw(stage, by=None, seed="videau")
    assert OutboxJob.objects.filter(name=Job.SEND_NOTICE).count() == 4
