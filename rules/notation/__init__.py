"""The notations of recorded matches and positions: one file for each, its reader found by content."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from ..problem import Finding, Problem, quote
from ..transcript import Transcript
from ._reader import BinaryReader, Likeness, Reader, Writer
from ._unread import unread_kind

# How packed files, pictures, prints and word processors' files begin. Their bytes may look like wide letters.
_PACKED = {
    b"\x1f\x8b": "gzip",
    b"PK\x03\x04": "ZIP",
    b"BZh": "bzip2",
    b"\xfd7zXZ\0": "xz",
    b"7z\xbc\xaf": "7z",
    b"Rar!\x1a": "RAR",
    b"\x89PNG": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"GIF87a": "GIF",
    b"GIF89a": "GIF",
    b"%PDF-": "PDF",
    b"{\\rtf": "RTF",
}

# So much of a binary file may be a header in letters.
_LONGEST_HEADER = 200

# What pages and mails write for a blank, or in a text to let it break.
_BLANKS = ("\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}", "\N{ZERO WIDTH SPACE}")
# A line that begins with a blank that does not break, or a gap of several.
_FIXED_COLUMNS = re.compile(r"^ ?\xa0|\xa0 ?\xa0", re.MULTILINE)
# What a text that is not UTF-8 was read as.
_OTHER_ENCODINGS = {"latin-1": "Latin-1", "utf-16": "UTF-16", "utf-32": "UTF-32"}

__all__ = ["BinaryReader", "Likeness", "Reader", "Reading", "Writer", "read", "readers", "writers"]


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of reading a file: its format and encoding, if known, and its transcript.

    Without a transcript `problems` says why there is none.

    >>> read(b"no record").transcript is None
    True
    """

    format: str | None
    encoding: str | None
    transcript: Transcript | None
    problems: tuple[Problem, ...] = ()


@cache
def _modules() -> tuple[ModuleType, ...]:
    # Imported on first use: playing a game needs no notation.
    names = sorted(module.name for module in iter_modules(__path__) if not module.name.startswith("_"))
    return tuple(import_module(f".{name}", __package__) for name in names)


@cache
def readers() -> tuple[Reader | BinaryReader, ...]:
    """Every reader: the `READER` of each module in this package without a leading underscore."""
    return tuple(module.READER for module in _modules() if hasattr(module, "READER"))


@cache
def writers() -> dict[str, Writer]:
    """Every writer by the name of its format: the `WRITERS` of those modules."""
    return {writer.format: writer for module in _modules() for writer in getattr(module, "WRITERS", ())}


def read(data: bytes) -> Reading:
    """Read a recorded match from any bytes; never raises.

    >>> match = Match(1)
    >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
    >>> read(match.write().encode()).format
    'mat'
    """
    if not data.strip():
        return _unread(Finding.EMPTY_FILE)
    for reader in readers():
        if isinstance(reader, BinaryReader) and reader.recognises(data):
            return _reading(reader.format, None, reader.read(data))
    if data.startswith(tuple(_PACKED)):
        kind = next(name for begin, name in _PACKED.items() if data.startswith(begin))
        return _unread(Finding.BINARY_DATA, found=kind)
    wide = _wide_encoding(data)
    if wide is None and b"\0" in data:
        # No text holds a zero byte, except in UTF-16.
        kind = unread_kind(data[:_LONGEST_HEADER].decode("latin-1"))
        return _unread(Finding.UNSUPPORTED_FORMAT if kind else Finding.BINARY_DATA, found=kind)
    try:
        text, encoding = (data.decode(wide), wide[:6]) if wide else _decoded(data)
    except UnicodeDecodeError:
        return (
            _unread(Finding.BINARY_DATA, found="UTF-32") if wide == "utf-32" else _unread(Finding.UTF16_TEXT)
        )
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text, words = _with_blanks(text) if encoding != "ascii" else (text, ())
    likeliest, likeness = _likeliest(text)
    if likeliest is None and (tree := text.find("\n(;")) > 0:
        # The standard of SGF lets any words stand before the tree; its lines keep their numbers.
        words += _words_ahead(text[:tree])
        text = "\n" * text.count("\n", 0, tree) + text[tree:]
        likeliest, likeness = _likeliest(text)
    if likeness <= Likeness.TRACE and (kind := unread_kind(text)):
        return _unread(Finding.UNSUPPORTED_FORMAT, encoding=encoding, found=kind)
    if likeliest:
        reading = _reading(likeliest.format, encoding, likeliest.read(text))
        # What a page or a mail did to a text is remarked once.
        known = {problem.code for problem in reading.transcript.problems} if reading.transcript else set()
        return replace(
            reading, problems=(*reading.problems, *(one for one in words if one.code not in known))
        )
    if text.lstrip().startswith("(;"):
        return _unread(Finding.UNSUPPORTED_FORMAT, format="sgf", encoding=encoding, found="SGF")
    return _unread(Finding.NOT_A_RECORD, encoding=encoding, found=quote(text.lstrip()))


