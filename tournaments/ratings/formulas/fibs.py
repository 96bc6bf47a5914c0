"""FIBS with its ramp: newcomers move up to five times as fast, until 400 points of experience."""

from fractions import Fraction

from tournaments.ratings.ramp import RampFormula, RampParameters

FORMULA = RampFormula(
    name="FIBS",
    source="FIBS help text, as kept at Backgammon Galore (bkgm.com)",
    is_verified=True,
    parameters=RampParameters(ramp=Fraction(5), ramp_step=Fraction(100)),
)
