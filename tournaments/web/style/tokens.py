"""The tokens of the style sheet: colours with their contrast, sizes of type, distances."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders

_COLOUR = re.compile(r"--([\w-]+):\s*(#[0-9a-f]{6});")
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
    """The light scheme and the dark one, as the style sheet defines them."""
    light_text, dark_text = re.findall(r":root \{(.*?)\}", _sheet(), re.DOTALL)[:2]
    light = dict(_COLOUR.findall(light_text))
    dark = light | dict(_COLOUR.findall(dark_text))
    return [Scheme(name, colours, _pairs(colours)) for name, colours in (("light", light), ("dark", dark))]


def scales() -> dict[str, Any]:
    """The sizes of type by what has them, and the distances in rem with their pixels."""
    return {
        "sizes": _SIZE.findall(_sheet()),
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


def _sheet() -> str:
    path = finders.find("videau/videau.css")
    assert isinstance(path, str)  # noqa: S101 - it is a file of this very package
    return Path(path).read_text()
