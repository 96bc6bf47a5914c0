"""What `./videau check` says of names that nothing uses."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from tests.house.dead_code import dead


@pytest.fixture
def package(tmp_path: Path) -> Path:
    (tmp_path / "package").mkdir()
    return tmp_path / "package"


def _lines(package: Path, code: str, *, template: str = "", patterns: tuple[str, ...] = ()) -> list[str]:
    (package / "module.py").write_text(dedent(code))
    page = package.parent / "page.html"
    page.write_text(template)
    return [line.rpartition("/")[2] for line in dead([package], [page], patterns)]


FORM = """
    class VoteForm:
        vote = 1
"""


def test_a_class_that_nothing_names_is_dead(package: Path) -> None:
    assert _lines(package, FORM) == [
        "module.py:2: class VoteForm is used by nothing",
        "module.py:3: variable vote is used by nothing",
    ]


def test_a_template_uses_a_name_in_its_tags_and_not_in_its_text(package: Path) -> None:
    assert _lines(package, FORM, template="{{ form.VoteForm }} {% if vote %}") == []
    assert len(_lines(package, FORM, template="VoteForm vote")) == 2


def test_a_path_in_a_string_is_a_use_and_a_sentence_is_none(package: Path) -> None:
    assert _lines(package, f"{FORM}\n    print('package.module.VoteForm', '-vote')") == []
    assert len(_lines(package, f"{FORM}\n    print('The VoteForm, and its vote.')")) == 2


def test_what_is_registered_is_used(package: Path) -> None:
    assert _lines(package, "@inverse(str)\ndef back(): ...") == []


def test_an_allowed_name_is_no_fault_in_its_own_file_alone(package: Path) -> None:
    assert _lines(package, FORM, patterns=("package/module.py:*",)) == []
    assert len(_lines(package, FORM, patterns=("package/other.py:*",))) == 3


def test_a_line_that_allows_nothing_any_more_is_a_fault(package: Path) -> None:
    assert _lines(package, "", patterns=("gone",)) == ["dead_code.toml: gone allows nothing any more"]