def _with_blanks(text: str) -> tuple[str, tuple[Problem, ...]]:
    """A text with blanks for those of pages and mails, and the remark on columns of those that do not break."""
    words = (Problem(Finding.PAGE_TEXT, found="U+00A0"),) if _FIXED_COLUMNS.search(text) else ()
    for blank in _BLANKS:
        text = text.replace(blank, " ")
    return text, words


def _words_ahead(text: str) -> tuple[Problem, ...]:
    """The remark on the words that stand before a record, at their first line; none on blanks alone."""
    words = text.lstrip()
    line = text.count("\n", 0, len(text) - len(words)) + 1
    return (Problem(Finding.WORDS_AHEAD, line, 1, found=quote(words.partition("\n")[0])),) if words else ()


def _wide_encoding(data: bytes) -> str | None:
    """The encoding of a text in UTF-16 or UTF-32, by its mark or by zeros in every second byte of Latin letters, else `None`."""
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    even, odd = data[:64:2].count(0), data[1:64:2].count(0)
    if (even == 0) == (odd == 0):
        return None
    return "utf-16-be" if even else "utf-16-le"


def _likeliest(text: str) -> tuple[Reader | None, Likeness]:
    """The reader whose notation the text resembles most, and how closely; the first by name among equals.

    They are asked from the last one on: a signature ends the search, and the first, `mat`, looks through all of the text.
    """
    likeliest, most = None, Likeness.TRACE
    for reader in reversed(readers()):
        if isinstance(reader, Reader) and (likeness := reader.likeness(text)) >= most:
            likeliest, most = reader, likeness
            if likeness is Likeness.SIGNATURE:
                break
    return likeliest, most if likeliest else Likeness.NONE


def _reading(format: str, encoding: str | None, transcript: Transcript) -> Reading:  # noqa: A002
    if not transcript.games:
        return Reading(format, encoding, None, (*transcript.problems, Problem(Finding.NO_GAMES)))
    name = _OTHER_ENCODINGS.get(encoding or "")
    problems = (Problem(Finding.NOT_UTF8, found=name),) if name else ()
    return Reading(format, encoding, transcript, problems)


def _decoded(data: bytes) -> tuple[str, str]:
    if data.isascii():
        return data.decode("ascii"), "ascii"
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # Every byte is some letter of Latin-1, so that old files show their names at least.
        return data.decode("latin-1"), "latin-1"
    return text, "utf-8-sig" if data.startswith(codecs.BOM_UTF8) else "utf-8"


def _unread(
    code: Finding,
    *,
    format: str | None = None,  # noqa: A002 - the name a reading gives it
    encoding: str | None = None,
    found: str = "",
) -> Reading:
    return Reading(format, encoding, None, (Problem(code, found=found),))
