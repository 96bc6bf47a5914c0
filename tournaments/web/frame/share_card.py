"""Cards of 1200 by 630 pixels that messengers and other sites show beside an address."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from unicodedata import normalize

from django.utils.html import escape

WIDTH, HEIGHT = 1200, 630
_MARGIN, _ROOM = 80, 1040
_FOLDER = Path(__file__).resolve().parent.parent / "static" / "videau" / "vendor"
_FONT = _FOLDER / "inter-4.001-semibold.ttf"
# Sizes of a title in pixels, and the lines that it may take; what is longer still is cut.
_TITLE_SIZES = ((92, 1), (72, 2), (60, 2), (50, 2))
_FACT_SIZES = ((38, 1), (32, 1), (28, 1))
# Above the first places a title has one line, and beside a board everything is smaller, so that all of it has room.
_TITLE_SIZES_ABOVE_PLACES = ((72, 1), (60, 1), (50, 1))
_TITLE_SIZES_BESIDE, _FACT_SIZES_BESIDE = ((44, 3), (36, 4)), ((28, 2), (24, 2))
_PLACE_SIZES = ((46, 1), (38, 1), (32, 1))
_LINE = 1.24
_ELLIPSIS = "…"
# A board is drawn in 644 by 500.
_BOARD = 'x="73" y="110" width="618" height="480"'
_BESIDE, _ROOM_BESIDE = 728, 440
_GROUND, _CLOTH, _IVORY, _GOLD, _BRASS, _CRIMSON = (
    "#0c241b",
    "#12382a",
    "#f6f0df",
    "#e2bd62",
    "#c9a227",
    "#8b1e34",
)
_CUBE = (
    f'<rect x="7" y="7" width="50" height="50" rx="11" fill="{_IVORY}"/><rect x="10.500" y="10.500" width="43" '
    f'height="43" rx="8" fill="none" stroke="{_CRIMSON}" stroke-width="1.600"/>'
    f'<text x="32" y="41" font-size="25" text-anchor="middle" fill="{_CRIMSON}">64</text>'
)


@dataclass(frozen=True, slots=True)
class ShareCard:
    """What a card says: a title, facts below it, and who came where; or a board with its words beside it."""

    title: str
    facts: tuple[str, ...] = ()
    places: tuple[tuple[str, str], ...] = ()
    """What a place is called, and who has it."""
    board: str = ""
    """The SVG of a board."""

    @property
    def is_drawable(self) -> bool:
        """Whether the typeface of the cards has every character."""
        texts = (self.title, *self.facts, *(text for place in self.places for text in place))
        return not set(normalize("NFC", "".join(texts))) - _advances().keys()

    def png(self) -> bytes:
        """Return the card as a PNG."""
        # Loaded at the first card, because most processes draw none.
        from resvg_py import svg_to_bytes

        return svg_to_bytes(
            svg_string=self._svg(),
            skip_system_fonts=True,
            font_files=[str(_FONT)],
            sans_serif_family="Inter SemiBold",
        )

    def _svg(self) -> str:
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="Inter SemiBold">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_GROUND}"/>',
            "" if self.board else _points(),
            f'<g transform="translate({_MARGIN - 7} 30)">{_CUBE}</g>',
            f'<text x="{_MARGIN + 64}" y="74" font-size="34" fill="{_GOLD}">Videau</text>',
            self.board.replace("<svg ", f"<svg {_BOARD} ", 1),
            *self._words(),
            "</svg>",
        ]
        return "".join(parts)

    def _words(self) -> list[str]:
        left, room, top = (_BESIDE, _ROOM_BESIDE, 100) if self.board else (_MARGIN, _ROOM, 130)
        page = _TextBlock(left, room, top=top)
        title_sizes: Sequence[tuple[int, int]] = _TITLE_SIZES_ABOVE_PLACES if self.places else _TITLE_SIZES
        fact_sizes: Sequence[tuple[int, int]] = _FACT_SIZES
        if self.board:
            title_sizes, fact_sizes = _TITLE_SIZES_BESIDE, _FACT_SIZES_BESIDE
        page.write(self.title, title_sizes, _IVORY)
        page.top += 14
        facts = [fact for fact in self.facts if fact]
        for fact in [" · ".join(facts)] if self.places else facts:
            page.write(fact, fact_sizes, _GOLD)
        page.top += 14
        for name, player in self.places:
            page.write_place(name, player)
        return page.parts


class _TextBlock:
    """Lines of text from the top down."""

    def __init__(self, left: int, room: int, *, top: float) -> None:
        self.left, self.room, self.top = left, room, top
        self.parts: list[str] = []

    def write(self, text: str, sizes: Sequence[tuple[int, int]], colour: str) -> None:
        """Write a text in the largest size in which it has room."""
        size, lines = _fit(normalize("NFC", text), sizes, self.room)
        for line in lines:
            self.top += size * _LINE
            self._put(line, size, colour, self.left)

    def write_place(self, name: str, player: str) -> None:
        """Write a place and who has it in one line."""
        name_size, (name_line,) = _fit(normalize("NFC", name), ((32, 1),), self.room // 3)
        begin = self.left + self.room // 3
        size, (line,) = _fit(normalize("NFC", player), _PLACE_SIZES, self.room - self.room // 3)
        self.top += 46 * _LINE
        self._put(name_line, name_size, _GOLD, self.left)
        self._put(line, size, _IVORY, begin)

    def _put(self, text: str, size: int, colour: str, left: int) -> None:
        self.parts.append(
            f'<text x="{left}" y="{self.top:.0f}" font-size="{size}" fill="{colour}" xml:space="preserve">{escape(text)}</text>'
        )


def _fit(text: str, sizes: Sequence[tuple[int, int]], room: float) -> tuple[int, list[str]]:
    """Return the first size in which the text has room, with its lines; in the last one its end is cut."""
    for size, most in sizes:
        lines = _lines(text, size, room)
        if len(lines) <= most and all(_width(line, size) <= room for line in lines):
            return size, lines
    size, most = sizes[-1]
    lines = _lines(text, size, room)
    # What has no line of its own stands behind the last one, and its end is cut with it.
    lines = [*lines[: most - 1], " ".join(lines[most - 1 :])] if len(lines) > most else lines
    return size, [line if _width(line, size) <= room else _cut(line, size, room) for line in lines]


def _lines(text: str, size: int, room: float) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines or [""]


def _cut(text: str, size: int, room: float) -> str:
    while text and _width(text + _ELLIPSIS, size) > room:
        text = text[:-1]
    return text.rstrip() + _ELLIPSIS


def _width(text: str, size: int) -> float:
    """Return the width of a text in pixels; pairs of letters that stand closer make it no wider."""
    advances = _advances()
    return sum(advances[character] for character in text) * size / 1000


@cache
def _advances() -> Mapping[str, int]:
    """Return how wide each character of the typeface is, in thousandths of its size."""
    advances: Mapping[str, int] = json.loads(_FONT.with_suffix(".json").read_text())
    return advances


def _points() -> str:
    """Return the points of a board along the bottom."""
    colours = (_CRIMSON, _BRASS)
    points = "".join(
        f'<path d="M{left} {HEIGHT}h100l-50 -76z" fill="{colours[left // 100 % 2]}"/>'
        for left in range(0, WIDTH, 100)
    )
    return f'<rect y="{HEIGHT - 92}" width="{WIDTH}" height="92" fill="{_CLOTH}"/>{points}'
