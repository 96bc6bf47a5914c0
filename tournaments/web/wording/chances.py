"""Chances and shares as a reader sees them."""

from __future__ import annotations

from django.utils.formats import number_format


def percent_words(share: float, *, places: int = 1) -> str:
    """Return a localized share of one in percent; the sign stays on the line."""
    words = number_format(round(100 * share, places), decimal_pos=places, use_l10n=True)
    return f"{words}\N{NO-BREAK SPACE}%"
