"""Periods of the calendar in columns against the formula, and who is stronger by hand."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tournaments.ratings import FORMULAS
from tournaments.ratings.base import PeriodPlayer
from tournaments.ratings.formulas.glicko2 import POINT, chance_stronger
from tournaments.ratings.lists import (
    MatchColumns,
    PeriodColumns,
    calendar_ends,
    generic_period,
    ints,
    months_of,
    weeks_of,
)

_PLAYERS = 7
_MATCHES = st.lists(st.tuples(st.permutations(range(_PLAYERS)), st.integers(0, 6)), min_size=1, max_size=60)


@settings(max_examples=examples(60), deadline=None)
@given(_MATCHES)
def test_every_period_is_that_of_the_formula_bit_for_bit_the_empty_ones_included(
    drawn: list[tuple[list[int], int]],
) -> None:
    formula: Any = FORMULAS["glicko2"]
    rows = sorted(((one[0], one[1], 7, period, 1) for one, period in drawn), key=lambda row: row[3])
    matches = MatchColumns.of_rows(rows)
    expected = PeriodColumns.newcomers(formula, _PLAYERS)
    ends = calendar_ends(formula, expected, matches)
    for period in range(rows[0][3], rows[-1][3] + 1):
        where = np.flatnonzero(matches.group == period)
        start = int(where[0]) if len(where) else 0
        expected = generic_period(formula, expected, matches[start : start + len(where)])
        end = next(ends)
        assert [end[player] for player in range(_PLAYERS)] == [expected[player] for player in range(_PLAYERS)]
        assert end.is_listed.tolist() == expected.is_listed.tolist()
    assert list(ends) == []


@given(st.dates(date(1900, 1, 1), date(2200, 1, 1)), st.dates(date(1900, 1, 1), date(2200, 1, 1)))
def test_months_and_weeks_are_those_of_the_calendar(one: date, two: date) -> None:
    days = ints([one.toordinal(), two.toordinal()])
    months, weeks = (of(days).tolist() for of in (months_of, weeks_of))
    assert months[1] - months[0] == (two.year - one.year) * 12 + two.month - one.month
    assert (weeks[0] == weeks[1]) is (one.isocalendar()[:2] == two.isocalendar()[:2])
    assert (weeks[1] - weeks[0]) * (two - one).days >= 0


def test_who_is_stronger_by_hand() -> None:
    """100 points apart with deviations of 200 and 30: 100 / 202.237 = 0.49447, of which the table says 0.6895."""
    one, two = PeriodPlayer(1500 * POINT, 200 * POINT, 0), PeriodPlayer(1400 * POINT, 30 * POINT, 0)
    assert chance_stronger(one, two) == pytest.approx(0.6895, abs=5e-5)
    assert chance_stronger(one, two) + chance_stronger(two, one) == pytest.approx(1)
    assert chance_stronger(one, one) == 0.5
