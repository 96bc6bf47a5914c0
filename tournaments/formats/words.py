"""Texts in several languages that stand beside what they are about, since nothing here knows Django."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

# The language a text is written in first; the others translate it.
SOURCE = "en"
# Numbers whose noun is in the singular; of a language that is not here, and in English, only 1.
_SINGULAR: Mapping[str, frozenset[int]] = {"fr": frozenset({0, 1})}

# A text, or its singular and its plural.
Text = str | tuple[str, str]


class Words:
    """One text in several languages: `Words(en="A bye", fr="Un exempt")`.

    Places are written `%(name)s`, as Django writes them. Where a number decides between two forms a language gives both,
    and `count` names the place that holds the number: `Words(count="lives", en=("%(lives)s life", "%(lives)s lives"))`.
    """

    __slots__ = ("count", "texts")

    def __init__(self, *, en: Text, count: str = "", **others: Text) -> None:
        """Take the English text and its translations by the codes of their languages."""
        self.count = count
        self.texts: Mapping[str, Text] = {SOURCE: en, **others}
        if any(isinstance(text, tuple) != bool(count) for text in self.texts.values()):
            raise ValueError(f"every language of {en!r} takes as many forms as `count` says")

    def text(self, language: str, places: Mapping[str, object] | None = None) -> str | None:
        """Return the text for these places, still with them in it; None where the language has none.

        A variant such as `fr-ca` takes the text of its language.
        """
        base = language.partition("-")[0]
        text = self.texts.get(language) or self.texts.get(base)
        if text is None or isinstance(text, str):
            return text
        number = (places or {}).get(self.count)
        return text[number not in _SINGULAR.get(base, {1})]


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatWords:
    """Everything that is said of a format: its name, half a sentence on what it is, and its own options and codes.

    `options` are the name of each option and half a sentence on what it does, `values` the values of an option by
    `Kind.value`. `reasons` and `problems` are by their codes. What several formats say stands in `shared_words.py`.
    """

    name: Words
    sentence: Words
    options: Mapping[str, tuple[Words, Words]] = field(default_factory=dict)
    values: Mapping[str, Words] = field(default_factory=dict)
    reasons: Mapping[str, Words] = field(default_factory=dict)
    problems: Mapping[str, Words] = field(default_factory=dict)

    def every(self) -> Iterator[Words]:
        """Yield every text."""
        yield self.name
        yield self.sentence
        for pair in self.options.values():
            yield from pair
        for table in (self.values, self.reasons, self.problems):
            yield from table.values()
