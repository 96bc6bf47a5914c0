"""The words of a `.mat` text, as programs and people write them: those that begin a cell, and the names of variants."""

from __future__ import annotations

import re

from ..transcript import EntryKind
from ..variant import VARIANTS, Variant

# What programs write, and what begins a cell wherever it stands.
_USUAL = {
    EntryKind.DOUBLE: ("doubles",),
    EntryKind.TAKE: ("takes", "accepts"),
    EntryKind.DROP: ("drops", "rejects", "passes"),
    EntryKind.BEAVER: ("beavers",),
    EntryKind.RACCOON: ("raccoons",),
    EntryKind.WIN: ("wins", "gagne", "gewinnt"),
    EntryKind.LOSS: ("losses", "loses", "perd", "verliert"),
    EntryKind.RESIGN: (
        *("concedes", "resign", "resigns", "resigned", "forfeits", "lost on time", "gives up"),
        *("abandonne", "gibt auf"),
    ),
}
# What people write, in rows with a number alone: in a remark these words are words.
_OTHER = {
    EntryKind.DOUBLE: (
        *("double", "doubled", "redouble", "redoubles", "redoubled"),
        *("doppelt", "doppel", "verdoppelt", "redoppelt"),
    ),
    EntryKind.TAKE: (
        "take",
        "taken",
        "accept",
        "accepted",
        "prend",
        "accepte",
        "nimmt an",
        "nimmt",
        "annahme",
        "prise",
    ),
    EntryKind.DROP: (
        *(
            "drop",
            "dropped",
            "reject",
            "rejected",
            "pass",
            "passed",
            "refuses",
            "refuse",
            "refus",
            "folds",
            "fold",
        ),
        *("declines", "declined"),
        *("passe", "passt", "lehnt ab", "ablehnung"),
    ),
    EntryKind.BEAVER: ("beaver",),
    EntryKind.RACCOON: ("raccoon",),
    EntryKind.WIN: ("win", "won"),
}
# What people write with a number behind it; without one they are words anywhere.
_COUNTED = {EntryKind.DOUBLE: ("cube", "videau"), EntryKind.WIN: ("scores", "marque")}

KINDS = {
    word: kind for words in (_USUAL, _OTHER, _COUNTED) for kind, several in words.items() for word in several
}
"""The kind of entry that each word begins."""

DANCES = frozenset({"pass", "passes", "passe", "passt"})
"""Words that answer a double, and directly behind dice tell that no move was possible."""

_VARIANTS: dict[str, Variant] = {
    **{variant.variation.lower(): variant for variant in VARIANTS.values() if variant.variation},
    "hypergammon": VARIANTS["hypergammon_3"],
}


def _pattern(words: list[str]) -> re.Pattern[str]:
    # The first letters alone, so that no other word is compared with all of these; and the longest word first.
    letters = "".join(sorted({word[0] for word in words} | {"i"}))
    ends = {
        letter: "|".join(sorted((word[1:] for word in words if word[0] == letter), key=len, reverse=True))
        for letter in letters
    }
    alternatives = "|".join(f"{letter}(?:{rest})" for letter, rest in ends.items() if rest)
    # The position behind `Illegal play` may hold names and so anything at all: it is matched as a whole, to
    # be passed over, and begins no cell.
    return re.compile(
        rf"\b(?:(\d\d|\d[-,]\d)[:\N{{FULLWIDTH COLON}}]|(?=[{letters}])(?:({alternatives})\b"
        r"|Illegal play \((?:[^()]|\([^()]*+\))*+\)))",
        re.IGNORECASE,
    )


def _with_marks(pattern: re.Pattern[str]) -> re.Pattern[str]:
    # Marks without dice: resigned before the roll. Apart, because few rows hold any and all would pay.
    return re.compile(rf"{pattern.pattern}|(?<!\S)(\?{{2,4}}+)(?!\S)", re.IGNORECASE)


# A word and the number behind it, which may have `to` or a sign before it.
_BEFORE_NUMBER = r"(?=\s{1,3}(?:(?:to|auf|\N{LATIN SMALL LETTER A WITH GRAVE}|=>|=)\s)?\d)"
_WINS = [f"{word}{_BEFORE_NUMBER}" for word in ("win", "won", *_COUNTED[EntryKind.WIN])]
_ALWAYS = [word for words in (_USUAL, _OTHER) for several in words.values() for word in several]
CELL = _pattern([*_ALWAYS, *(f"{word}{_BEFORE_NUMBER}" for several in _COUNTED.values() for word in several)])
"""The beginning of a cell in a row with a number: dice, or a word."""
CELL_OF_LINE = _pattern([*(word for words in _USUAL.values() for word in words), *_WINS])
"""The beginning of a cell on a line without a number."""
_ENDS = "|".join(
    sorted(
        (word for kind in (EntryKind.WIN, EntryKind.LOSS, EntryKind.RESIGN) for word in _USUAL[kind]),
        key=len,
        reverse=True,
    )
)
RESULT_OF_NAME = re.compile(rf"(?:\s?:\s{{0,2}}|\s{{1,2}})({_ENDS}|{'|'.join(_WINS)})\b", re.IGNORECASE)
"""What follows the name of a player in front of a result; a wider gap parts two columns."""
CELL_OR_MARK, CELL_OF_LINE_OR_MARK = _with_marks(CELL), _with_marks(CELL_OF_LINE)


def variation_name(variant: Variant) -> str | None:
    """What the tag `Variation` says for a variant; `None` for one that no program knows."""
    return variant.variation if variant_named(variant.variation) == variant else None


def variant_named(name: str) -> Variant | None:
    """The variant that a tag `Variation` names, in any case; `None` for an unknown name."""
    return _VARIANTS.get(name.lower())
