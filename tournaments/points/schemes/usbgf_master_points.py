"""USBGF master points, effective January 2019: verified.

A match won is a third of the square root of its length. A place is 0.6 * log2(players) * factor, the factor 1, 0.7,
then 1 / (place - 1); so many equidistant players split the same number of places. Divisions weigh 1, 0.7 and 0.5.
The weight of the event is 1 for the main event of an ABT tournament; the table of the others was not read, so that it
is given with the event. Which places count is the director's: `paid` of the event.
"""

from fractions import Fraction

from tournaments.points.places import LOG2, PlaceFunction
from tournaments.points.scheme import PointsScheme
from tournaments.points.wins import ROOT, WinRule

SCHEME = PointsScheme(
    name="USBGF master points 2019",
    source="USBGF, How USBGF Master Points are Calculated, effective January 2019 (usbgf.org)",
    is_verified=True,
    wins=WinRule(Fraction(1, 3), ROOT),
    places=PlaceFunction(
        scale=Fraction(6, 10), growth=LOG2, factors=(Fraction(1), Fraction(7, 10)), offset=1
    ),
    divisions=(Fraction(1), Fraction(7, 10), Fraction(1, 2)),
)
