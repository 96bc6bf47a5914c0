"""Elo with a factor for each match length; the length does not change the chance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tournaments.ratings.base import RatedPlayer
from tournaments.ratings.exact import Surd
from tournaments.ratings.logistic import LogisticFormula
from tournaments.ratings.parameters import as_data, read

# An example of this project, of no federation.
_FACTORS = {
    1: 8,
    3: 14,
    5: 18,
    7: 21,
    9: 24,
    11: 27,
    13: 29,
    15: 31,
    17: 33,
    19: 35,
    21: 37,
    23: 38,
    25: 40,
}


@dataclass(frozen=True, slots=True)
class EloParameters:
    """`scale` points of difference for odds of ten to one, and the points at stake for each match length.

    A length between two of the table counts as the shorter one, and one below all of them as the shortest.
    """

    scale: Fraction = Fraction(400)
    k_by_length: Mapping[int, Fraction] = field(
        default_factory=lambda: {length: Fraction(factor) for length, factor in _FACTORS.items()}
    )


@dataclass(frozen=True, slots=True)
class EloFormula(LogisticFormula):
    """Elo's formula, by its parameters."""

    name: str
    source: str
    is_verified: bool
    parameters: EloParameters

    @property
    def values(self) -> Mapping[str, object]:
        """The parameters, as JSON has them."""
        return as_data(self.parameters)

    def with_parameters(self, values: Mapping[str, object]) -> EloFormula:
        """Return the formula with these parameters in place of its own; InvalidParameters where one cannot be."""
        return replace(self, parameters=read(self.parameters, values))

    def with_stakes(self, times: Fraction) -> EloFormula:
        """Return the formula with this multiple of the points at stake in every match."""
        table = {length: factor * times for length, factor in self.parameters.k_by_length.items()}
        return replace(self, parameters=replace(self.parameters, k_by_length=table))

    def factor(self, player: RatedPlayer, *, length: int) -> Surd:
        """Return the points at stake, the same for both players."""
        table = self.parameters.k_by_length
        return Surd(table[max([bound for bound in table if bound <= length], default=min(table))])

    @property
    def ramp_end(self) -> int:
        """The factor is the same for every experience."""
        return 0

    def slope(self, *, length: int) -> Surd:
        """Return how much a point of difference adds to the exponent: 1 / scale."""
        return Surd(1 / self.parameters.scale)


FORMULA = EloFormula(
    name="Elo with a factor by length",
    source="1 / (1 + 10 ^ (d / 400)), A. E. Elo",
    is_verified=False,
    parameters=EloParameters(),
)
