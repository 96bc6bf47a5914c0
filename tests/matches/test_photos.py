"""Removing metadata from photos keeps the picture and its orientation."""

from __future__ import annotations

from struct import pack

import pytest

from matches.actions.photos import without_metadata

_PIXELS = b"\xff\xda\x00\x08" + bytes(6) + b"PIXELS\xff\x00\xff\xd7PIXELS"
_END = b"\xff\xd9"
_UPRIGHT = b"\xff\xd8" + _PIXELS + _END
_ORIENTATION, _SHORT = 0x0112, 3


def _segment(marker: int, content: bytes) -> bytes:
    return pack(">BBH", 0xFF, marker, len(content) + 2) + content


def _entry(order: str, turn: int, *, tag: int = _ORIENTATION, kind: int = _SHORT) -> bytes:
    return pack(order + "HHIHH", tag, kind, 1, turn, 0)


def _tiff(order: str, *entries: bytes, count: int | None = None, at: int = 8) -> bytes:
    begin = {"<": b"II*\0", ">": b"MM\0*"}[order]
    number = len(entries) if count is None else count
    return begin + pack(order + "I", at) + bytes(at - 8) + pack(order + "H", number) + b"".join(entries)


def _photo(tiff: bytes, begin: bytes = b"Exif\0\0") -> bytes:
    return b"\xff\xd8" + _segment(0xE1, begin + tiff) + _PIXELS + _END


def _photo_with_turn(turn: int) -> bytes:
    """The upright photo with its orientation alone, in big-endian Exif."""
    tiff = _tiff(">", _entry(">", turn)) + bytes(4)
    return b"\xff\xd8" + _segment(0xE1, b"Exif\0\0" + tiff) + _PIXELS + _END


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("turn", range(2, 9))
def test_a_jpeg_keeps_its_turn_and_nothing_else_of_its_exif(order: str, turn: int) -> None:
    other = _entry(order, 7, tag=0x0110, kind=2)
    for tiff in (
        _tiff(order, _entry(order, turn)),
        _tiff(order, other, _entry(order, turn), other),
        _tiff(order, _entry(order, turn), at=30),
    ):
        assert without_metadata(_photo(tiff), "image/jpeg") == _photo_with_turn(turn)
        assert without_metadata(_photo(tiff + b"48.8566 N"), "image/jpeg") == _photo_with_turn(turn)


@pytest.mark.parametrize(
    "tiff",
    [
        _tiff(">", _entry(">", 1)),
        _tiff(">", _entry(">", 0)),
        _tiff(">", _entry(">", 9)),
        _tiff(">", _entry(">", 6, kind=4)),
        _tiff(">", _entry(">", 6, tag=0x0110)),
        _tiff(">", _entry(">", 6), count=0),
        _tiff(">"),
        b"??\0*" + _tiff(">", _entry(">", 6))[4:],
        pack(">4sI", b"MM\0*", 2**31),
        pack(">4sI", b"MM\0*", 6),
    ],
)
def test_a_jpeg_that_names_no_turn_is_upright(tiff: bytes) -> None:
    assert without_metadata(_photo(tiff), "image/jpeg") == _UPRIGHT


def test_an_exif_that_is_cut_anywhere_is_no_reason_to_refuse_the_photo() -> None:
    whole = _tiff("<", _entry("<", 7, tag=0x0110), _entry("<", 6))
    for length in range(len(whole)):
        assert without_metadata(_photo(whole[:length]), "image/jpeg") == _UPRIGHT


def test_what_is_no_exif_turns_no_jpeg() -> None:
    sideways = _tiff(">", _entry(">", 6))
    assert without_metadata(_photo(sideways, begin=b"http:/"), "image/jpeg") == _UPRIGHT


def test_a_jpeg_keeps_what_shows_and_no_word() -> None:
    visible = [
        _segment(0xE0, b"JFIF\0" + bytes(9)),
        _segment(0xE2, b"ICC_PROFILE\0colours"),
        _segment(0xEE, b"Adobe\0d"),
        _segment(0xDB, bytes(65)),
    ]
    metadata = [
        _segment(0xE0, b"JFXX\0thumbnail"),
        _segment(0xE2, b"MPF\0"),
        _segment(0xED, b"Photoshop"),
        _segment(0xEF, b"x"),
        _segment(0xFE, b"words"),
    ]
    parts = [part for pair in zip(metadata, [*visible, b"\xff\xff"], strict=True) for part in pair]
    photo = b"\xff\xd8" + b"".join(parts) + _PIXELS + _END + b"a film"
    assert without_metadata(photo, "image/jpeg") == b"\xff\xd8" + b"".join(visible) + _PIXELS + _END


@pytest.mark.parametrize(
    "photo",
    [
        b"\xff\xd8\xff\xda\x00\x00" + bytes(6) + b"PIXELS" + _END,
        b"\xff\xd8\xff\xda\x00\x01" + bytes(6) + b"PIXELS" + _END,
        b"\xff\xd8" + _PIXELS,
        b"\xff\xd8" + _END,
        b"\xff\xd8\x00" + _PIXELS + _END,
        b"\xff\xd8" + _segment(0xDB, bytes(5)),
        b"\xff\xd8",
    ],
)
def test_what_is_no_whole_jpeg_is_refused(photo: bytes) -> None:
    with pytest.raises(ValueError, match="photo"):
        without_metadata(photo, "image/jpeg")


def _riff(*chunks: tuple[bytes, bytes]) -> bytes:
    body = b"WEBP" + b"".join(
        kind + pack("<I", len(content)) + content + b"\0" * (len(content) % 2) for kind, content in chunks
    )
    return b"RIFF" + pack("<I", len(body)) + body


def test_a_webp_keeps_what_shows_and_announces_no_metadata() -> None:
    photo = _riff(
        (b"VP8X", bytes([0b111110]) + b"123456789"),
        (b"EXIF", b"odd"),
        (b"ICCP", b"colours"),
        (b"XMP ", b"even"),
        (b"ANMF", b"frame"),
        (b"VP8 ", b"PIXELS"),
    )
    visible = [
        (b"VP8X", bytes([0b110010]) + b"123456789"),
        (b"ICCP", b"colours"),
        (b"ANMF", b"frame"),
        (b"VP8 ", b"PIXELS"),
    ]
    assert without_metadata(photo, "image/webp") == _riff(*visible)
    assert without_metadata(photo + b"behind", "image/webp") == _riff(*visible)


def test_a_png_keeps_what_shows() -> None:
    def chunk(kind: bytes, content: bytes) -> bytes:
        return pack(">I", len(content)) + kind + content + b"crc."

    begin = b"\x89PNG\r\n\x1a\n"
    visible = [chunk(b"IHDR", bytes(13)), chunk(b"IDAT", b"PIXELS"), chunk(b"IEND", b"")]
    metadata = [chunk(b"tEXt", b"Author"), chunk(b"eXIf", b"48.8566 N"), chunk(b"tIME", bytes(7))]
    photo = begin + visible[0] + metadata[0] + metadata[1] + visible[1] + metadata[2] + visible[2]
    assert without_metadata(photo + b"behind", "image/png") == begin + b"".join(visible)
    assert without_metadata(begin + b"".join(visible), "image/png") == begin + b"".join(visible)
    for wrong in (begin + visible[0] + visible[2], begin + b"".join(visible)[:-1], begin):
        with pytest.raises(ValueError, match="photo"):
            without_metadata(wrong, "image/png")
