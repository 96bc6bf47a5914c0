"""Numbers in user input and on pages."""

from __future__ import annotations

from django.utils.formats import number_format

# No valid number has more digits, and `int` raises an error for thousands of them.
_MOST_DIGITS = 9


def number_typed(text: str) -> int | None:
    """Return the whole number in a text, or None if it is none or too large."""
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else None


def decimal_words(value: float) -> str:
    """Return a localized number with at most one decimal."""
    rounded = round(value, 1)
    return number_format(rounded, decimal_pos=0 if rounded == int(rounded) else 1, use_l10n=True)
