"""Exact numbers: fractions, and roots and logarithms to twelve decimal places, rounded half to even.

Everything after a root or a logarithm is exact, so points add up to the last digit on every machine.
"""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from math import isqrt

PLACES = 12
_UNIT = 10**PLACES
# Denominators from here on are not written.
_LONG = 10**40
# Forty digits more than a logarithm has: no whole number below a billion is nearer to an edge.
_DIGITS = Context(prec=60, rounding=ROUND_HALF_EVEN)


def root(number: int) -> Fraction:
    """Return the square root of a whole number to twelve decimal places."""
    scaled = number * _UNIT * _UNIT
    below = isqrt(scaled)
    # The square of a half is no whole number: there is no tie.
    return Fraction(below + (scaled - below * below > below), _UNIT)


def log2(number: int) -> Fraction:
    """Return the binary logarithm of a whole number above 0 to twelve decimal places."""
    exact = _DIGITS.divide(_DIGITS.ln(Decimal(number)), _DIGITS.ln(Decimal(2)))
    return Fraction(_DIGITS.quantize(exact, Decimal(1).scaleb(-PLACES)))


def as_text(number: Fraction) -> str:
    """Return a number exactly: a decimal such as `0.7` where there is one, else `1/3`.

    A fraction that would be longer than a line is written as a decimal to 24 places, rounded half to even.
    """
    if number.denominator >= _LONG:
        number = Fraction(round(number * _UNIT * _UNIT), _UNIT * _UNIT)
    if number.denominator == 1:
        return str(number.numerator)
    for digits in range(1, 2 * PLACES + 1):
        scaled = number * 10**digits
        if scaled.denominator == 1:
            whole, part = divmod(scaled.numerator, 10**digits)
            return f"{whole}.{part:0{digits}}"
    return f"{number.numerator}/{number.denominator}"


def as_data(number: Fraction) -> int | str:
    """Return a number as JSON has it: a whole number, or the text of an exact one."""
    return number.numerator if number.denominator == 1 else as_text(number)


def rounded(number: Fraction, places: int = 9) -> float:
    """Return a number to be shown, rounded half to even."""
    scale: int = 10**places
    return round(number * scale) / scale
