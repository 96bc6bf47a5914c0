"""Removal of metadata from photos: place, time and device; the picture itself is kept bit for bit."""

from __future__ import annotations

import re
import struct
from struct import pack, unpack_from

_PNG = b"\x89PNG\r\n\x1a\n"
_NEXT_MARKER = re.compile(rb"\xff+[^\x00\xd0-\xd7\xff]")
_START, _END, _SCAN, _EXIF = 0xD8, 0xD9, 0xDA, 0xE1
_APPLICATION = range(0xE0, 0xF0)
_COMMENT = 0xFE
# The application segments of a JPEG that affect the picture: JFIF, the colour profile, and Adobe's encoding.
_SHOWN_SEGMENTS = ((0xE0, b"JFIF\0"), (0xE2, b"ICC_PROFILE\0"), (0xEE, b"Adobe"))
_ORIENTATION = 0x0112
_SHOWN_CHUNKS = frozenset(
    b"IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs acTL fcTL fdAT".split()
)
_SHOWN_RIFF = frozenset((b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"ICCP"))
# The flags of an extended WebP that announce EXIF and XMP.
_TOLD_OF = 0b1100


def without_metadata(photo: bytes, media_type: str) -> bytes:
    """Return the photo without metadata, except the orientation of a JPEG.

    Raise ValueError if its parts cannot be parsed, or none is a picture.
    """
    strip, picture = {
        "image/jpeg": (_jpeg, b"\xff\xda"),
        "image/png": (_png, b"IDAT"),
        "image/webp": (_webp, b"VP8"),
    }[media_type]
    try:
        clean = strip(photo)
    except (IndexError, struct.error) as error:
        raise ValueError("The photo ends in the middle of a part.") from error
    if picture not in clean:
        raise ValueError("The photo shows nothing.")
    return clean


def _jpeg(photo: bytes) -> bytes:
    parts, turn, at = [], 1, 2
    while photo[at] == 0xFF:
        while photo[at] == 0xFF:
            at += 1
        marker = photo[at]
        if marker == _END:
            # The rest is another picture or a film, with metadata of its own.
            parts.append(b"\xff\xd9")
            return b"\xff\xd8" + _turned(turn) + b"".join(parts)
        (size,) = unpack_from(">H", photo, at + 1)
        end = at + 1 + size
        content = photo[at + 3 : end]
        if size < 2 or end > len(photo):
            break
        if marker == _EXIF and content.startswith(b"Exif\0\0"):
            turn = _turn_in(content[6:])
        if marker == _SCAN:
            marker_after = _NEXT_MARKER.search(photo, end)
            if marker_after is None:
                break
            end = marker_after.start()
        if _is_shown(marker, content):
            parts.append(b"\xff" + photo[at:end])
        at = end
    raise ValueError("The photo is no whole JPEG.")


def _is_shown(marker: int, content: bytes) -> bool:
    if marker in _APPLICATION:
        return any(marker == of and content.startswith(begin) for of, begin in _SHOWN_SEGMENTS)
    return marker != _COMMENT


def _turn_in(tiff: bytes) -> int:
    """Return the EXIF orientation of the picture; 1, which is upright, if none is stored."""
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None or len(tiff) < 8:
        return 1
    (first,) = unpack_from(order + "I", tiff, 4)
    if first + 2 > len(tiff):
        return 1
    (count,) = unpack_from(order + "H", tiff, first)
    for place in range(first + 2, min(first + 2 + 12 * count, len(tiff) - 11), 12):
        tag, kind = unpack_from(order + "HH", tiff, place)
        if (tag, kind) == (_ORIENTATION, 3):
            (turn,) = unpack_from(order + "H", tiff, place + 8)
            return int(turn) if turn in range(1, 9) else 1
    return 1


def _turned(turn: int) -> bytes:
    """Return an EXIF segment with only the orientation; empty for upright."""
    if turn == 1:
        return b""
    entry = pack(">HHIHH", _ORIENTATION, 3, 1, turn, 0)
    tiff = b"MM\0*" + pack(">I", 8) + pack(">H", 1) + entry + pack(">I", 0)
    content = b"Exif\0\0" + tiff
    return pack(">BBH", 0xFF, _EXIF, len(content) + 2) + content


def _png(photo: bytes) -> bytes:
    parts, at = [_PNG], len(_PNG)
    while True:
        (size,) = unpack_from(">I", photo, at)
        kind, end = photo[at + 4 : at + 8], at + 12 + size
        if end > len(photo):
            raise ValueError("The photo is no whole PNG.")
        if kind in _SHOWN_CHUNKS:
            parts.append(photo[at:end])
        if kind == b"IEND":
            return b"".join(parts)
        at = end


def _webp(photo: bytes) -> bytes:
    (size,) = unpack_from("<I", photo, 4)
    if size + 8 > len(photo):
        raise ValueError("The photo is no whole WebP.")
    parts, at = [], 12
    while at < size + 8:
        kind, (length,) = photo[at : at + 4], unpack_from("<I", photo, at + 4)
        end = at + 8 + length + length % 2
        content = photo[at + 8 : end]
        if kind == b"VP8X":
            content = bytes([content[0] & ~_TOLD_OF]) + content[1:]
        if kind in _SHOWN_RIFF:
            parts.append(kind + pack("<I", length) + content)
        at = end
    body = b"WEBP" + b"".join(parts)
    return b"RIFF" + pack("<I", len(body)) + body
