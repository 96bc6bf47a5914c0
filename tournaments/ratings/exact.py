"""Whole numbers that are the same on every machine: floats decide, and 50 digits where a float is too near an edge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from math import floor, sqrt

# Fifty digits, and exponents that no rating reaches.
DIGITS = Context(prec=50, rounding=ROUND_HALF_EVEN, Emin=-999999, Emax=999999)


@dataclass(frozen=True, slots=True)
class Surd:
    """A fraction times the square root of a whole number."""

    fraction: Fraction
    radicand: int = 1

    def __float__(self) -> float:
        """Return the nearest float, but for an error of two units in the last place."""
        return float(self.fraction) * sqrt(self.radicand)

    def decimal(self) -> Decimal:
        """Return the number to 50 digits."""
        return DIGITS.multiply(decimal_of(self.fraction), DIGITS.sqrt(Decimal(self.radicand)))


def decimal_of(fraction: Fraction) -> Decimal:
    """Return a fraction to 50 digits."""
    return DIGITS.divide(Decimal(fraction.numerator), Decimal(fraction.denominator))


def is_decided(value: float, error: float) -> bool:
    """Say whether a float is rounded like the true value, which is no further from it than `error`."""
    return abs(value - floor(value) - 0.5) > error


def half_even(value: float, error: float, exact: Callable[[], Decimal]) -> int:
    """Return a value rounded to a whole number, half to even.

    `value` is no further than `error` from the true value, which `exact` computes to 50 digits where that matters.
    """
    if is_decided(value, error):
        return round(value)
    return int(exact().to_integral_value(ROUND_HALF_EVEN))
