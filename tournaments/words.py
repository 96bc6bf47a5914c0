"""Texts in several languages: what the pure rooms say beside their code, because they import no Django.

`models.wording` gives a text in the reader's language.
"""

from collections.abc import Mapping

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
