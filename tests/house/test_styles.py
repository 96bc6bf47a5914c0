"""Colours have a name, and stand in one style sheet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

_STYLES = Path(__file__).resolve().parents[2] / "tournaments" / "web" / "static" / "videau"
# Paper is black and white whatever a screen shows.
_PAPER = {"paper.css", "print.css"}
_SHEETS = sorted(sheet.name for sheet in _STYLES.glob("*.css"))
_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b(?=[;,)\s}])")
_USE = re.compile(r"var\(--([\w-]+)\)")
_TOKEN = re.compile(r"--([\w-]+):")


def _screen(name: str) -> str:
    """A style sheet without what it says for paper."""
    return re.sub(r"@media print \{.*\}", "", (_STYLES / name).read_text())


@pytest.mark.parametrize("name", sorted(set(_SHEETS) - _PAPER - {"tokens.css"}))
def test_a_colour_is_a_token(name: str) -> None:
    assert _COLOUR.findall(_screen(name)) == []


def test_every_token_that_is_used_exists_and_every_one_is_used() -> None:
    texts = {name: (_STYLES / name).read_text() for name in _SHEETS}
    uses = {name for text in texts.values() for name in _USE.findall(text)}
    definitions = {name for text in texts.values() for name in _TOKEN.findall(text)}
    assert {name for name in uses - definitions if not name.startswith("pico-")} == set()
    tokens = set(_TOKEN.findall(texts["tokens.css"])) - {"light", "dark"}
    assert tokens - uses == set()


def test_both_schemes_give_every_colour() -> None:
    text = (_STYLES / "tokens.css").read_text()
    schemes = re.findall(r"--[\w-]+: var\(--light, [^;]+\) var\(--dark, [^;]+\);", text)
    assert len(schemes) == text.count("var(--light,") == text.count("var(--dark,")
