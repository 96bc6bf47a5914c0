"""docs/rules-api.md says what the docstrings say."""

from __future__ import annotations

import ast

import pytest

import rules
from tests.rules.api_page import MODULES, PAGE, page


def test_the_page_is_made_from_the_docstrings() -> None:
    assert PAGE.read_text() == page(), "write it anew: python -m tests.rules.api_page"


def test_every_exported_name_is_on_the_page() -> None:
    text = PAGE.read_text()
    for name in rules.__all__:
        assert f"### `rules.{name}" in text, name


@pytest.mark.parametrize("module", MODULES)
def test_every_module_on_the_page_says_what_it_is(module: str) -> None:
    section = PAGE.read_text().partition(f"\n## {module}\n\n")[2]
    assert section.partition("\n")[0].endswith((".", ","))


def test_what_the_page_shows_as_code_is_code() -> None:
    blocks = PAGE.read_text().split("```python\n")[1:]
    assert len(blocks) > 50
    for block in blocks:
        code = block.partition("\n```")[0]
        head = f"def {code.replace('.', '_', code.partition('(')[0].count('.'))}: ..."
        is_class = code.startswith("class ")
        ast.parse((f"{code}: ..." if "\n" not in code else code) if is_class else head)
