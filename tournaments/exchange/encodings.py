"""The encoding of a list: by its marks, or by which one makes letters of a language out of its bytes."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping

# What spreadsheets of Europe write besides UTF-8 and UTF-16, the most usual first; the last two come from old programs.
LEGACY = ("cp1252", "cp1250", "cp1254", "cp1257", "cp1253", "cp1251", "mac_roman", "cp850", "cp852")
_OF_DOS = frozenset({"cp850", "cp852"})
# Beside the letters of a language those of neighbours whose names are usual there.
_WEST = (
    "àâæçèéêëîïôœùûüÿ",
    "äöüßéèêëáóçñøå",
    "åäöæøéüèêëñç",
    "áéíóúýþðæöø",
    "áéíóúüñãõçàâêôª",
    "àèéìîòóù",
    "áàéèëêïíóöúü",
)
_MIDDLE = ("ąćęłńóśźż", "áčďéěíňóřšťúůýžöü", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čćđšž", "ăâîşţ", "äöüß")
# The letters of the languages for which an encoding is used, beyond ASCII; each text is one neighbourhood.
_LETTERS: Mapping[str, tuple[str, ...]] = {
    "cp1252": _WEST,
    "mac_roman": _WEST,
    "cp850": _WEST,
    "cp1250": _MIDDLE,
    "cp852": _MIDDLE,
    "cp1254": ("çğıöşüâîûi\u0307",),
    "cp1257": ("ąčęėįšųūž", "āčēģīķļņšūž", "äõöüšž"),
    # Without ΐ and ΰ, which are rare: they are the bytes of А and а, the most usual letter of Cyrillic names.
    "cp1253": ("αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋ",),
    "cp1251": (
        "абвгдежзийклмнопрстуфхцчшщъыьэюяё",
        "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
        "абвгдђежзијклљмнњопрстћуфхцчџшѓќѕ",
    ),
}
_KNOWN = frozenset("".join(letters for of in _LETTERS.values() for letters in of))
# The time zones of places where another encoding than the western one is usual.
_OF_ZONES: Mapping[str, str] = {
    **dict.fromkeys(
        (
            *("Europe/Warsaw", "Europe/Prague", "Europe/Bratislava", "Europe/Budapest", "Europe/Ljubljana"),
            *("Europe/Zagreb", "Europe/Belgrade", "Europe/Sarajevo", "Europe/Podgorica", "Europe/Bucharest"),
        ),
        "cp1250",
    ),
    **dict.fromkeys(("Europe/Athens", "Asia/Nicosia"), "cp1253"),
    **dict.fromkeys(
        ("Europe/Sofia", "Europe/Skopje", "Europe/Kyiv", "Europe/Kiev", "Europe/Minsk", "Europe/Moscow"),
        "cp1251",
    ),
    "Europe/Istanbul": "cp1254",
    **dict.fromkeys(("Europe/Vilnius", "Europe/Riga", "Europe/Tallinn"), "cp1257"),
}
# Signs between words that every list may have.
_SIGNS = frozenset("’‘“”„–—…·°«»´`\u00a0€")
_SIGN_WEIGHT = 3
# A capital letter within or behind a word of small ones, a small one among capitals, and a word of two alphabets, are
# signs of another encoding.
_INSIDE = re.compile(r"(?<=[^\W\d_])[^\W\d_\x00-\x7f](?=[^\W\d_])")
_AMONG = re.compile(r"(?<=[A-Z])[^\W\d_\x00-\x7f](?=[A-Z])|(?<![^\W\d_])[^\W\d_\x00-\x7f](?=[A-Z]{2})")
_BEHIND = re.compile(r"(?<=[a-z])[^\W\d_\x00-\x7f](?![^\W\d_])")
_TWO_ALPHABETS = re.compile(r"[A-Za-z][\u0370-\u04ff]|[\u0370-\u04ff][A-Za-z]")
_FEWEST_ZEROS = 3
# So much better than the usual encoding another one fits: a list has guests with names of other languages.
_FACTOR, _FACTOR_OF_DOS = 2, 4


def encoding_of(data: bytes, *, zone: str = "") -> str:
    """Return the encoding of a list, UTF-8, UTF-16 or one of LEGACY; `zone` is a time zone that decides between equal ones.

    Of a list pasted together of several files it is that of the lines that are not UTF-8.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or _wide(data):
        return "utf-16"
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        lines = data.removeprefix(codecs.BOM_UTF8).splitlines(keepends=True)
        rest = b"".join(line for line in lines if _as_unicode(line) is None)
        usual = _OF_ZONES.get(zone, LEGACY[0])
        factors = {one: _FACTOR_OF_DOS if one in _OF_DOS else _FACTOR for one in LEGACY} | {usual: 1}
        return min(LEGACY, key=lambda one: (factors[one] * _misfits(rest, one), factors[one]))
    return "utf-8"


def decoded(data: bytes, *, encoding: str = "", zone: str = "") -> str:
    """Decode a list in this encoding, or in that which it seems to have; lines of plain UTF-8 are read as such."""
    encoding = encoding or encoding_of(data, zone=zone)
    if encoding == "utf-16":
        marked = data.startswith((b"\xff\xfe", b"\xfe\xff"))
        return data.decode("utf-16" if marked else _wide(data) or "utf-16-le", errors="replace")
    data = data.removeprefix(codecs.BOM_UTF8)
    if encoding == "utf-8":
        return data.decode(errors="replace")
    lines = (
        _as_unicode(line) or line.decode(encoding, errors="replace")
        for line in data.splitlines(keepends=True)
    )
    return "".join(lines)


def _as_unicode(line: bytes) -> str | None:
    """Return a line with letters beyond ASCII that is UTF-8 of a language of Europe; None for any other."""
    if line.isascii():
        return None
    try:
        text = line.decode()
    except UnicodeDecodeError:
        return None
    foreign = (c for c in unicodedata.normalize("NFC", text) if not c.isascii() and c not in _SIGNS)
    return text if all(_KNOWN.issuperset(c.lower()) for c in foreign) else None


def _wide(data: bytes) -> str:
    """Return the encoding of a text of two bytes a letter without a mark; empty for any other."""
    start = data[:400]
    for encoding, zeros in (("utf-16-le", start[1::2]), ("utf-16-be", start[::2])):
        if zeros.count(0) >= max(_FEWEST_ZEROS, len(zeros) // 2):
            return encoding
    return ""


def _misfits(data: bytes, encoding: str) -> int:
    """Return how many characters no language has for which the encoding is used; the best language counts."""
    text = data.decode(encoding, errors="replace")
    foreign = Counter(c for c in text if not c.isascii() and c not in _SIGNS)
    no_letters = sum(n for c, n in foreign.items() if unicodedata.category(c)[0] != "L")
    letters: Counter[str] = Counter()
    for character, number in foreign.items():
        if unicodedata.category(character)[0] == "L":
            letters[character.lower()] += number
    unusual = min(
        sum(n for c, n in letters.items() if c not in usual and c[:1] not in usual)
        for usual in _LETTERS[encoding]
    )
    inside = sum(1 for match in _INSIDE.finditer(text) if match[0].isupper() and text[match.end()].islower())
    among = sum(1 for match in _AMONG.finditer(text) if match[0].islower() and match[0] != "ß")
    behind = sum(1 for match in _BEHIND.finditer(text) if match[0].isupper())
    of_two = len(_TWO_ALPHABETS.findall(text))
    return unusual + _SIGN_WEIGHT * no_letters + inside + among + behind + of_two
