"""Norway Cup: verified. The square root of twice the players, divided by the place.

Fields of 4 to 7 have points for the first place, of 8 to 16 for two, of 17 to 32 for two and both thirds, of 33 to 64
for the four fifths too, above 64 for the eight ninths too. Who shares a place has the points of its first.
"""

from fractions import Fraction

from tournaments.points.places import FIRST, ROOT, PlaceFunction
from tournaments.points.scheme import PointsScheme

SCHEME = PointsScheme(
    name="Norway Cup",
    source="Norges Backgammonforbund, Norway Cup rules (nbgf.no)",
    is_verified=True,
    places=PlaceFunction(
        scale=Fraction(1),
        growth=ROOT,
        times=2,
        places=((1, 0), (4, 1), (8, 2), (17, 4), (33, 8), (65, 16)),
        tie=FIRST,
    ),
)
