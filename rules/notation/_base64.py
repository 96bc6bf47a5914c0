"""Bits in the base64 letters of GNU Backgammon's IDs."""

from __future__ import annotations

import binascii
import string

from ..errors import InvalidNotation

_LETTERS = frozenset(string.ascii_letters + string.digits + "+/")


def number_of(text: str, *, letters: int, bits: int) -> int:
    """The bits as a number, the first of them the lowest; raises `InvalidNotation`.

    Refused are other lengths, other letters than base64's, and anything set behind the last bit.
    """
    if len(text) != letters:
        raise InvalidNotation("wrong_length", found=len(text), expected=letters)
    if not _LETTERS.issuperset(text):
        raise InvalidNotation("not_base64")
    number = int.from_bytes(binascii.a2b_base64(text + "=" * (-letters % 4)), "little")
    # The last letter may have room for bits that no byte holds: writing the number shows them.
    if number >> bits or letters_of(number, letters=letters) != text:
        raise InvalidNotation("stray_bits")
    return number


def letters_of(number: int, *, letters: int) -> str:
    """The base64 letters of a number, its lowest bit first."""
    return binascii.b2a_base64(number.to_bytes(letters * 6 // 8, "little")).decode("ascii")[:letters]
