"""FIBS without a ramp: what the winner gains the loser loses, so the sum of all ratings never moves."""

from tournaments.ratings.ramp import RampFormula, RampParameters

FORMULA = RampFormula(
    name="FIBS without ramp",
    source="Belgian Backgammon Federation, rating page (bgfed.be)",
    is_verified=True,
    parameters=RampParameters(),
)
