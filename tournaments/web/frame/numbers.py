"""Numbers as people type and read them."""

from __future__ import annotations

from django.utils.formats import number_format

# No number that a page asks for has more digits, and Python refuses to read thousands of them.
_MOST_DIGITS = 9


def number_typed(text: str) -> int | None:
    """The whole number in a text; None where there is none, or one larger than anything asked for."""
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else None


def decimal_words(value: float) -> str:
    """A number with at most one decimal, as the reader writes it."""
    rounded = round(value, 1)
    return number_format(rounded, decimal_pos=0 if rounded == int(rounded) else 1, use_l10n=True)
