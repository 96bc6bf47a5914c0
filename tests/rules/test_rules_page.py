"""docs/rules.md names every clause, and only code and tests that exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = (HERE.parent.parent / "docs" / "rules.md").read_text()
ROW = re.compile(
    r"^\| \*\*(?P<clause>\w+)\*\* \| (?P<short>.+?) \| (?P<code>.+?) \| (?P<tests>.+) \|$", re.MULTILINE
)
ROWS = {match["clause"]: match for match in ROW.finditer(PAGE)}
CLAUSES = [
    *(f"A{number}" for number in range(1, 6)),
    *(f"B{number}" for number in range(1, 11)),
    *(f"C{number}" for number in range(1, 6)),
    *(f"D{number}" for number in range(1, 7)),
    *(f"E{number}" for number in range(1, 7)),
    *("M1", "M2", "M3", "M4", "M5", "M5a", "M6"),
    *(f"P{number}" for number in range(1, 8)),
    *(f"V{number}" for number in range(1, 5)),
]


def names(text: str) -> list[str]:
    """The names between backticks."""
    return re.findall(r"`([^`]+)`", text)


@cache
def functions_of(file: str) -> frozenset[str]:
    """The test functions of a file."""
    tree = ast.parse((HERE / file).read_text())
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def test_every_clause_has_its_row_in_order() -> None:
    assert list(ROWS) == CLAUSES


@pytest.mark.parametrize("clause", CLAUSES)
def test_the_code_of_a_clause_exists(clause: str) -> None:
    for name in names(ROWS[clause]["code"]):
        module, *path = name.split(".")
        named_object: object = import_module(f"rules.{module}")
        for part in path:
            named_object = getattr(named_object, part)
        assert path, f"{name} names a module and nothing in it"


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_has_tests_or_says_why_not(clause: str) -> None:
    citations = [name for name in names(ROWS[clause]["tests"]) if "::" in name]
    for name in citations:
        file, test = name.split("::")
        assert test in functions_of(file), name
    if not citations:
        assert len(ROWS[clause]["tests"]) > 20, "neither a test nor a reason"


def test_every_other_test_named_on_the_page_exists() -> None:
    for name in names(PAGE):
        if "::" in name:
            file, test = name.split("::")
            assert test in functions_of(file), name


def test_a_test_named_after_a_clause_is_about_one_that_exists() -> None:
    clauses = {clause.lower() for clause in CLAUSES}
    for file in HERE.glob("test_*.py"):
        for test in functions_of(file.name):
            match = re.match(r"test_([abcdempv]\d+a?)_", test)
            assert match is None or match[1] in clauses, test
