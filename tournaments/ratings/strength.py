"""Who of two players is stronger, by ratings with a deviation."""

from __future__ import annotations

from math import erf, hypot, sqrt

from tournaments.ratings.base import PeriodPlayer


def chance_stronger(one: PeriodPlayer, two: PeriodPlayer) -> float:
    """Return the probability that the strength of the first is above that of the second.

    Each strength is normally distributed around the rating with its deviation, apart from the other.
    """
    return (1.0 + erf((one.rating - two.rating) / (hypot(one.deviation, two.deviation) * sqrt(2.0)))) / 2.0
