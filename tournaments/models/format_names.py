"""The names of formats and groups."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments.formats import FORMATS, WORDS, BySeasons

from .wording import in_words


def format_name(code: str) -> str:
    """Return the name of a format; its code if the format is unknown."""
    return in_words(WORDS[code].name) if code in WORDS else code


def group_words(code: str, number: int) -> str:
    """Return the name of a group of a stage; a division in a league."""
    has_divisions = isinstance(FORMATS.get(code), BySeasons)
    words = gettext("Division %(number)s") if has_divisions else gettext("Group %(number)s")
    return words % {"number": number}
