"""The registry of formats and their words: FORMAT of `format.py` and WORDS of `words.py` in each package of this folder."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from tournaments.formats import hand_words, reason_words, shared_words
from tournaments.formats.base import Format
from tournaments.formats.words import FormatWords, Words

_NAMES = sorted(module.name for module in iter_modules([str(Path(__file__).parent)]) if module.ispkg)

# The code of a format is the name of its package.
FORMATS: Mapping[str, Format] = {
    name: import_module(f"{__package__}.{name}.format").FORMAT for name in _NAMES
}
WORDS: Mapping[str, FormatWords] = {
    name: import_module(f"{__package__}.{name}.words").WORDS for name in _NAMES
}
# The default format of a new stage.
USUAL_FORMAT = "single_elimination"


def merge(tables: Iterable[Mapping[str, Words]]) -> Mapping[str, Words]:
    """Return these tables as one; ValueError if two of them have the same code."""
    by_code: dict[str, Words] = {}
    for table in tables:
        if twice := by_code.keys() & table.keys():
            raise ValueError(f"words are given twice for {', '.join(sorted(twice))}")
        by_code.update(table)
    return by_code


# The words of all formats, by their codes.
REASONS = merge([reason_words.REASONS, hand_words.REASONS, *(words.reasons for words in WORDS.values())])
PROBLEMS = merge([shared_words.PROBLEMS, *(words.problems for words in WORDS.values())])


def option_words(code: str, name: str) -> tuple[Words, Words]:
    """Return the name and the description of an option of a format; LookupError if it has no words."""
    return WORDS[code].options.get(name) or shared_words.OPTIONS[name]


def value_words(code: str, value: StrEnum) -> Words:
    """Return the words for a value of an option of a format; LookupError if it has none."""
    key = f"{type(value).__name__}.{value.value}"
    return WORDS[code].values.get(key) or shared_words.VALUES[key]
