"""Whole numbers as people type them."""

from __future__ import annotations

# No number that a page asks for has more digits, and Python refuses to read thousands of them.
_MOST_DIGITS = 9


def number_typed(text: str) -> int | None:
    """The whole number in a text; None where there is none, or one larger than anything asked for."""
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else None
