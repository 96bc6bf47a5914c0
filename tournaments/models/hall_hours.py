"""The hours of a hall: the days on which it calls matches, and moments by the clock on its wall."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any

from tournaments.errors.events import NoSuchTime, TimeComesTwice

from .dates import date_words
from .tournament import Tournament


@dataclass(frozen=True, slots=True)
class HallHours:
    """One day of a hall: no match is called before it opens, after its curfew, or during its breaks."""

    opens: datetime
    closes: datetime
    breaks: tuple[tuple[datetime, datetime], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that `from_dict` reads back to an equal value."""
        return {
            "opens": self.opens.isoformat(),
            "closes": self.closes.isoformat(),
            "breaks": [[begins.isoformat(), ends.isoformat()] for begins, ends in self.breaks],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> HallHours:
        """Read stored hours."""
        return cls(
            datetime.fromisoformat(data["opens"]),
            datetime.fromisoformat(data["closes"]),
            tuple(
                (datetime.fromisoformat(begins), datetime.fromisoformat(ends))
                for begins, ends in data["breaks"]
            ),
        )

    def moved(self, shift: timedelta, tournament: Tournament) -> HallHours:
        """Return the same hours by the clock, this many days later."""

        def later(at: datetime) -> datetime:
            local = at.astimezone(tournament.time_zone)
            return (local + shift).replace(tzinfo=tournament.time_zone)

        return self.with_each(later)

    def with_each(self, move: Callable[[datetime], datetime]) -> HallHours:
        """Return the same day with each of its moments moved."""
        breaks = tuple((move(begins), move(ends)) for begins, ends in self.breaks)
        return HallHours(move(self.opens), move(self.closes), breaks)


def hours_of(tournament: Tournament) -> tuple[HallHours, ...]:
    """Return the days of a tournament's hall, in order; empty where nobody has said when it is open."""
    return tuple(HallHours.from_dict(row) for row in tournament.hours)


def stored_hours(days: Iterable[HallHours]) -> list[dict[str, Any]]:
    """Return days as the column holds them."""
    return [day.to_dict() for day in days]


def day_of(hours: HallHours, tournament: Tournament) -> date:
    """Return the calendar day of the tournament on which a day of its hall begins."""
    return hours.opens.astimezone(tournament.time_zone).date()


def by_clock(naive: datetime, zone: tzinfo) -> datetime:
    """Return the moment at which the clocks of a zone show this; raise NoSuchTime or TimeComesTwice at a change."""
    first, second = (naive.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    if first.utcoffset() == second.utcoffset():
        return first
    # The offset falls when the clocks are put back, and rises when an hour is skipped.
    is_skipped = first.astimezone(UTC).astimezone(zone).replace(tzinfo=None) != naive
    refusal = NoSuchTime if is_skipped else TimeComesTwice
    raise refusal(
        clock=date_words(naive, "TIME_FORMAT"), day=date_words(naive, "DATE_FORMAT"), zone=str(zone)
    )
