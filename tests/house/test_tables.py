"""What `./videau check` says of tables that lack members of their enumeration."""

from __future__ import annotations

import sys
from enum import StrEnum
from importlib import import_module
from pathlib import Path

import pytest

from tests.house.tables import faults, tables


class Colour(StrEnum):
    """The keys of a table."""

    RED = "red"
    BLUE = "blue"


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module with a whole table, one that lacks a colour under two names, and mappings that are no tables."""
    (tmp_path / "colour_words.py").write_text(
        "from tests.house.test_tables import Colour\n"
        "WHOLE = {Colour.RED: 'rouge', Colour.BLUE: 'bleu'}\n"
        "PARTIAL: dict[Colour, str] = {Colour.RED: 'rouge'}\n"
        "TEXTS = {'red': 'rouge'}\n"
        "EMPTY: dict[Colour, str] = {}\n"
        "MIXED = {Colour.RED: 1, 'blue': 2}\n"
        "DOUBLE = PARTIAL\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "colour_words", raising=False)
    return "colour_words"


def test_a_mapping_of_one_enumeration_is_a_table(module: str) -> None:
    assert [name for name, _table in tables(import_module(module))] == ["DOUBLE", "PARTIAL", "WHOLE"]


def test_a_table_that_lacks_a_member_is_named_with_it(module: str) -> None:
    words = import_module(module)
    assert list(faults([words], {"colour_words:DOUBLE": "a second name"})) == [
        "colour_words:PARTIAL lacks BLUE of Colour"
    ]


def test_a_reason_that_nothing_needs_is_named(module: str) -> None:
    allowed = dict.fromkeys(("colour_words:PARTIAL", "colour_words:DOUBLE", "colour_words:WHOLE"), "a reason")
    assert list(faults([import_module(module)], allowed)) == [
        "partial_tables.toml: colour_words:WHOLE is whole, or gone"
    ]
