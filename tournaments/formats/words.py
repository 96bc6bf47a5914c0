"""Texts in several languages beside the format that they describe, because formats import no Django."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

# The source language; the others are translations.
SOURCE = "en"
# Numbers that take the singular, by language; the default is 1.
_SINGULAR: Mapping[str, frozenset[int]] = {"fr": frozenset({0, 1})}

# A text, or its singular and plural.
Text = str | tuple[str, str]


class Words:
    """One text in several languages: `Words(en="A bye", fr="Un exempt")`.

    Placeholders are written `%(name)s`, as in Django. For singular and plural a language gives both forms, and `count`
    names the number's placeholder: `Words(count="lives", en=("%(lives)s life", "%(lives)s lives"))`.
    """

    __slots__ = ("count", "texts")

    def __init__(self, *, en: Text, count: str = "", **others: Text) -> None:
        """Take the English text and its translations by the codes of their languages."""
        self.count = count
        self.texts: Mapping[str, Text] = {SOURCE: en, **others}
        if any(isinstance(text, tuple) != bool(count) for text in self.texts.values()):
            raise ValueError(f"every language of {en!r} takes as many forms as `count` says")

    def text(self, language: str, places: Mapping[str, object] | None = None) -> str | None:
        """Return the text for these values, with its placeholders; None if the language has none.

        A variant such as `fr-ca` uses the text of its language.
        """
        base = language.partition("-")[0]
        text = self.texts.get(language) or self.texts.get(base)
        if text is None or isinstance(text, str):
            return text
        number = (places or {}).get(self.count)
        return text[number not in _SINGULAR.get(base, {1})]


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatWords:
    """All words of a format: its name, a short description, and its own options and codes.

    `options` are the name and the description of each option, `values` the values of an option by `Kind.value`.
    `reasons` and `problems` are by code. Words that several formats share are in `shared_words.py`.
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
