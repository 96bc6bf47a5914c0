"""Ratings, their changes and chances in words: billionths of a point as points, rounded or to the last digit."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal

from django.utils.formats import number_format

from tournaments.ratings import UNITS

_DIGITS = 9
_MINUS = "\N{MINUS SIGN}"


def rating_words(units: int) -> str:
    """Return a rating as points with two digits."""
    return _localized(_points(units), 2)


def change_words(units: int) -> str:
    """Return a change as points with two digits and its sign; one that is rounded to nothing has none."""
    return _signed(_points(units).quantize(Decimal("0.01"), ROUND_HALF_EVEN), 2)


def exact_rating_words(units: int) -> str:
    """Return a rating as points with all of its digits."""
    return _localized(_points(units), _DIGITS)


def exact_change_words(units: int) -> str:
    """Return a change as points with all of its digits and its sign."""
    return _signed(_points(units), _DIGITS)


def _points(units: int) -> Decimal:
    return Decimal(units) / UNITS


def _localized(points: Decimal, digits: int) -> str:
    value = points.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_EVEN)
    return number_format(value, decimal_pos=digits, use_l10n=True)


def _signed(points: Decimal, digits: int) -> str:
    sign = _MINUS if points < 0 else "+" if points > 0 else ""
    return f"{sign}{_localized(abs(points), digits)}"


def percent_words(share: float, *, places: int = 1) -> str:
    """Return a localized share of one in percent; the sign stays on the line."""
    words = number_format(round(100 * share, places), decimal_pos=places, use_l10n=True)
    return f"{words}\N{NO-BREAK SPACE}%"
