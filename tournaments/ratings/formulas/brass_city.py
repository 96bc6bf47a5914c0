"""Brass City: FIBS with a shorter ramp, from twice the speed to once at 400 points of experience."""

from fractions import Fraction

from tournaments.ratings.ramp import RampFormula, RampParameters

FORMULA = RampFormula(
    name="Brass City",
    source="Brass City Backgammon, leader board (brasscitybackgammon.com): K = max(1, 2 - experience / 400)",
    is_verified=True,
    parameters=RampParameters(ramp=Fraction(2), ramp_step=Fraction(400)),
)
