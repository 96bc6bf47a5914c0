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
