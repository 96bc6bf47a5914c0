"""A result of the night is of a day that has begun in its hall, and so is no result of a day to come."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
import time_machine

from tournaments.queries.exchange.results import latest_day


@pytest.mark.parametrize(
    ("now", "day"),
    [
        (datetime(2026, 5, 2, 9, 59, tzinfo=UTC), date(2026, 5, 2)),
        (datetime(2026, 5, 2, 10, 0, tzinfo=UTC), date(2026, 5, 3)),
        (datetime(2026, 5, 2, 23, 30, tzinfo=UTC), date(2026, 5, 3)),
    ],
)
def test_the_latest_day_is_that_of_the_hall_furthest_east(now: datetime, day: date) -> None:
    with time_machine.travel(now, tick=False):
        assert latest_day() == day
