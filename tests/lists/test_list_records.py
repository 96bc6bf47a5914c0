"""The records of a list, against a slow twin that reads every history."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.models import Player
from tests.effort import examples
from tests.lists import feeds
from tournaments.actions.lists import computing, keeping, packing
from tournaments.models import FeedRow, ListOrder, ListRecord, RatingList
from tournaments.queries.ratings.histories import PACKED, HistoryMatch, history
from tournaments.ratings.lists import RecordKind, best_records, ints, records_of

_PLACES = 5
Row = tuple[int, int, int, int, int, int]
"""Value, day, row, player, first day and opponent of a record."""


def _twin(
    histories: dict[int, list[HistoryMatch]], *, provisional_below: int, event_of: dict[int, object]
) -> dict[str, list[Row]]:
    """The records by going through every match of every player."""
    kinds: dict[str, list[Row]] = {kind.value: [] for kind in RecordKind}
    for player, matches in histories.items():
        highest: list[Row] = []
        streaks: list[Row] = []
        streak: list[HistoryMatch] = []
        for _event, group in groupby(matches, key=lambda match: event_of[match.row]):
            of_event = list(group)
            rating = of_event[0].rating + sum(match.change for match in of_event)
            experience = of_event[0].experience + sum(match.length for match in of_event)
            if experience >= provisional_below:
                last = of_event[-1]
                highest.append((rating, last.day, last.row, player, 0, last.opponent))
        for match in matches:
            streak = [*streak, match] if match.has_won else []
            if streak:
                streaks.append((len(streak), match.day, match.row, player, streak[0].day, 0))
            difference = match.opponent_rating - match.rating
            least = min(match.experience, match.opponent_experience)
            if match.has_won and difference > 0 and least >= provisional_below:
                upset = (difference, match.day, match.row, player, 0, match.opponent)
                kinds["upset"].append(upset)
        kinds["highest"] += _best(highest, 1)
        # Of equal streaks of one player the one that was there first, which need not be the first of a day.
        longest = max((row[0] for row in streaks), default=0)
        kinds["streak"] += [row for row in streaks if row[0] == longest][:1]
        if matches:
            kinds["matches"].append((len(matches), matches[-1].day, matches[-1].row, player, 0, 0))
    return {kind: _best(rows, _PLACES) for kind, rows in kinds.items()}


def _best(rows: Iterable[Row], most: int) -> list[Row]:
    return sorted(rows, key=lambda row: (-row[0], *row[1:4]))[:most]


def _stored(rating_list: RatingList) -> dict[str, list[Row]]:
    rows: dict[str, list[Row]] = {kind.value: [] for kind in RecordKind}
    for one in ListRecord.objects.filter(list=rating_list).order_by("place"):
        rows[one.kind].append((one.value, one.day, one.row, one.player, one.since, one.opponent))
    return rows


def _check(rating_list: RatingList) -> None:
    keys = Player.objects.values_list("pk", flat=True)
    events = dict(FeedRow.objects.values_list("number", "event_uid"))
    by_event = rating_list.order == ListOrder.EVENTS
    twin = _twin(
        {key: history(rating_list, key) for key in keys},
        provisional_below=rating_list.provisional_below,
        event_of={number: event if by_event else number for number, event in events.items()},
    )
    assert _stored(rating_list) == twin
    assert all(twin.values())


@pytest.mark.django_db
@pytest.mark.parametrize("order", ListOrder.values)
def test_they_are_those_of_a_slow_reading(order: str) -> None:
    rating_list = feeds.rating_list(order=order, provisional_below=40)
    rows = feeds.add(feeds.season(feeds.players(12), 150), rating_list)
    for correction in (
        None,
        feeds.corrected(rows[-1], winner=3 - (rows[-1].winner or 1)),
        feeds.corrected(rows[3], change="cancelled"),
    ):
        feeds.add([correction] if correction else [], rating_list)
        computing.compute(rating_list)
        for _again in range(2):
            packing.renew_records(rating_list)
            _check(rating_list)


@pytest.mark.django_db
def test_they_follow_the_experience_that_a_rating_needs(run_jobs: Callable[[], int]) -> None:
    rating_list = feeds.rating_list()
    feeds.add(feeds.season(feeds.players(12), 150), rating_list)
    computing.compute(rating_list)
    run_jobs()
    before = _stored(rating_list)
    rating_list = keeping.change_list(rating_list, by=None, provisional_below=150)
    run_jobs()
    assert _stored(rating_list) != before
    _check(rating_list)


@st.composite
def _histories(draw: st.DrawFn) -> dict[int, list[HistoryMatch]]:
    """Histories of a few players who often win."""
    chance = Random(draw(st.integers(0, 10**6)))
    histories: dict[int, list[HistoryMatch]] = {}
    row = 0
    for player in range(1, draw(st.integers(1, 4)) + 1):
        experience, matches = 0, []
        for number in range(draw(st.integers(0, 14))):
            row += 1
            length = chance.choice((1, 3, 5))
            matches.append(
                HistoryMatch(
                    rating=chance.randrange(5),
                    change=chance.randrange(-3, 4),
                    opponent_rating=chance.randrange(5),
                    row=row,
                    opponent=9,
                    day=number // 3 + 1,
                    experience=experience,
                    opponent_experience=50,
                    length=length,
                    has_won=int(chance.random() < 0.7),
                    player=player,
                )
            )
            experience += length
        histories[player] = matches
    return histories


@settings(max_examples=examples(60), deadline=None)
@given(histories=_histories(), size=st.integers(1, 4))
def test_how_many_people_are_read_together_makes_no_difference(
    histories: dict[int, list[HistoryMatch]], size: int
) -> None:
    people = sorted(histories)
    parts = [
        [match for player in people[start : start + size] for match in histories[player]]
        for start in range(0, len(people), size)
    ]
    best = best_records(
        records_of(ints([match.player for match in part]), np.array(part, dtype=PACKED), provisional_below=4)
        for part in parts
    )
    twin = _twin(
        histories,
        provisional_below=4,
        event_of={match.row: match.row for matches in histories.values() for match in matches},
    )
    assert {
        kind.value: [(one.value, one.day, one.row, one.player, one.since, one.opponent) for one in rows]
        for kind, rows in best.items()
    } == twin


def test_a_list_without_matches_has_no_records() -> None:
    nothing = records_of(ints([]), np.empty(0, dtype=PACKED), provisional_below=0)
    assert not any(best_records([nothing]).values())
    assert not any(best_records([]).values())
