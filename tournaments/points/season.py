"""A season: which results of an entrant count, what they are worth on a day, and the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import partial

from tournaments import plain_data
from tournaments.plain_data import Fields, InvalidData


@dataclass(frozen=True, slots=True)
class SeasonRule:
    """The results that count: the `best` so many of an entrant, and as many events as were held but for `drop`.

    An event that an entrant misses is 0 points, so the drop serves it too; of one event nothing is dropped. With
    `halving` the points of an event are halved once for each so many months of the calendar.
    """

    best: int | None = None
    drop: int = 0
    halving: int = 0

    def limit(self, held: int) -> int:
        """Return how many results of an entrant count when so many events have been held."""
        remaining = max(held - self.drop, 1)
        return remaining if self.best is None else min(self.best, remaining)

    def worth(self, points: Fraction, on: date | None, day: date | None) -> Fraction:
        """Return what points of an event are worth on a day."""
        if not self.halving or on is None or day is None:
            return points
        months = (day.year - on.year) * 12 + day.month - on.month
        return points / Fraction(2) ** (months // self.halving)

    @classmethod
    def from_dict(cls, data: object, path: str) -> SeasonRule:
        """Read plain values strictly; InvalidData says what is wrong."""
        known = Fields(data, path, ("best", "drop", "halving"))
        return cls(
            known.get("best", _best, None),
            known.get("drop", partial(plain_data.whole, most=1000), 0),
            known.get("halving", partial(plain_data.whole, most=1000), 0),
        )

    def to_dict(self) -> dict[str, object]:
        """Return plain values that `from_dict` reads back to an equal rule."""
        return {"best": self.best, "drop": self.drop, "halving": self.halving}


# Every result counts, for ever.
EVERYTHING = SeasonRule()


@dataclass(frozen=True, slots=True)
class EventPoints:
    """The points of an event by entrant; `on` is its day."""

    name: str
    points: Mapping[str, Fraction]
    on: date | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """A result in the table: the event, and what its points are worth on the day of the table."""

    event: str
    worth: Fraction


@dataclass(frozen=True, slots=True)
class SeasonStanding:
    """A line of the table, shared by all from `first` to `last`; the best results come first."""

    entrant: str
    first: int
    last: int
    points: Fraction
    counted: tuple[Counted, ...]
    dropped: tuple[Counted, ...]


def table(
    rule: SeasonRule, events: Sequence[EventPoints], day: date | None = None
) -> tuple[SeasonStanding, ...]:
    """Return the table on a day, by default that of the last event; equal points share their places."""
    day = day_of(rule, events, day)
    results = worths(rule, events, day)
    limit = rule.limit(len(events))
    totals = {
        name: sum((one.worth for one in all_of[:limit]), Fraction(0)) for name, all_of in results.items()
    }
    order = sorted(totals, key=lambda name: (-totals[name], name))
    firsts: dict[Fraction, int] = {}
    lasts: dict[Fraction, int] = {}
    for place, name in enumerate(order, start=1):
        firsts.setdefault(totals[name], place)
        lasts[totals[name]] = place
    return tuple(
        SeasonStanding(
            name,
            firsts[totals[name]],
            lasts[totals[name]],
            totals[name],
            tuple(results[name][:limit]),
            tuple(results[name][limit:]),
        )
        for name in order
    )


def worths(rule: SeasonRule, events: Iterable[EventPoints], day: date | None) -> dict[str, list[Counted]]:
    """Return the results of each entrant on a day, the best first; the order of the events is of no matter."""
    results: dict[str, list[Counted]] = {}
    for event in events:
        for name, points in event.points.items():
            results.setdefault(name, []).append(Counted(event.name, rule.worth(points, event.on, day)))
    for all_of in results.values():
        all_of.sort(key=lambda one: (-one.worth, one.event))
    return results


def day_of(rule: SeasonRule, events: Sequence[EventPoints], day: date | None) -> date | None:
    """Return the day of a table; InvalidData where events are named twice, lack a day or come after it."""
    names: set[str] = set()
    for event in events:
        if event.name in names:
            raise InvalidData("event_twice", "event", f"{event.name} is there twice")
        names.add(event.name)
        if rule.halving and event.on is None:
            raise InvalidData(
                "day_missing", "on", f"{event.name} needs a day, because points are halved by month"
            )
        if day is not None and event.on is not None and event.on > day:
            raise InvalidData("event_after_day", "on", f"{event.name} is after {day}")
    return day or max((event.on for event in events if event.on is not None), default=None)


def _best(value: object, path: str) -> int | None:
    return None if value is None else plain_data.whole(value, path, least=1)
