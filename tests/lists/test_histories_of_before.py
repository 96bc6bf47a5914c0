"""Histories that an earlier release stored: each is told after the migration as before."""

from __future__ import annotations

import struct
from importlib import import_module

import pytest
from django.apps import apps

from tests.lists import feeds
from tournaments.actions.lists import computing
from tournaments.models import RatingHistory
from tournaments.queries.ratings.histories import HistoryMatch, unpacked

pytestmark = pytest.mark.django_db

# Player, number, opponent, day, length, whether won, rating, experience, change; of the opponent rating, experience, change.
_MATCH = struct.Struct("<qqqihBqiqqiq")


def _as_before(match: HistoryMatch) -> bytes:
    return _MATCH.pack(
        match.player,
        match.row,
        match.opponent,
        match.day,
        match.length,
        match.has_won,
        match.rating,
        match.experience,
        match.change,
        match.opponent_rating,
        match.opponent_experience,
        -match.change,
    )


def test_a_history_of_before_is_told_after_the_migration_as_before() -> None:
    rating_list, people = feeds.rating_list(), feeds.players(40)
    rows = feeds.season(people, 150, per_event=6)
    rows += [feeds.row(people[0], people[39], day=feeds.FIRST_DAY, winner=2, length=25, event="last", slot=1)]
    feeds.add(rows, rating_list)
    computing.compute(rating_list)
    before = {row.pk: list(unpacked(row.bucket, row.matches)) for row in RatingHistory.objects.all()}
    assert len(before) >= 3
    for row in RatingHistory.objects.all():
        row.matches = b"".join(map(_as_before, before[row.pk]))
        row.save()
    import_module("tournaments.migrations.0082_shorter_rating_histories").shorten(apps, None)
    assert {row.pk: list(unpacked(row.bucket, row.matches)) for row in RatingHistory.objects.all()} == before
