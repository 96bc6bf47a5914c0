"""Times of day as people say them: by the clock on the wall of a tournament's hall."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo

from django.utils.formats import date_format

from tournaments.errors import NoSuchTime, TimeComesTwice


def by_clock(naive: datetime, zone: tzinfo) -> datetime:
    """Return the moment at which the clocks of a zone show this; raise NoSuchTime or TimeComesTwice at a change."""
    first, second = (naive.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    if first.utcoffset() == second.utcoffset():
        return first
    # The offset falls when the clocks are put back, and rises when an hour is skipped.
    is_skipped = first.astimezone(UTC).astimezone(zone).replace(tzinfo=None) != naive
    refusal = NoSuchTime if is_skipped else TimeComesTwice
    raise refusal(
        clock=date_format(naive, "TIME_FORMAT"), day=date_format(naive, "DATE_FORMAT"), zone=str(zone)
    )
