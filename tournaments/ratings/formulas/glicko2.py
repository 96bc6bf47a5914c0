"""Glicko-2: a rating with its deviation and volatility, computed for all matches of a period at once.

Source: Mark E. Glickman, "Example of the Glicko-2 system" (glicko.net); the steps below are numbered as there.
A match counts as one game, whatever its length.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from math import erf, hypot, sqrt
from typing import Any, NamedTuple

from tournaments.ratings.base import START, PeriodMatch, PeriodPlayer
from tournaments.ratings.exact import DIGITS, decimal_of, is_decided
from tournaments.ratings.parameters import as_data, read

# Units of rating and deviation, and of volatility.
POINT = 10**5
VOLATILITY = 10**7
# A bound of the error of the floats, in those units, which lies far above what Glickman's example and random periods show.
_ERROR = 1e-3


@dataclass(frozen=True, slots=True)
class GlickoParameters:
    """`tau` limits the change of the volatility; the others are those of a player before the first period."""

    tau: Fraction = Fraction(1, 2)
    deviation: Fraction = Fraction(350)
    volatility: Fraction = Fraction(6, 100)


class PeriodEnd(NamedTuple):
    """Rating, deviation and volatility before they are rounded."""

    rating: Any
    deviation: Any
    volatility: Any


@dataclass(frozen=True, slots=True)
class _Arithmetic:
    """The functions that the steps need, for floats or for 50 digits, and when a root is near enough."""

    number: Callable[[Fraction], Any]
    exp: Callable[[Any], Any]
    log: Callable[[Any], Any]
    sqrt: Callable[[Any], Any]
    pi: Any
    near: Any


_FLOATS = _Arithmetic(float, math.exp, math.log, math.sqrt, math.pi, 1e-13)
_DECIMALS = _Arithmetic(
    decimal_of,
    DIGITS.exp,
    DIGITS.ln,
    DIGITS.sqrt,
    Decimal("3.14159265358979323846264338327950288419716939937511"),
    Decimal("1e-30"),
)
_SCALE = Fraction("173.7178")


@dataclass(frozen=True, slots=True)
class GlickoFormula:
    """Glicko-2, by its parameters."""

    name: str
    source: str
    is_verified: bool
    parameters: GlickoParameters

    @property
    def values(self) -> Mapping[str, object]:
        """The parameters, as JSON has them."""
        return as_data(self.parameters)

    def with_parameters(self, values: Mapping[str, object]) -> GlickoFormula:
        """Return the formula with these parameters in place of its own; InvalidParameters where one cannot be."""
        return replace(self, parameters=read(self.parameters, values))

    @property
    def start(self) -> PeriodPlayer:
        """A player before the first period."""
        deviation, volatility = self.parameters.deviation * POINT, self.parameters.volatility * VOLATILITY
        return PeriodPlayer(START * POINT, round(deviation), round(volatility))

    def after_period(self, player: PeriodPlayer, matches: Sequence[PeriodMatch]) -> PeriodPlayer:
        """Return the player at the end of a period; one without matches only becomes less certain."""
        units = (POINT, POINT, VOLATILITY)
        floats = [value * unit for value, unit in zip(self.period_end(player, matches), units, strict=True)]
        if all(is_decided(value, _ERROR) for value in floats):
            return PeriodPlayer(*map(round, floats))
        end = self.exact_period_end(player, matches)
        return PeriodPlayer(
            *[
                int((value * unit).to_integral_value(ROUND_HALF_EVEN))
                for value, unit in zip(end, units, strict=True)
            ]
        )

    def period_end(self, player: PeriodPlayer, matches: Sequence[PeriodMatch]) -> PeriodEnd:
        """Return the end of a period in floats, not rounded."""
        return _end(player, matches, self.parameters.tau, _FLOATS)

    def exact_period_end(self, player: PeriodPlayer, matches: Sequence[PeriodMatch]) -> PeriodEnd:
        """Return the end of a period to 30 digits and more, not rounded."""
        with localcontext(DIGITS):
            return _end(player, matches, self.parameters.tau, _DECIMALS)


def _end(player: PeriodPlayer, matches: Sequence[PeriodMatch], tau: Fraction, by: _Arithmetic) -> PeriodEnd:
    scale = by.number(_SCALE)
    mu, phi = _scaled(player, by)
    sigma = by.number(Fraction(player.volatility, VOLATILITY))
    if not matches:
        # Step 6 alone.
        return PeriodEnd(
            by.number(Fraction(player.rating, POINT)), scale * by.sqrt(phi * phi + sigma * sigma), sigma
        )
    # Steps 3 and 4: the variance of the results, and the improvement that they speak for.
    precision = improvement = by.number(Fraction(0))
    for match in matches:
        opponent_mu, opponent_phi = _scaled(match.opponent, by)
        weight = _g(opponent_phi, by)
        expectation = 1 / (1 + by.exp(-weight * (mu - opponent_mu)))
        precision += weight * weight * expectation * (1 - expectation)
        improvement += weight * ((1 if match.has_won else 0) - expectation)
    variance = 1 / precision
    new_sigma = _volatility(sigma, phi, variance, variance * improvement, by.number(tau), by)
    # Steps 6 to 8.
    before = phi * phi + new_sigma * new_sigma
    new_phi = 1 / by.sqrt(1 / before + precision)
    return PeriodEnd(
        by.number(Fraction(player.rating, POINT)) + scale * new_phi * new_phi * improvement,
        scale * new_phi,
        new_sigma,
    )


def _scaled(player: PeriodPlayer, by: _Arithmetic) -> tuple[Any, Any]:
    """Return rating and deviation on the scale of Glicko-2 (step 2)."""
    return (
        by.number(Fraction(player.rating - START * POINT, POINT) / _SCALE),
        by.number(Fraction(player.deviation, POINT) / _SCALE),
    )


def _g(phi: Any, by: _Arithmetic) -> Any:
    """Return the weight of a result against an opponent with this deviation."""
    return 1 / by.sqrt(1 + 3 * phi * phi / (by.pi * by.pi))


def _volatility(sigma: Any, phi: Any, variance: Any, delta: Any, tau: Any, by: _Arithmetic) -> Any:
    """Return the new volatility (step 5): the root of a function by the Illinois method."""
    start = by.log(sigma * sigma)

    def f(x: Any) -> Any:
        square = by.exp(x)
        spread = phi * phi + variance + square
        return square * (delta * delta - spread) / (2 * spread * spread) - (x - start) / (tau * tau)

    low = start
    if delta * delta > phi * phi + variance:
        high = by.log(delta * delta - phi * phi - variance)
    else:
        high = start - tau
        while f(high) < 0:
            high -= tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > by.near:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return by.exp(low / 2)


FORMULA = GlickoFormula(
    name="Glicko-2",
    source='Mark E. Glickman, "Example of the Glicko-2 system" (glicko.net/glicko/glicko2.pdf)',
    is_verified=True,
    parameters=GlickoParameters(),
)


def chance_stronger(one: PeriodPlayer, two: PeriodPlayer) -> float:
    """Return the probability that the strength of the first is above that of the second.

    Each strength is normally distributed around the rating with its deviation, apart from the other.
    """
    return (1.0 + erf((one.rating - two.rating) / (hypot(one.deviation, two.deviation) * sqrt(2.0)))) / 2.0
