"""Dates and times in words, in the reader's language."""

from __future__ import annotations

import re
from datetime import date

from django.utils.formats import date_format, get_format
from django.utils.translation import pgettext

# The day of a month in a format, where no backslash makes a letter of it.
_DAY = re.compile(r"(?<!\\)j")


def date_words(value: date, form: str = "DATE_FORMAT") -> str:
    """Return a date or a moment as text, by the name of a format or by its letters.

    The first day of a month has a word of its own: French writes `1er mars`, and no letter of Django's formats does.
    """
    pattern = str(get_format(form))
    if value.day == 1:
        first = pgettext("the first day of a month, before its name", "1")
        pattern = _DAY.sub(lambda _day: "".join(f"\\{letter}" for letter in first), pattern)
    return date_format(value, pattern)
