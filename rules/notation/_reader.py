"""The interface of a notation: a reader, writers or both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from ..transcript import Transcript


class Likeness(IntEnum):
    """How closely a text resembles a notation.

    >>> Likeness.TRACE < Likeness.STRUCTURE < Likeness.SIGNATURE
    True
    """

    NONE = 0
    TRACE = 1
    """Something in the text belongs to the notation; a comment of another notation may hold it too."""
    STRUCTURE = 2
    """Several parts of the text fit together as the notation has them."""
    SIGNATURE = 3
    """The text begins as only this notation does."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of one text notation.

    Both functions get the text with `\\n` alone ending its lines. `likeness` looks at the content only
    and is cheap; the reader of the highest likeness reads the text. `read` never raises on such a text:
    what it cannot read becomes a problem of the transcript, and it goes on.

    >>> from rules.notation import readers
    >>> sorted(reader.format for reader in readers() if isinstance(reader, Reader))
    ['mat', 'oldmoves', 'sgf', 'snowie', 'xgtext']
    """

    format: str
    likeness: Callable[[str], Likeness]
    read: Callable[[str], Transcript]


@dataclass(frozen=True, slots=True)
class BinaryReader:
    """The reader of one binary notation: like `Reader` for bytes, recognized by its first bytes.

    >>> from rules.notation import readers
    >>> [reader.format for reader in readers() if isinstance(reader, BinaryReader)]
    ['xg']
    """

    format: str
    recognises: Callable[[bytes], bool]
    read: Callable[[bytes], Transcript]


@dataclass(frozen=True, slots=True)
class Writer:
    """The writer of one notation, or of one style of it; `suffix` ends the names of its files, without the dot.

    `write` gets a match as `rules.canonical` leaves it, with the tags of the record, and answers the
    text of a file. It raises `Unwritable` for what the notation has no way to say.

    >>> from rules.notation import writers
    >>> [(writer.format, writer.suffix) for writer in writers().values()]
    [('mat', 'mat'), ('mat-xg', 'mat'), ('mat-galaxy', 'mat'), ('sgf', 'sgf')]
    """

    format: str
    suffix: str
    write: Callable[[Transcript], str]
