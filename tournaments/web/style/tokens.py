"""The tokens of the style sheets: colours with their contrast, sizes of type, distances."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders

_COLOUR = re.compile(r"--([\w-]+): var\(--light, (#[0-9a-f]{6})\) var\(--dark, (#[0-9a-f]{6})\);")
_TOKEN = re.compile(r"--([\w-]+): ([^;]+);")
_USE = re.compile(r"var\(--([\w-]+)\)")
_SIZE = re.compile(
    r"^(h[123]|\.facts dt|\.pill|small|\.board-time)\b[^{]*\{[^}]*?font-size:\s*([^;]+);", re.MULTILINE
)
# On what each colour of ink is read; every other colour is a ground or a line.
_GROUNDS = {
    "ink": ("paper", "surface", "sunken", "green-soft", "wine-soft", "brass-soft"),
    "muted": ("paper", "surface", "sunken"),
    "green": ("paper", "surface", "green-soft"),
    "wine": ("paper", "surface", "wine-soft"),
    "brass": ("paper", "surface", "brass-soft"),
    "button-ink": ("button", "button-hover"),
    "bar-ink": ("bar",),
}
_DISTANCES = (0.25, 0.5, 0.75, 1, 1.75, 3)
WCAG_AA = 4.5
"""The contrast that small text needs (WCAG 2.2, 1.4.3)."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A colour of ink on a ground, and how far apart their lightness is."""

    ink: str
    ground: str
    contrast: float

    @property
    def is_readable(self) -> bool:
        """Whether small text can be read in it."""
        return self.contrast >= WCAG_AA


@dataclass(frozen=True, slots=True)
class Scheme:
    """The colours of a scheme by name, and every pair of them that stands on a page."""

    name: str
    colours: dict[str, str]
    pairs: Sequence[Pair]


def schemes() -> list[Scheme]:
    """The light scheme and the dark one, as `tokens.css` defines them."""
    definitions = _COLOUR.findall(_sheet("tokens.css"))
    light = {name: colour for name, colour, _dark in definitions}
    dark = {name: colour for name, _light, colour in definitions}
    return [Scheme(name, colours, _pairs(colours)) for name, colours in (("light", light), ("dark", dark))]


def scales() -> dict[str, Any]:
    """The sizes of type by what has them, and the distances in rem with their pixels."""
    tokens = dict(_TOKEN.findall(_sheet("tokens.css")))
    sizes = _SIZE.findall(_sheet("videau.css"))
    return {
        "sizes": [(what, _USE.sub(lambda use: tokens[use[1]], size)) for what, size in sizes],
        "distances": [(rem, int(rem * 16)) for rem in _DISTANCES],
    }


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours like `#1d2621` (WCAG 2.2, relative luminance)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _pairs(colours: dict[str, str]) -> list[Pair]:
    return [
        Pair(ink, ground, contrast(colours[ink], colours[ground]))
        for ink, grounds in _GROUNDS.items()
        for ground in grounds
    ]


def _sheet(name: str) -> str:
    path = finders.find(f"videau/{name}")
    assert isinstance(path, str)  # noqa: S101 - it is a file of this very package
    return Path(path).read_text()
