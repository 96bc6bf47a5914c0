"""Neu-Isenburg: verified. 9 for a win, 10 for attendance, 5 for a settlement, nothing for byes and forfeits."""

from fractions import Fraction

from tournaments.points.scheme import PointsScheme
from tournaments.points.wins import WinRule

SCHEME = PointsScheme(
    name="Neu-Isenburg",
    source="Backgammon Neu-Isenburg, club ranking",
    is_verified=True,
    wins=WinRule(Fraction(9)),
    attendance=Fraction(10),
    settlement=Fraction(5),
)
