"""The archive inside a `.xg` file: locates its game records and inflates them one after the other.

A header with a picture comes first, then the packed files, their directory and at the very end a
trailer that tells the sizes (extremegammon.com/XGformat.aspx and its ZLibArchive unit).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from struct import Struct

MAGIC = b"RGMH"
RECORD_SIZE = 2560
MOST_RECORDS = 20_000
"""No more game records are read: they hold 10,000 rolls, several times the longest match."""

# Magic, version, size of the header, place of the picture, size of the picture.
_HEADER = Struct("<4sIIqI")
# CRC of everything between header and trailer, number of files, version, sizes of the directory and of
# the packed files, whether the directory is packed; twelve bytes are left free.
_TRAILER = Struct("<I5i12x")
# Name and folder, each behind its length; size, packed size, place, CRC of the unpacked file, and 0 for a
# packed one.
_ENTRY = Struct("<B255sB255siiiIB3x")
_GAME_FILE = b"temp.xg"
_MOST_FILES = 16
# So little is inflated at once that a bomb costs no more memory than any other file, and that damage
# costs no more records than must be.
_PACKED_PIECE, _PIECE = 512, 1 << 16
# The two bytes and the checksum around the packed data are passed over: the directory has a better checksum,
# and damaged data is worth reading as far as it goes.
_RAW_DEFLATE, _ZLIB_HEADER = -15, 2


@dataclass(frozen=True, slots=True)
class _Place:
    """The place of the packed game file; `crc` is `None` if no directory states it."""

    start: int
    end: int
    is_packed: bool = True
    crc: int | None = None


class GameRecords:
    """The records of the game file in a `.xg` file, one by one, each of `RECORD_SIZE` bytes.

    Afterwards `is_damaged` tells that these are not all the records that were saved, or not as they were
    saved. It never raises, and it keeps no more than one piece of the unpacked file in memory.
    """

    def __init__(self, data: bytes) -> None:
        self.is_damaged = False
        self._data = memoryview(data)

    def __iter__(self) -> Iterator[bytes]:
        place = self._place()
        if place is None:
            return
        crc, count, waiting = 0, 0, bytearray()
        for piece in self._pieces(place):
            crc = zlib.crc32(piece, crc)
            waiting += piece
            whole = len(waiting) - len(waiting) % RECORD_SIZE
            for start in range(0, whole, RECORD_SIZE):
                if count == MOST_RECORDS:
                    self.is_damaged = True
                    return
                count += 1
                yield bytes(waiting[start : start + RECORD_SIZE])
            del waiting[:whole]
        if waiting or place.crc not in (None, crc):
            self.is_damaged = True

    def _place(self) -> _Place | None:
        """The place of the game file, by the directory or else at its usual place after the picture."""
        place = self._by_directory()
        if place is not None:
            return place
        self.is_damaged = True
        if len(self._data) < _HEADER.size:
            return None
        _, _, header_size, _, picture_size = _HEADER.unpack_from(self._data)
        return _Place(header_size + picture_size, len(self._data))

    def _by_directory(self) -> _Place | None:
        end = len(self._data) - _TRAILER.size
        if end < _HEADER.size:
            return None
        crc, _, _, directory_size, files_size, is_packed = _TRAILER.unpack_from(self._data, end)
        directory_start = end - directory_size
        start = directory_start - files_size
        if directory_size < 0 or files_size < 0 or start < _HEADER.size:
            return None
        if zlib.crc32(self._data[start:end]) != crc:
            self.is_damaged = True
        for name, size, offset, file_crc, is_stored in _entries(
            self._data[directory_start:end], is_packed=is_packed
        ):
            if name == _GAME_FILE and 0 <= offset <= offset + size <= files_size:
                return _Place(start + offset, start + offset + size, not is_stored, file_crc)
        return None

    def _pieces(self, place: _Place) -> Iterator[bytes]:
        """Yield the unpacked game file in pieces of bounded size, as far as possible."""
        if not place.is_packed:
            for start in range(place.start, place.end, _PIECE):
                yield bytes(self._data[start : min(start + _PIECE, place.end)])
            return
        inflater = zlib.decompressobj(_RAW_DEFLATE)
        for start in range(place.start + _ZLIB_HEADER, place.end, _PACKED_PIECE):
            packed = bytes(self._data[start : min(start + _PACKED_PIECE, place.end)])
            piece = b""
            while packed or piece:
                try:
                    piece = inflater.decompress(packed, _PIECE)
                except zlib.error:
                    self.is_damaged = True
                    return
                yield piece
                # At the end the rest of the input is told again and again, as if it were still to come.
                if inflater.eof:
                    return
                packed = inflater.unconsumed_tail
        self.is_damaged = True


def _entries(directory: memoryview, *, is_packed: bool) -> Iterator[tuple[bytes, int, int, int, bool]]:
    """Yield the name, packed size, place, CRC and storage flag of each file of a directory."""
    data = bytes(directory[: _MOST_FILES * _ENTRY.size])
    if is_packed:
        try:
            data = zlib.decompressobj().decompress(data, _MOST_FILES * _ENTRY.size)
        except zlib.error:
            return
    for start in range(0, len(data) - _ENTRY.size + 1, _ENTRY.size):
        length, name, _, _, _, size, offset, crc, is_stored = _ENTRY.unpack_from(data, start)
        yield name[:length].lower(), size, offset, crc, bool(is_stored)
