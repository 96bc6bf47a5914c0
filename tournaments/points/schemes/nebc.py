"""New England Backgammon Club, playoff points: verified.

A match won is its length. Places have 50, 25 and twice 12 in the main tournament, 25 and 12 in the consolation; of two
flights the higher one counts. Who comes and wins nothing has 2. The bonuses of November and May are doubled: that is
the weight of the event, but for the 25 in place of 24 that the club then gives to semi-finalists and to the second of
the consolation.
"""

from fractions import Fraction

from tournaments.points.places import FIRST, PlaceTable, Row
from tournaments.points.scheme import HIGHER, PLACES, PointsScheme
from tournaments.points.wins import LENGTH, WinRule

SCHEME = PointsScheme(
    name="NEBC playoff points",
    source="New England Backgammon Club, how points are calculated (nebackgammon.org/pointscalc.html)",
    is_verified=True,
    wins=WinRule(Fraction(1), LENGTH),
    places=PlaceTable(
        (
            (
                1,
                {
                    "main": (
                        Row(1, 1, Fraction(50)),
                        Row(2, 2, Fraction(25)),
                        Row(3, 3, Fraction(12)),
                        Row(4, 4, Fraction(12)),
                    ),
                    "consolation": (Row(1, 1, Fraction(25)), Row(2, 2, Fraction(12))),
                },
            ),
        ),
        tie=FIRST,
    ),
    flights=HIGHER,
    attendance=Fraction(2),
    attendance_without_wins=True,
    weighted=(PLACES,),
)
