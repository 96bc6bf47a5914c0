"""The family of FIBS: changes grow with the root of the match length, and newcomers move faster along a ramp."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import ceil

from tournaments.ratings.base import RatedPlayer
from tournaments.ratings.exact import Surd
from tournaments.ratings.logistic import LogisticFormula
from tournaments.ratings.parameters import as_data, read


@dataclass(frozen=True, slots=True)
class RampParameters:
    """`factor` points at stake in a match to 1; `scale` points of difference for odds of ten to one in it.

    The factor is multiplied by max(1, ramp - experience / ramp_step), with the experience before the match.
    """

    factor: Fraction = Fraction(4)
    scale: Fraction = Fraction(2000)
    ramp: Fraction = Fraction(1)
    ramp_step: Fraction = Fraction(100)

    def __hash__(self) -> int:
        """Return the hash of the numbers; that of a fraction takes ten times as long."""
        numbers = (self.factor, self.scale, self.ramp, self.ramp_step)
        return hash(tuple((one.numerator, one.denominator) for one in numbers))


@dataclass(frozen=True, slots=True)
class RampFormula(LogisticFormula):
    """A formula of the family, by its parameters."""

    name: str
    source: str
    is_verified: bool
    parameters: RampParameters

    @property
    def values(self) -> Mapping[str, object]:
        """The parameters, as JSON has them."""
        return as_data(self.parameters)

    def with_parameters(self, values: Mapping[str, object]) -> RampFormula:
        """Return the formula with these parameters in place of its own; InvalidParameters where one cannot be."""
        return replace(self, parameters=read(self.parameters, values))

    def with_stakes(self, times: Fraction) -> RampFormula:
        """Return the formula with this multiple of the points at stake in every match."""
        return replace(self, parameters=replace(self.parameters, factor=self.parameters.factor * times))

    def factor(self, player: RatedPlayer, *, length: int) -> Surd:
        """Return the points at stake for a player: factor * ramp * sqrt(length)."""
        return _factor(self.parameters, player.experience, length)

    @property
    def ramp_end(self) -> int:
        """The experience at which the ramp has come down to 1."""
        return max(0, ceil((self.parameters.ramp - 1) * self.parameters.ramp_step))

    def slope(self, *, length: int) -> Surd:
        """Return how much a point of difference adds to the exponent: sqrt(length) / scale."""
        return _slope(self.parameters, length)


# Beyond the ramp all experiences have one factor, yet each is a key; the cache holds those of a long list.
@lru_cache(maxsize=1 << 16)
def _factor(parameters: RampParameters, experience: int, length: int) -> Surd:
    ramp = max(Fraction(1), parameters.ramp - experience / parameters.ramp_step)
    return Surd(parameters.factor * ramp, length)


@lru_cache(maxsize=1 << 10)
def _slope(parameters: RampParameters, length: int) -> Surd:
    return Surd(1 / parameters.scale, length)


# Newcomers move up to five times as fast, until 400 points of experience.
FIBS = RampFormula(
    name="FIBS",
    source="FIBS help text, as kept at Backgammon Galore (bkgm.com)",
    is_verified=True,
    parameters=RampParameters(ramp=Fraction(5), ramp_step=Fraction(100)),
)
# What the winner gains the loser loses, so the sum of all ratings never moves.
FIBS_NO_RAMP = RampFormula(
    name="FIBS without ramp",
    source="Belgian Backgammon Federation, rating page (bgfed.be)",
    is_verified=True,
    parameters=RampParameters(),
)
# A shorter ramp, from twice the speed to once at 400 points of experience.
BRASS_CITY = RampFormula(
    name="Brass City",
    source="Brass City Backgammon, leader board (brasscitybackgammon.com): K = max(1, 2 - experience / 400)",
    is_verified=True,
    parameters=RampParameters(ramp=Fraction(2), ramp_step=Fraction(400)),
)
