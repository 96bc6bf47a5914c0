"""Match days: the moments at which the rounds of a league, or single encounters of it, are played."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import pairwise


class Dates(StrEnum):
    """When the encounters of a round are played: at any time of its WINDOW, or at the moment of its MATCH_DAY."""

    WINDOW = "window"
    MATCH_DAY = "match_day"


@dataclass(frozen=True, slots=True)
class MatchDay:
    """The moment of a round, or of the encounter in one `slot` of it, as the director has set it.

    An encounter `is_exchanged` if the side that would be away is at home.
    """

    round: int
    at: datetime | None
    slot: int | None = None
    is_exchanged: bool = False


@dataclass(frozen=True, slots=True)
class DayCalendar:
    """The moments of a league: its start, the days between two rounds, and what the director has set.

    A round without a moment of its own begins `days` after the round before it, at the same hour of the zone.
    """

    starts_at: datetime | None
    days: int
    rounds: Mapping[int, datetime]
    encounters: Mapping[tuple[int, int], datetime]

    def begins(self, number: int, slot: int | None = None) -> datetime | None:
        """Return the moment of a round or of one of its encounters; None where nothing says it."""
        if slot is not None and (number, slot) in self.encounters:
            return self.encounters[number, slot]
        known = max((round_ for round_ in self.rounds if round_ <= number), default=None)
        if known is not None:
            return self.rounds[known] + (number - known) * timedelta(days=self.days)
        if self.starts_at is None:
            return None
        return self.starts_at + (number - 1) * timedelta(days=self.days)

    def is_moved(self, number: int, slot: int) -> bool:
        """Say whether an encounter has a moment of its own."""
        return (number, slot) in self.encounters

    def is_brought_forward(self, number: int, slot: int) -> bool:
        """Say whether an encounter is played before the day of its round."""
        own, of_round = self.encounters.get((number, slot)), self.begins(number)
        return own is not None and of_round is not None and own < of_round

    def open_round(self, now: datetime, *, last: int) -> int:
        """Return the last round that has begun; a round without a moment begins with the draw."""
        return max((number for number in range(1, last + 1) if self._has_begun(number, now)), default=0)

    def _has_begun(self, number: int, now: datetime) -> bool:
        begins = self.begins(number)
        return begins is None or begins <= now


def calendar_of(match_days: Iterable[MatchDay], *, starts_at: datetime | None, days: int) -> DayCalendar:
    """Return the calendar of a league from its start and what the director has set."""
    rounds: dict[int, datetime] = {}
    encounters: dict[tuple[int, int], datetime] = {}
    for day in match_days:
        if day.at is None:
            continue
        if day.slot is None:
            rounds[day.round] = day.at
        else:
            encounters[day.round, day.slot] = day.at
    return DayCalendar(starts_at, days, rounds, encounters)


def exchanged_in(match_days: Iterable[MatchDay]) -> frozenset[tuple[int, int]]:
    """Return the places of the encounters whose home right is exchanged."""
    return frozenset((day.round, day.slot) for day in match_days if day.is_exchanged and day.slot is not None)


def end_of_day(moment: datetime) -> datetime:
    """Return the midnight that ends the day of a moment, in the zone of the moment."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)


def is_in_order(moments: Iterable[datetime | None]) -> bool:
    """Say whether these moments follow each other; a round without a moment is not compared."""
    known = [moment for moment in moments if moment is not None]
    return all(one < two for one, two in pairwise(known))
