"""Formulas whose change is a factor times the chance of the loser, which is logistic in the difference of the ratings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from decimal import Decimal
from fractions import Fraction
from typing import Self

from tournaments.ratings.base import UNITS, RatedPlayer
from tournaments.ratings.exact import DIGITS, Surd, half_even

# A bound of the relative error of `factor / (1 + 10 ** exponent)` in floats: some roundings and the power, whose error
# grows with its exponent.
_ERROR = 4e-15
_ERROR_OF_EXPONENT = 2e-15
# Odds of ten to this power leave nothing of the largest stake, and a greater power is no float.
_CERTAIN = 300.0


class LogisticFormula(ABC):
    """Base of the formulas by match: `factor` and `slope` make one, `name`, `source` and `values` describe it."""

    @abstractmethod
    def factor(self, player: RatedPlayer, *, length: int) -> Surd:
        """Return the points at stake for a player: the change where the loser was certain to win."""

    @property
    @abstractmethod
    def ramp_end(self) -> int:
        """The experience from which on the factor no longer changes."""

    @property
    def keeps_sum(self) -> bool:
        """Whether the loser always loses what the winner gains: the factor is the same for every experience."""
        return self.ramp_end == 0

    @abstractmethod
    def slope(self, *, length: int) -> Surd:
        """Return how much a point of difference adds to the exponent of ten in the odds."""

    @abstractmethod
    def with_stakes(self, times: Fraction) -> Self:
        """Return the formula with this multiple of the points at stake in every match."""

    def changes(self, winner: RatedPlayer, loser: RatedPlayer, *, length: int) -> tuple[int, int]:
        """Return the billionths of a point that the winner gains and that the loser gains, the latter 0 or less."""
        difference, slope = winner.rating - loser.rating, self.slope(length=length)
        gain, loss = self.factor(winner, length=length), self.factor(loser, length=length)
        gain_of_winner = _change(difference, gain, slope)
        return gain_of_winner, -gain_of_winner if gain == loss else -_change(difference, loss, slope)

    def chance(self, one: RatedPlayer, two: RatedPlayer, *, length: int) -> float:
        """Return the probability that the first player wins a match to this length."""
        exponent = (two.rating - one.rating) / UNITS * float(self.slope(length=length))
        return float(1.0 / (1.0 + 10.0**exponent)) if exponent <= _CERTAIN else 0.0


def _change(difference: int, factor: Surd, slope: Surd) -> int:
    """Return factor times the chance of the loser in billionths, rounded half to even."""
    exponent = difference / UNITS * float(slope)
    if exponent > _CERTAIN:
        return 0
    value = UNITS * float(factor) / (1.0 + 10.0**exponent)
    error = value * (_ERROR + _ERROR_OF_EXPONENT * abs(exponent))

    def exact() -> Decimal:
        points = DIGITS.divide(Decimal(difference), Decimal(UNITS))
        odds = DIGITS.power(Decimal(10), DIGITS.multiply(points, slope.decimal()))
        return DIGITS.divide(DIGITS.multiply(Decimal(UNITS), factor.decimal()), DIGITS.add(Decimal(1), odds))

    return half_even(value, error, exact)
