"""The deviations beside a live list: a run of Glicko-2 over the same matches, by months or weeks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import numpy as np

from matches.database.copying import copy_rows
from tournaments.models import CountingRule, ListDeviation, RatingList, UncertaintyPeriod
from tournaments.queries.ratings.rated_rows import FeedWindow, rated_rows
from tournaments.ratings import FORMULAS
from tournaments.ratings.base import PeriodFormula
from tournaments.ratings.lists import (
    Ints,
    MatchColumns,
    PeriodColumns,
    calendar_ends,
    months_of,
    weeks_of,
)

_NAMES = ("list", "player", "rating", "deviation", "volatility")
_PERIODS = {UncertaintyPeriod.MONTHS: months_of, UncertaintyPeriod.WEEKS: weeks_of}
# Keys per statement, because statements have a maximum number of values.
_AT_ONCE = 5000


def renew(rating_list: RatingList, rule: CountingRule, window: FeedWindow | None) -> None:
    """Store the deviations that follow from the matches of a list, and none where it shows no uncertainty."""
    deviations = ListDeviation.objects.filter(list=rating_list)
    before = {row[0]: row for row in deviations.values_list("player_id", *_NAMES[2:])}
    now = {row[0]: row for row in _rows(rating_list, rule, window)}
    stale = [key for key, row in before.items() if now.get(key) != row]
    for start in range(0, len(stale), _AT_ONCE):
        deviations.filter(player__in=stale[start : start + _AT_ONCE]).delete()
    copy_rows(
        ListDeviation,
        _NAMES,
        ((rating_list.pk, *row) for key, row in now.items() if before.get(key) != row),
    )


def _rows(
    rating_list: RatingList, rule: CountingRule, window: FeedWindow | None
) -> Iterator[tuple[int, ...]]:
    """Yield player, rating, deviation and volatility after the period of the last match."""
    period_of = _PERIODS.get(UncertaintyPeriod(rating_list.uncertainty))
    if period_of is None:
        return
    matches = rated_rows(rating_list, rule, window=window).matches
    if not len(matches):
        return
    keys, places = np.unique(np.concatenate((matches.winner, matches.loser)), return_inverse=True)
    winner, loser = places[: len(matches)], places[len(matches) :]
    # A match of an unknown day is one of the last period.
    day = np.where(matches.day > 0, matches.day, max(int(matches.day.max()), 1))
    order = np.argsort(day, kind="stable")
    columns = (winner, loser, matches.length, period_of(day), day)
    in_order = MatchColumns(*(cast(Ints, column[order].astype(np.int64)) for column in columns))
    formula = cast(PeriodFormula, FORMULAS["glicko2"])
    players = PeriodColumns.newcomers(formula, len(keys))
    for end in calendar_ends(formula, players, in_order):
        players = end
    ends = (players.rating, players.deviation, players.volatility)
    yield from zip(keys.tolist(), *(column.tolist() for column in ends), strict=True)
