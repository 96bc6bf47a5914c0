"""Comparison and order of names: folded, by words, and by keys that near names share."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import CharField, F, Func
from django.utils.translation import gettext_lazy as _

# Letters and a symbol by category, but invisible.
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
# Characters that reverse the direction of the text after them, even beyond the name.
_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_NOT_IN_WORDS = re.compile(r"[^\w]+")
_LONGEST_PART = 40
# The length of the columns with a folded name: one letter may become several.
_LONGEST_KEY = 160
# The blocks of Unicode with Latin letters beyond ASCII.
_LATIN = (
    range(0x80, 0x300),
    range(0x1D00, 0x1DC0),
    range(0x1E00, 0x1F00),
    range(0x2C60, 0x2C80),
    range(0xA720, 0xA800),
)
# Latin letters whose name in Unicode has no other letter; those of one sound as in Unicode's CLDR, Latin-ASCII.
_SPELT = {
    "æ": "ae",
    "œ": "oe",
    "þ": "th",
    "ð": "d",
    "ı": "i",
    "ȷ": "j",
    "ŋ": "n",
    "ĸ": "q",
    "ə": "e",
    "ǝ": "e",
}
# How a letter with a mark is written without it in Germany, in Denmark and in Norway.
_TWO_LETTERS = re.compile("a[ae]|oe|ue")
# Fewer words are no abbreviation of a name, because first names are shared.
_FEWEST_WORDS = 2


def _folded_latin() -> dict[int, str]:
    """Return the plain letters of the Latin letters with a stroke, a hook or the like, which have no decomposition."""
    table = {ord(letter): plain for letter, plain in _SPELT.items()}
    for code in (code for block in _LATIN for code in block):
        plain, _with, mark = unicodedata.name(chr(code), "").partition(" WITH ")
        letter = plain.removeprefix("LATIN SMALL LETTER ")
        if mark and letter != plain and len(letter) == 1:
            table[code] = letter.lower()
    return table


_FOLDED = _folded_latin()


def without_accents(text: str) -> str:
    """Return a text without the marks that Unicode decomposes, without case, with single spaces."""
    if not text.isascii():
        decomposed = unicodedata.normalize("NFKD", text)
        text = "".join(c for c in decomposed if not unicodedata.combining(c))
    return " ".join(text.casefold().split())


def name_key(name: str) -> str:
    """Return the name folded for search, comparison and order: no accents, no strokes, no case, single spaces.

    SQLite cannot fold accents by itself, so the key is stored and both databases find `Søren Müller` under `soren
    muller`. A letter without a decomposition is what it is typed as elsewhere: `ø` is `o`, `ł` is `l`, `ı` is `i`,
    `þ` is `th`, `æ` is `ae`. The stored keys are renewed by a migration when this changes.
    """
    folded = without_accents(name)
    if not folded.isascii():
        folded = folded.translate(_FOLDED)
    return folded[:_LONGEST_KEY]


def name_order(name: str) -> tuple[str, str]:
    """Return the key by which names are sorted: folded, and then as written."""
    return name_key(name), name


def compare_names(one: str, two: str) -> int:
    """Return -1, 0 or 1: whether the first name stands before the second, as a collation of SQLite."""
    first, second = name_order(one), name_order(two)
    return (first > second) - (first < second)


class NameOrder(Func):
    """A column of names as an order: `Écureuils` stands before `Flèche`, and not behind `Zug`.

    Players have a column with their folded name for it. Names of clubs and lists are few: SQLite folds them as it
    sorts, and PostgreSQL sorts them by the locale of its database.
    """

    template = "%(expressions)s"
    output_field = CharField()

    def __init__(self, name: str) -> None:
        super().__init__(F(name))

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Return the column with the collation that `MatchesConfig` gives to every connection."""
        return self.as_sql(compiler, connection, template="%(expressions)s COLLATE names", **context)


def check_name(name: str) -> None:
    """Raise ValidationError for an invisible name, and for characters that reverse the text direction."""
    if _has_controls(name):
        message = _("This name has signs that change the direction of the line. Type it without them.")
        raise ValidationError(message, code="name_with_controls")
    if name and not any(_is_seen(letter) for letter in name):
        raise ValidationError(_("A name has letters that can be seen."), code="name_invisible")


