"""docs/formats.md lists the bounds and options of every format as the code has them."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path

import pytest

from tournaments.formats import FORMATS
from tournaments.management.commands.formats import up_to_date
from tournaments.web.wording.formats import options_of_format

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "formats.md").read_text()


def test_the_page_has_every_format_as_the_code_says_it() -> None:
    assert up_to_date(PAGE) == PAGE, "run ./videau formats --write"


def test_a_format_without_a_section_gets_one_from_its_own_words() -> None:
    bare = re.sub(r"^## Swiss system\n.*?(?=^## )", "", PAGE, flags=re.MULTILINE | re.DOTALL)
    page = up_to_date(bare)
    assert "In short: a fixed number of rounds for all" in page
    assert "| `bye` | `full` | `full`, `half`, `zero` | A bye is worth: points of a player with" in page
    assert "| [Swiss system](#swiss-system) | `swiss` | rounds | at the draw | 2 to 10,000 |" in page


@pytest.mark.parametrize("code", sorted(FORMATS))
def test_every_option_is_listed_with_its_default_and_values(code: str) -> None:
    _title, anchor = re.search(rf"\[([^\]]+)\]\(#([\w-]+)\) \| `{code}`", PAGE).groups()  # type: ignore[union-attr]
    sections = {
        title.lower().replace(" ", "-"): text
        for title, text in re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    }
    rows = re.findall(r"^\| `(\w+)` \| `(.+?)` \| (.+?) \|", sections[anchor], re.MULTILINE)
    rows_by_name = {name: (default, values) for name, default, values in rows}
    for option in options_of_format(code):
        default, values = rows_by_name[option.name]
        if issubclass(option.kind, StrEnum):
            assert default == option.default
            assert values == ", ".join(f"`{value}`" for value in option.kind)
        elif option.kind is bool:
            assert default == str(option.default).lower()
        else:
            assert (default, values) == (str(option.default), f"{option.minimum} to {option.maximum}")


def test_every_test_named_in_the_page_exists() -> None:
    tests = Path(__file__).resolve().parents[1]
    names = {
        name for file in tests.rglob("test_*.py") for name in re.findall(r"def (test_\w+)", file.read_text())
    }
    assert set(re.findall(r"`(test_\w+)`", PAGE)) <= names
    paths = re.findall(r"`(tests/[\w/]+\.(?:py|txt))`", PAGE)
    assert paths
    assert [name for name in paths if not (tests.parent / name).is_file()] == []
