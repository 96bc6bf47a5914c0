"""How templates are written: short lines, one tag for forms that post, declared needs, no chain of conditions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from tests.house.template_needs import names_in_head, needs

FOLDER = Path(__file__).resolve().parents[2] / "templates"
TEMPLATES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.html"))
# The page without a network stands on the phone: a token of its own would be that of nobody.
_WITHOUT_TOKEN = {"app/offline.html"}
ALL = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.*"))
PARTS = [name for name in TEMPLATES if name.rpartition("/")[2].startswith("_")]
_LONGEST_LINE = 120
_SECTION = re.compile(r'<section[^>]*aria-labelledby="([^"]+)"')
_REGION = re.compile(r'role="region"[^>]*aria-labelledby="([^"]+)"')
_MOST_ARMS = 3
# There are more than so many of each kind: a folder that has moved would leave nothing to look at.
_FEWEST = 100
_TAG = re.compile(r"{%\s*(\w+)")
_TRANSLATED = re.compile(r"{% blocktranslate.*?{% endblocktranslate %}", re.DOTALL)
_BARE_COLON = re.compile(r"(?:%}|}}|</\w+>):(?=\s)")
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


def _texts(names: Iterable[str]) -> dict[str, str]:
    """The text of each of these templates; one test reads all of them, and its failure names those at fault."""
    texts = {name: (FOLDER / name).read_text() for name in names}
    assert len(texts) > _FEWEST
    return texts


def test_a_condition_has_three_arms_at_most() -> None:
    """What has more arms belongs into a table of words: tournaments/web/sentences.py."""
    chains = {name: _longest_chain(text) for name, text in _texts(TEMPLATES).items()}
    assert {name: arms for name, arms in chains.items() if arms > _MOST_ARMS} == {}


def test_a_colon_behind_a_value_is_written_as_the_language_writes_it() -> None:
    """French has a space before it: it stands in a text, or is `{% colon %}`."""
    texts = _texts(TEMPLATES)
    assert [name for name, text in texts.items() if _BARE_COLON.search(_TRANSLATED.sub("", text))] == []


def test_a_form_that_posts_is_the_tag() -> None:
    """It is written `{% post_form %}`."""
    texts = _texts(sorted(set(TEMPLATES) - _WITHOUT_TOKEN))
    forms = {
        name: [form for form in _FORM.findall(text) if "post" in form.lower()] for name, text in texts.items()
    }
    assert {name: posting for name, posting in forms.items() if posting} == {}


def test_a_section_has_not_the_name_of_a_table_in_it() -> None:
    """Both would be landmarks: a table that can be scrolled has the name, and the section around it none."""
    names = {name: _SECTION.findall(text) for name, text in _texts(ALL).items()}
    regions = {name: set(_REGION.findall(text)) for name, text in _texts(ALL).items()}
    both = {name: regions[name].intersection(labels) for name, labels in names.items()}
    assert {name: labels for name, labels in both.items() if labels} == {}


def test_no_line_is_longer_than_120() -> None:
    long_lines = {
        name: [number for number, line in enumerate(text.splitlines(), 1) if len(line) > _LONGEST_LINE]
        for name, text in _texts(ALL).items()
    }
    assert {name: numbers for name, numbers in long_lines.items() if numbers} == {}


def test_a_part_declares_what_it_needs() -> None:
    """It begins with `{# needs: ... #}`, in the order of the alphabet."""
    heads = {name: (names_in_head(text), sorted(needs(name))) for name, text in _texts(PARTS).items()}
    assert {name: (head, names) for name, (head, names) in heads.items() if head != names} == {}
