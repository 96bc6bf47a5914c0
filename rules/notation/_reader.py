"""What a notation offers: a reader, writers or both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..transcript import Transcript


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of one text notation.

    Both functions get the text with `\\n` alone ending its lines. `recognises` looks at the content only
    and is cheap; `read` never raises on a text it recognised: what it cannot read becomes a problem of
    the transcript, and it goes on.
    """

    format: str
    recognises: Callable[[str], bool]
    read: Callable[[str], Transcript]


@dataclass(frozen=True, slots=True)
class BinaryReader:
    """The reader of one binary notation; as `Reader`, with the bytes of the file."""

    format: str
    recognises: Callable[[bytes], bool]
    read: Callable[[bytes], Transcript]


@dataclass(frozen=True, slots=True)
class Writer:
    """The writer of one notation, or of one style of it; `suffix` ends the names of its files, without the dot.

    `write` gets a match as `rules.canonical` leaves it, with the tags of the record, and answers the
    text of a file. It raises `Unwritable` for what the notation has no way to say.
    """

    format: str
    suffix: str
    write: Callable[[Transcript], str]
