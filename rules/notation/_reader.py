"""What a notation offers for reading."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..transcript import Transcript


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of one notation.

    Both get the text with `\n` alone ending its lines. `recognises` looks at the content only and is cheap; `read` never raises on a text it recognised:
    what it cannot read becomes a problem of the transcript, and it goes on.
    """

    format: str
    recognises: Callable[[str], bool]
    read: Callable[[str], Transcript]