def check_line(text: str) -> None:
    """Raise ValidationError for characters that break a line of text, or reverse its direction."""
    if _has_controls(text):
        message = _("This text has signs that break the line or change its direction. Type it without them.")
        raise ValidationError(message, code="line_with_controls")


def _has_controls(text: str) -> bool:
    return any(letter in _OVERRIDES or unicodedata.category(letter) == "Cc" for letter in text)


def _is_seen(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LNPS" and letter not in _BLANKS


def name_words(name: str) -> tuple[str, ...]:
    """Return the words of a name, folded and without punctuation."""
    return tuple(_NOT_IN_WORDS.sub(" ", name_key(name)).split())


def is_near(one: tuple[str, ...], two: tuple[str, ...]) -> bool:
    """Whether two names, as words, are nearly equal.

    Near names have the same words in any order, or differ by one letter or by two swapped adjacent letters,
    or one is an abbreviation of the other, as a whole or word by word (`J. Dupont`). A letter with a mark may be
    written as two (`Jürgen`, `Juergen`).
    """
    run_one, run_two = _run(one), _run(two)
    return (
        _is_slip(run_one, run_two)
        or _is_beginning(one, two)
        or _is_beginning(two, one)
        or (_has_two_letters(run_one, run_two) and _run(_by_one_letter(one)) == _run(_by_one_letter(two)))
    )


def near_keys(name: str) -> frozenset[str]:
    """Return the keys of a name; near names share at least one of them.

    One typing error leaves the letters on one side of it unchanged, which are half of the longer name less one; so a
    key is such a start or end of the sorted words, with its length. An abbreviated name shares a whole word in its
    place, or the initials of the first two. A name with two letters for one has a key of the name with one, too.
    """
    words = name_words(name)
    run, short = _run(words), _run(_by_one_letter(words))
    keys = set()
    if short != run:
        keys.add(f"{len(short)}<{short[: min(_LONGEST_PART, (len(short) - 1) // 2)]}")
    for longer in (len(run), len(run) + 1):
        end = min(_LONGEST_PART, (longer - 1) // 2)
        keys |= {f"{longer}<{run[:end]}", f"{longer}>{run[len(run) - end :]}"}
    if len(words) >= _FEWEST_WORDS:
        initials = words[0][0] + words[1][0]
        keys |= {f"{at}={initials} {word[:_LONGEST_PART]}" for at, word in enumerate(words)}
    return frozenset(keys) if words else frozenset()


def _run(words: tuple[str, ...]) -> str:
    return " ".join(sorted(words))


def _has_two_letters(one: str, two: str) -> bool:
    return _TWO_LETTERS.search(one) is not None or _TWO_LETTERS.search(two) is not None


def _by_one_letter(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words with one letter for two by which a letter with a mark is written."""
    return tuple(_TWO_LETTERS.sub(_first_letter, word) for word in words)


def _first_letter(two: re.Match[str]) -> str:
    return two[0][0]


def _is_slip(one: str, two: str) -> bool:
    """Whether the words differ by at most one letter, or by two swapped adjacent letters."""
    if abs(len(one) - len(two)) > 1:
        return False
    start, most = 0, min(len(one), len(two))
    while start < most and one[start] == two[start]:
        start += 1
    end = 0
    while end < most - start and one[-1 - end] == two[-1 - end]:
        end += 1
    one_rest, two_rest = one[start : len(one) - end], two[start : len(two) - end]
    return max(len(one_rest), len(two_rest)) <= 1 or (len(one_rest) == 2 and one_rest == two_rest[::-1])


def _is_beginning(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Whether the words abbreviate the other words, with at least one full word in common.

    `jean dup` begins `jean dupont`, and `j dupont` does too, but `j d` begins nothing.
    """
    if not _FEWEST_WORDS <= len(short) <= len(long):
        return False
    pairs = list(zip(short, long, strict=False))
    is_word_by_word = all(full.startswith(word) for word, full in pairs)
    return is_word_by_word and any(word == full for word, full in pairs)
