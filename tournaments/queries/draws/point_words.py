"""The notation of points with fractions."""

from __future__ import annotations

from fractions import Fraction

_FRACTIONS = {Fraction(0): "", Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


def points_words(parts: int, *, of: int = 2) -> str:
    """Return points as text, given in fractions of one: 7 half points are `3½`."""
    points = Fraction(abs(parts), of)
    whole, rest = divmod(points, 1)
    words = f"{whole if whole or not rest else ''}{_FRACTIONS[Fraction(rest)]}"
    return f"−{words}" if parts < 0 else words
