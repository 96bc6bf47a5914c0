"""How templates are written: short lines, one tag for forms that post, declared needs, no chain of conditions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.house.template_needs import names_in_head, needs

FOLDER = Path(__file__).resolve().parents[2] / "templates"
TEMPLATES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.html"))
# The page without a network stands on the phone: a token of its own would be that of nobody.
_WITHOUT_TOKEN = {"app/offline.html"}
ALL = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.*"))
PARTS = [name for name in TEMPLATES if name.rpartition("/")[2].startswith("_")]
_LONGEST_LINE = 120
_MOST_ARMS = 3
_TAG = re.compile(r"{%\s*(\w+)")
_FORM = re.compile(r"<form\b(?:{%.*?%}|{{.*?}}|\"[^\"]*\"|[^>\"])*>", re.DOTALL)


def _longest_chain(text: str) -> int:
    """The most arms of a condition: `if`, each `elif`, `else`."""
    longest = 0
    chains: list[int] = []
    for tag in _TAG.findall(text):
        if tag in {"if", "for", "ifchanged"}:
            chains.append(1)
        elif tag in {"elif", "else"}:
            chains[-1] += 1
        elif tag in {"endif", "endfor", "endifchanged"}:
            longest = max(longest, chains.pop())
    return longest


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_condition_has_three_arms_at_most(name: str) -> None:
    text = (FOLDER / name).read_text()
    assert _longest_chain(text) <= _MOST_ARMS, "put the words in a table: tournaments/web/sentences.py"


@pytest.mark.parametrize("name", sorted(set(TEMPLATES) - _WITHOUT_TOKEN))
def test_a_form_that_posts_is_the_tag(name: str) -> None:
    forms = _FORM.findall((FOLDER / name).read_text())
    assert not [form for form in forms if "post" in form.lower()], "use {% post_form %}"


@pytest.mark.parametrize("name", ALL)
def test_no_line_is_longer_than_120(name: str) -> None:
    lines = (FOLDER / name).read_text().splitlines()
    assert not [number for number, line in enumerate(lines, 1) if len(line) > _LONGEST_LINE]


@pytest.mark.parametrize("name", PARTS)
def test_a_part_declares_what_it_needs(name: str) -> None:
    head = names_in_head((FOLDER / name).read_text())
    assert head is not None, "begin with {# needs: ... #}"
    assert head == sorted(needs(name))
