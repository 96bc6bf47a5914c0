"""What the documents claim and the code can show."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from matches.queries.situation import MatchState
from tournaments.api import listing
from tournaments.formats import FORMATS

ROOT = Path(__file__).resolve().parents[2]


def page(name: str) -> str:
    return (ROOT / name).read_text()


def test_the_list_of_operations_is_that_of_the_table() -> None:
    lines = page("docs/api-operations.md").partition("\n| operation |")
    assert f"| operation |{lines[2]}" == listing.markdown()


@pytest.mark.parametrize("name", ["docs/api.md", "docs/results.md"])
def test_the_documents_say_what_each_state_of_a_match_means(name: str) -> None:
    table = re.search(r"^\| `?state`? \| means \|\n\|---\|---\|\n((?:\|.*\n)+)", page(name), re.MULTILINE)
    assert table is not None
    assert sorted(re.findall(r"^\| `(\w+)` \| \w", table[1], re.MULTILINE)) == sorted(MatchState)


def test_the_readme_has_the_bounds_of_the_formats() -> None:
    fewest = min(rules.fewest for rules in FORMATS.values())
    bracket, swiss = FORMATS["single_elimination"].most, FORMATS["swiss"].most
    claim = f"{fewest} to {bracket:,} entrants in a bracket and up to {swiss:,} in a Swiss"
    assert claim in page("README.md")
    assert swiss == max(rules.most for rules in FORMATS.values())


def test_the_page_of_the_tests_names_every_folder_of_them() -> None:
    section = page("docs/tests.md").partition("\n## ")[0]
    folders = {path.parent.name for path in (ROOT / "tests").glob("*/__init__.py")}
    assert folders <= set(re.findall(r"`(\w+)`", section))


def test_no_document_calls_a_pairing_optimal_without_its_bound() -> None:
    for path in (ROOT / "docs").glob("*.md"):
        claims = re.findall(r"optimal[^.]*\.", path.read_text())
        assert [claim for claim in claims if "up to 1,024" in claim] == [], path.name
    assert "announcing late gains nothing" not in page("docs/formats.md").lower()


def test_a_fault_of_security_is_reported_in_private() -> None:
    assert "Report a vulnerability" in page("SECURITY.md")
    assert "SECURITY.md" in page("README.md")


def test_every_release_has_its_section_in_the_changelog() -> None:
    titles = re.findall(r"^## (.+)$", page("CHANGELOG.md"), re.MULTILINE)
    version = tomllib.loads(page("pyproject.toml"))["project"]["version"]
    assert titles[0] == "Unreleased"
    assert titles[1].startswith(f"{version} ")


_PATH = re.compile(r"`([\w./*-]+/[\w.*-]*)`")
# Where a page says a path from: the root, or a room that its readers are in.
_ROOMS = ("", "tournaments", "tournaments/web", "tournaments/formats", "matches", "templates", "rules")
_SOURCES = (".py", ".html", ".js", ".md", ".sh", ".toml", ".conf")
# What a reader makes: docs/first-change.md and docs/first-setting.md are followed by tests of their own.
_MADE_BY_READERS = ("tournaments/formats/neighbours/", "tests/web/test_filmed_events.py")


def _leads_somewhere(path: str) -> bool:
    return any(any((ROOT / room).glob(path.rstrip("/"))) for room in _ROOMS)


def test_every_path_that_a_page_names_exists() -> None:
    folders = {entry.name for entry in ROOT.iterdir() if entry.is_dir()} - {"data"}
    missing = {}
    pages = [*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")]
    for file in pages:
        text = re.sub(r"```.*?```", "", file.read_text(), flags=re.DOTALL)
        paths = {
            path
            for path in _PATH.findall(text)
            # An address of a page begins with a slash; a word in capitals stands for another.
            if not path.startswith("/") and not re.search(r"[A-Z]{3}", path)
            if path.split("/")[0] in folders or path.endswith(_SOURCES)
        }
        missing[file.name] = sorted(
            path for path in paths if not path.startswith(_MADE_BY_READERS) and not _leads_somewhere(path)
        )
    assert len(pages) > 50
    assert {name: paths for name, paths in missing.items() if paths and name != "CHANGELOG.md"} == {}
