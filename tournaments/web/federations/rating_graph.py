"""The graph of a rating over time: a path in a drawing, and the labels of its lines beside it."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from tournaments.models.dates import date_words
from tournaments.ratings import UNITS

WIDTH, HEIGHT = 1000, 300
_MOST_LINES, _MOST_UNITS = 5, 8
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2500)
# Months of a unit of time.
_MONTHS = (1, 2, 3, 6, 12, 24, 60, 120, 1200)
_YEAR = 12


@dataclass(frozen=True, slots=True)
class RatingGraph:
    """A path with the ratings and the times of its lines; lines are at equal distances, the first at each end.

    `ratings` go from the top down, and each of `times` labels what begins there.
    """

    path: str
    ratings: tuple[int, ...]
    times: tuple[str, ...]

    @property
    def lines(self) -> str:
        """The path of the lines."""
        last = len(self.ratings) - 1
        rows = [f"M0 {HEIGHT * place // last}H{WIDTH}" for place in range(last + 1)]
        places = (WIDTH * place // len(self.times) for place in range(len(self.times) + 1))
        return "".join([*rows, *(f"M{place} 0V{HEIGHT}" for place in places)])


def rating_graph(points: Sequence[tuple[date, int]]) -> RatingGraph | None:
    """Return the graph of ratings by day, which come in their order; None for fewer than two."""
    if len(points) < 2:
        return None
    ratings = [rating / UNITS for _day, rating in points]
    step = next(step for step in _STEPS if _lines(ratings, step) <= _MOST_LINES or step == _STEPS[-1])
    low, high = _bounds(ratings, step)
    months = [_month(day) for day, _rating in points]
    unit = next(unit for unit in _MONTHS if _units(months, unit) <= _MOST_UNITS or unit == _MONTHS[-1])
    begin, count = int(months[0] // unit) * unit, _units(months, unit)
    places = (
        f"{(month - begin) / (unit * count) * WIDTH:.1f} {(high - rating) / (high - low) * HEIGHT:.1f}"
        for month, rating in zip(months, ratings, strict=True)
    )
    return RatingGraph(
        "M" + "L".join(places),
        tuple(range(high, low - 1, -step)),
        tuple(_label(begin + place * unit, unit) for place in range(count)),
    )


def _bounds(ratings: Sequence[float], step: int) -> tuple[int, int]:
    low = int(min(ratings) // step) * step
    high = -int(-max(ratings) // step) * step
    return low, max(high, low + step)


def _lines(ratings: Sequence[float], step: int) -> int:
    low, high = _bounds(ratings, step)
    return (high - low) // step + 1


def _units(months: Sequence[float], unit: int) -> int:
    return int(months[-1] // unit) - int(months[0] // unit) + 1


def _month(day: date) -> float:
    """Return a day as months since year 0, of which the part is that of its month."""
    return day.year * 12 + day.month - 1 + (day.day - 1) / monthrange(day.year, day.month)[1]


def _label(month: int, unit: int) -> str:
    day = date(month // 12, month % 12 + 1, 1)
    return str(day.year) if unit >= _YEAR else date_words(day, "M Y")
