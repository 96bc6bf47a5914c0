"""Viennagammon: verified. 1 for a win, 2 for attendance, 10, 8, 6, 5, 4, 3, 2 and 1 for the places, the worst dropped.

The source does not say how a tie is shared: it is split here. An event that somebody misses serves as the worst.
"""

from fractions import Fraction

from tournaments.points.places import PlaceTable, Row
from tournaments.points.scheme import PointsScheme
from tournaments.points.season import SeasonRule
from tournaments.points.wins import WinRule

_PLACES = (10, 8, 6, 5, 4, 3, 2, 1)

SCHEME = PointsScheme(
    name="Viennagammon",
    source="Viennagammon, season ranking",
    is_verified=True,
    wins=WinRule(Fraction(1)),
    places=PlaceTable(
        (
            (
                1,
                {
                    "main": tuple(
                        Row(place, place, Fraction(points)) for place, points in enumerate(_PLACES, 1)
                    )
                },
            ),
        )
    ),
    attendance=Fraction(2),
    season=SeasonRule(drop=1),
)
