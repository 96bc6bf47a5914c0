"""The latest day on which something can have been played."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from django.utils import timezone

# The hall that is furthest ahead of UTC; a result is dated in the time zone of its hall.
_FURTHEST_EAST = timedelta(hours=14)


def latest_day(at: datetime | None = None) -> date:
    """Return the day that has begun somewhere, now or at a moment: no result is of a later one."""
    return ((at or timezone.now()).astimezone(UTC) + _FURTHEST_EAST).date()
