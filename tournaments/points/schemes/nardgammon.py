"""Nardgammon, tournament part: verified. 10 * log2(players) / place, halved each month."""

from fractions import Fraction

from tournaments.points.places import LOG2, PlaceFunction
from tournaments.points.scheme import PointsScheme
from tournaments.points.season import SeasonRule

SCHEME = PointsScheme(
    name="Nardgammon tournament points",
    source="Nardgammon, tournament rating",
    is_verified=True,
    places=PlaceFunction(scale=Fraction(10), growth=LOG2),
    season=SeasonRule(halving=1),
)
