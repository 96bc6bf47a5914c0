"""Small photos with metadata in them, as phones take them: a JPEG, a PNG and a WebP."""

from __future__ import annotations

from struct import pack
from zlib import crc32

_PLACE = b"48.8566 N"


def _segment(marker: int, content: bytes) -> bytes:
    return pack(">BBH", 0xFF, marker, len(content) + 2) + content


def _chunk(kind: bytes, content: bytes) -> bytes:
    return pack(">I", len(content)) + kind + content + pack(">I", crc32(kind + content))


def _riff(kind: bytes, content: bytes) -> bytes:
    return kind + pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


# Little-endian, as most phones write it: the picture is to be turned by a quarter.
_TIFF = b"II*\0" + pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, 6, 0, 0) + _PLACE

JPEG = (
    b"\xff\xd8"
    + _segment(0xE0, b"JFIF\0" + bytes(9))
    + _segment(0xE1, b"Exif\0\0" + _TIFF)
    + _segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + _PLACE)
    + _segment(0xFE, _PLACE)
    + _segment(0xDB, bytes(65))
    + _segment(0xDA, bytes(10))
    + b"PIXELS\xff\x00\xff\xd0PIXELS"
    + _segment(0xC4, bytes(8))
    + _segment(0xDA, bytes(10))
    + b"PIXELS"
    + b"\xff\xd9"
)
PNG = (
    b"\x89PNG\r\n\x1a\n"
    + _chunk(b"IHDR", pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    + _chunk(b"eXIf", _TIFF)
    + _chunk(b"tEXt", b"Comment\0" + _PLACE)
    + _chunk(b"IDAT", b"PIXELS")
    + _chunk(b"IEND", b"")
)
_BODY = (
    b"WEBP"
    + _riff(b"VP8X", bytes([0b1101]) + bytes(9))
    + _riff(b"VP8 ", b"PIXELS.")
    + _riff(b"EXIF", _TIFF)
    + _riff(b"XMP ", _PLACE)
)
WEBP = b"RIFF" + pack("<I", len(_BODY)) + _BODY
