"""Texts stored next to the code that they describe, in the reader's language, and the names of formats and groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.functional import lazy
from django.utils.translation import get_language, gettext, npgettext, pgettext

from tournaments import plans, simulation
from tournaments.eligibility import INELIGIBLE_WORDS
from tournaments.exchange import PACKAGE_WORDS, ROW_WORDS
from tournaments.fair_play import SIGNAL_WORDS
from tournaments.formats import FORMATS, PROBLEMS, WORDS, BySeasons, every_format_word
from tournaments.words import SOURCE, Text, Words

__all__ = ["CONTEXT", "PROBLEM_WORDS", "SOURCE", "Text", "Words", "every_word", "in_words", "lazily"]

# The context in the translation catalogue of texts that are not stored beside the code.
CONTEXT = "formats"

PROBLEM_WORDS: Mapping[str, Words] = {**PROBLEMS, **plans.PROBLEMS, **simulation.PROBLEMS}


def in_words(words: Words, places: Mapping[str, Any] | None = None) -> str:
    """Return a text with its placeholders filled: in the reader's language, else from the catalogue, else in English."""
    text = words.text(get_language() or SOURCE, places)
    if text is None:
        text = _from_catalogue(words, places)
    return text % places if places else text


lazily = lazy(in_words, str)


def every_word() -> Iterator[tuple[str, Words]]:
    """Yield every such text with its place."""
    # The formulas, which come along, take as long to import as all formats, and few processes need them.
    from tournaments.ratings.counting import REASON_WORDS

    yield from every_format_word()
    yield from (("plans", words) for words in plans.PROBLEMS.values())
    yield from (("simulation", words) for words in simulation.PROBLEMS.values())
    yield from (("ratings", words) for words in REASON_WORDS.values())
    yield from (("eligibility", words) for words in INELIGIBLE_WORDS.values())
    yield from (("exchange", words) for words in (*PACKAGE_WORDS.values(), *ROW_WORDS.values()))
    yield from (("fair play", words) for words in SIGNAL_WORDS.values())


def _from_catalogue(words: Words, places: Mapping[str, Any] | None) -> str:
    source = words.texts[SOURCE]
    if isinstance(source, str):
        return pgettext(CONTEXT, source)
    number = (places or {}).get(words.count, 2)
    return npgettext(CONTEXT, *source, number)


def format_name(code: str) -> str:
    """Return the name of a format; its code if the format is unknown."""
    return in_words(WORDS[code].name) if code in WORDS else code


def group_words(code: str, number: int) -> str:
    """Return the name of a group of a stage; a division in a league."""
    has_divisions = isinstance(FORMATS.get(code), BySeasons)
    words = gettext("Division %(number)s") if has_divisions else gettext("Group %(number)s")
    return words % {"number": number}
