"""Amounts in words and in input: stored in the smallest unit, typed with a comma or a point."""

from __future__ import annotations

import re
from decimal import Decimal

from django.utils.formats import number_format

# ISO 4217: the currencies that do not have two decimals.
_DECIMALS = {
    **dict.fromkeys(
        (
            "BIF",
            "CLP",
            "DJF",
            "GNF",
            "ISK",
            "JPY",
            "KMF",
            "KRW",
            "PYG",
            "RWF",
            "UGX",
            "UYI",
            "VND",
            "VUV",
            "XAF",
            "XOF",
            "XPF",
        ),
        0,
    ),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
}
_USUAL_DECIMALS = 2
_NBSP = "\u00a0"
# Spaces and apostrophes group thousands in some languages; a comma or point is the decimal separator.
_GROUPING = re.compile(r"[\s'’\u00a0\u202f]")
_TYPED = re.compile(r"(?P<whole>\d{1,10})(?:[.,](?P<part>\d{1,3}))?")


def decimals_of(currency: str) -> int:
    """Return the number of decimals of a currency (ISO 4217)."""
    return _DECIMALS.get(currency, _USUAL_DECIMALS)


def amount_words(amount: int, currency: str) -> str:
    """Return a localized amount with its currency, as in `1,250.00 EUR` or `1 250,00 EUR`."""
    return f"{amount_typed(amount, currency, grouped=True)}{_NBSP}{currency}"


def amount_typed(amount: int, currency: str, *, grouped: bool = False) -> str:
    """Return a localized amount without its currency, as in a form field."""
    places = decimals_of(currency)
    value = Decimal(amount).scaleb(-places)
    return number_format(value, decimal_pos=places, use_l10n=True, force_grouping=grouped)


def amount_read(text: str, currency: str) -> int | None:
    """Return the typed amount in the smallest unit; None if it is invalid or has too many decimals.

    Groups of three after a point or a comma would be ambiguous in a currency with three decimals, so thousands are
    grouped by spaces or apostrophes only.
    """
    match = _TYPED.fullmatch(_GROUPING.sub("", text).removesuffix(currency))
    if match is None:
        return None
    places = decimals_of(currency)
    part = match["part"] or ""
    if len(part) > places:
        return None
    return int(match["whole"] + part.ljust(places, "0"))
