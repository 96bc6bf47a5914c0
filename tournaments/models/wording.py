"""Texts stored next to the code that they describe, in the reader's language, and the names of formats and groups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import lazy
from django.utils.translation import get_language, gettext

from tournaments import plans, simulation
from tournaments.formats import FORMATS, PROBLEMS, WORDS, BySeasons
from tournaments.words import SOURCE, Words

PROBLEM_WORDS: Mapping[str, Words] = {**PROBLEMS, **plans.PROBLEMS, **simulation.PROBLEMS}


def in_words(words: Words, places: Mapping[str, Any] | None = None) -> str:
    """Return a text in the reader's language with its placeholders filled."""
    text = words.text(get_language() or SOURCE, places)
    return text % places if places else text


lazily = lazy(in_words, str)


def format_name(code: str) -> str:
    """Return the name of a format; its code if the format is unknown."""
    return in_words(WORDS[code].name) if code in WORDS else code


def group_words(code: str, number: int) -> str:
    """Return the name of a group of a stage; a division in a league."""
    has_divisions = isinstance(FORMATS.get(code), BySeasons)
    words = gettext("Division %(number)s") if has_divisions else gettext("Group %(number)s")
    return words % {"number": number}
