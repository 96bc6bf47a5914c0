"""Texts of the pure rooms, which import no Django: English beside the code, other languages in their catalogues.

The catalogues are those of the pages. `models.wording` gives a text in the reader's language.
"""

import gettext
from collections.abc import Mapping
from functools import cache
from pathlib import Path

# The language of the texts in the code.
SOURCE = "en"
_CATALOGUES = Path(__file__).parent / "locale"


class Words:
    """One text in English: `Words("A bye")`.

    Placeholders are written `%(name)s`, as in Django. A text with a number gives singular and plural, and `count` names
    the number's placeholder: `Words("%(lives)s life", "%(lives)s lives", count="lives")`. A text with several meanings
    has a `context`, as in gettext.
    """

    __slots__ = ("context", "count", "plural", "singular")

    def __init__(self, singular: str, plural: str = "", *, count: str = "", context: str = "") -> None:
        """Take the English text; ValueError if only one of `plural` and `count` is given."""
        if bool(plural) != bool(count):
            raise ValueError(f"{singular!r} needs both its plural and the name of its number")
        self.singular = singular
        self.plural = plural
        self.count = count
        self.context = context

    def text(self, language: str, places: Mapping[str, object] | None = None) -> str:
        """Return the text for these values, with its placeholders; in English if the language has none.

        A variant such as `fr-ca` uses the text of its language. Without a whole number the plural is used.
        """
        catalogue = _catalogue(language)
        if not self.plural:
            if self.context:
                return catalogue.pgettext(self.context, self.singular)
            return catalogue.gettext(self.singular)
        number = (places or {}).get(self.count)
        number = number if isinstance(number, int) else 2
        if self.context:
            return catalogue.npgettext(self.context, self.singular, self.plural, number)
        return catalogue.ngettext(self.singular, self.plural, number)


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    """Return the translations into a language; the texts stay as they are where it has no file."""
    return gettext.translation("django", _CATALOGUES, [language.replace("-", "_")], fallback=True)
