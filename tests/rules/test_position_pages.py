"""The pages about notations of positions: their examples run, and they name every refusal."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import rules

SOURCES = Path(rules.__file__).parent
PAGES = SOURCES.parent / "docs" / "notations"
NAMES = ("position_id", "match_id", "xgid", "fibs")
REFUSAL = re.compile(r'(?:InvalidNotation|Unwritable)\(\s*"(\w+)"')


def page(name: str) -> str:
    """The text of a page."""
    return (PAGES / f"{name}.md").read_text()


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_of_a_page_run(name: str) -> None:
    examples = "\n".join(re.findall(r"^```python\n(.*?)^```$", page(name), re.MULTILINE | re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, {}, name, None, None)
    assert len(test.examples) > 2
    assert doctest.DocTestRunner().run(test).failed == 0


def refusals(source: str) -> set[str]:
    """The codes that a file of `rules/notation/` refuses with."""
    return set(REFUSAL.findall((SOURCES / "notation" / source).read_text()))


@pytest.mark.parametrize("name", NAMES)
def test_a_page_names_every_refusal_of_its_notation(name: str) -> None:
    assert refusals(f"{name}.py") <= set(re.findall(r"`(\w+)`", page(name)))


def test_the_pages_name_what_all_of_them_refuse() -> None:
    names = {code for name in NAMES for code in re.findall(r"`(\w+)`", page(name))}
    state = (SOURCES / "state.py").read_text()
    faults = set(re.findall(r'return "(\w+)"', state)) | set(re.findall(r'"(\w+)" if ', state))
    assert {"not_dice", "cube_above_cap", "match_already_over"} <= faults
    assert refusals("_base64.py") | refusals("_moments.py") | faults <= names
