"""docs/notations has a page for every notation, and its examples are what it says they are."""

from __future__ import annotations

import re
from pathlib import Path
from pkgutil import iter_modules

import pytest

import rules
from rules import Verdict, check, notation, write
from rules.notation import readers, writers
from rules.notation._mat_words import KINDS

PAGES = Path(rules.__file__).parent.parent / "docs" / "notations"
NOTATIONS = sorted(name for _, name, _ in iter_modules(notation.__path__) if not name.startswith("_"))
INDEX = (PAGES / "index.md").read_text()
ROW = re.compile(r"^\| \[(\w+)\]\(\1\.md\) \|.*\|$", re.MULTILINE)
RECORD_ROW = re.compile(r"^\| \[\w+\]\(\w+\.md\) \| [^|]+ \| ([^|]*) \| ?([^|]*) ?\|$", re.MULTILINE)


def test_every_notation_has_its_page_and_its_row_in_the_index() -> None:
    assert sorted(ROW.findall(INDEX)) == NOTATIONS
    assert sorted(path.stem for path in PAGES.glob("*.md")) == sorted([*NOTATIONS, "index"])


def test_the_index_names_every_format() -> None:
    rows = RECORD_ROW.findall(INDEX)
    read_formats, write_formats = (
        re.findall(r"`([\w-]+)`", " ".join(row[column] for row in rows)) for column in (0, 1)
    )
    assert sorted(read_formats) == sorted(reader.format for reader in readers())
    assert sorted(write_formats) == sorted(writers())


@pytest.mark.parametrize("name", NOTATIONS)
def test_examples_of_records_are_clean_records_of_their_format(name: str) -> None:
    page = (PAGES / f"{name}.md").read_text()
    for format_, text in re.findall(r"^```(\w+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        if format_ not in {reader.format for reader in readers()}:
            continue
        report = check(text.encode())
        assert (report.format, report.verdict) == (format_, Verdict.CLEAN), report.problems
        assert report.transcript is not None
        for format_written in writers():
            assert check(write(report.transcript, format_written).encode()).verdict is Verdict.CLEAN


def test_the_page_of_mat_has_an_example_and_every_word_that_is_read() -> None:
    page = (PAGES / "mat.md").read_text()
    assert "\n```mat\n" in page
    grammar = page.partition("## Grammar")[2].partition("## Dialects")[0].lower()
    for word in KINDS:
        assert f'"{word}"' in grammar, word


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda path: path.stem)
def test_links_between_the_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
        assert (page.parent / target).exists(), target
