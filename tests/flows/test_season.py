"""A whole season of two federations: their lists are those of a slow twin, to the last digit, whatever happens to it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest
from django.db import connection

from matches.models import Match
from tests import factories
from tests.effort import is_long
from tests.flows.season import KINDS, Season, SeasonSize
from tests.flows.season_lists import Lists, another_arrival, from_nothing
from tests.flows.season_results import correct
from tournaments.actions.federations import merging
from tournaments.models import Event, FeedRow, FeedVerdict, Merge

pytestmark = pytest.mark.django_db

_WHOLE = SeasonSize(people=36, clubs=6, events=len(KINDS), entrants=6)
_FEW = replace(_WHOLE, people=24, events=4)
_LONG = SeasonSize(people=1500, clubs=60, events=40, entrants=16)


@pytest.mark.long_only
@pytest.mark.timeout(14_400 if is_long() else 1500)
def test_the_lists_of_a_season_are_those_of_the_twin() -> None:
    """A few events on PostgreSQL, whose reading of the feed has tests of its own; all of them there too in a long run."""
    size = _LONG if is_long() else _WHOLE if connection.vendor == "sqlite" else _FEW
    season = Season.begin(size, seed=13)
    lists = Lists.of(season)
    for number, event in enumerate(season.play(size), start=1):
        if number % (size.events // 2) == 0:
            season.merge_some(size.people // 12)
            season.lapse_some(datetime.now(tz=UTC).date() - timedelta(days=30))
            lists.require_the_twin()
            lists.publish(_last_day(event))
    assert len(season.events) == size.events
    if size is not _FEW:
        _require_variety()
    lists.require_the_sum()
    before = lists.digests()
    assert from_nothing(lists) == before
    _undo_each(lists, before)
    assert another_arrival(lists, Random(7)) == before


def _last_day(event: Event) -> date:
    """The last day on which something of the event was played."""
    last = FeedRow.objects.filter(event=event).order_by("day").last()
    assert last is not None and last.day is not None  # noqa: PT018 - narrows both types
    return last.day


def _require_variety() -> None:
    """The season has all that it is there for."""
    rows = FeedRow.objects.all()
    assert {"final", "reopened", "cancelled"} == set(rows.values_list("change", flat=True).distinct())
    kinds, endings, reasons = (
        Counter(values)
        for values in (
            rows.values_list("kind", flat=True),
            rows.values_list("ending", flat=True),
            FeedVerdict.objects.values_list("reason", flat=True),
        )
    )
    assert kinds.keys() == {"singles", "doubles", "board", "teams"}
    assert endings.keys() >= {"played", "forfeit", "walkover", "retired", "disqualified", "settled"}
    assert len(reasons) > 14, reasons
    assert Merge.objects.filter(undone_at=None).exclude(into__merges=None).exists()
    assert Merge.objects.exclude(undone_at=None).exists()


def _undo_each(lists: Lists, before: list[str]) -> None:
    """Whatever is undone restores every digest; what it was before it was undone agrees with the twin."""
    merges = list(Merge.objects.filter(undone_at=None).order_by("pk"))
    for merge in Random(3).sample(merges, len(merges)):
        merging.undo_merge(merge, by=None)
    lists.require_the_twin()
    for merge in merges:
        factories.merge(merge.federation, merge.player, into=merge.into)
    assert lists.digests() == before

    played = Match.objects.filter(outcome="played", pairing__stage__event__kind="singles").order_by("-pk")
    match = next(one for one in played if correct(one, Random(one.pk)))
    lists.require_the_twin()
    assert correct(match, Random(1))
    assert lists.digests() == before
