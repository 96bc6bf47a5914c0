"""docs/formats.md says of every format what the code says: its bounds, and each option with default and values."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path

import pytest

from tournaments.formats import FORMATS, Intake
from tournaments.web.format_words import options_of_format

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "formats.md").read_text()


@pytest.mark.parametrize("code", sorted(FORMATS))
def test_a_format_is_in_the_overview_with_its_bounds(code: str) -> None:
    rules = FORMATS[code]
    come = "at the draw" if rules.intake is Intake.DRAW else "as they lose"
    bounds = f"{rules.fewest:,} to {rules.most:,}"
    assert f"| `{code}` | {rules.shape.value} | {come} | {bounds} |" in PAGE


@pytest.mark.parametrize("code", sorted(FORMATS))
def test_every_option_is_listed_with_its_default_and_values(code: str) -> None:
    _title, anchor = re.search(rf"\[([^\]]+)\]\(#([\w-]+)\) \| `{code}`", PAGE).groups()  # type: ignore[union-attr]
    sections = {
        title.lower().replace(" ", "-"): text
        for title, text in re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    }
    rows = re.findall(r"^\| `(\w+)` \| `(.+?)` \| (.+?) \|", sections[anchor], re.MULTILINE)
    listed = {name: (default, values) for name, default, values in rows}
    for option in options_of_format(code):
        default, values = listed[option.name]
        if issubclass(option.kind, StrEnum):
            assert default == option.default
            assert values == ", ".join(f"`{value}`" for value in option.kind)
        elif option.kind is bool:
            assert default == str(option.default).lower()
        else:
            assert (default, values) == (str(option.default), f"{option.minimum} to {option.maximum}")


@pytest.mark.parametrize("code", sorted(FORMATS))
def test_a_finished_event_of_every_format_is_shown(code: str) -> None:
    picture = f"screenshots/format-{code}.png"
    assert f"]({picture})" in PAGE
    assert (Path(__file__).resolve().parents[2] / "docs" / picture).stat().st_size < 150_000


def test_every_test_named_in_the_page_exists() -> None:
    tests = Path(__file__).resolve().parents[1]
    written = {
        name for file in tests.rglob("test_*.py") for name in re.findall(r"def (test_\w+)", file.read_text())
    }
    assert set(re.findall(r"`(test_\w+)`", PAGE)) <= written
    named = re.findall(r"`(tests/[\w/]+\.(?:py|txt))`", PAGE)
    assert named
    assert [name for name in named if not (tests.parent / name).is_file()] == []
