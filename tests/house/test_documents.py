"""What the documents claim and the code can show."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from matches.queries.situation import MatchState
from tournaments.actions import undo, ways_back
from tournaments.formats import FORMATS

ROOT = Path(__file__).resolve().parents[2]
# Acts of the registration desk that put others together, which the API has; and questions that are no acts.
_COMPOSED = {"reception", "registration.walk_in", "registration.withdraw"}
_QUESTIONS = {"naming.demand_named_by_desk", "undo.undoable", "versions.unchanged"}


def page(name: str) -> str:
    return (ROOT / name).read_text()


@cache
def acts() -> frozenset[tuple[str, str]]:
    """Every function of the actions that somebody does, by its module or package and its name."""
    folder = ROOT / "tournaments" / "actions"
    return frozenset(
        (path.stem if path.parent == folder else path.parent.name, node.name)
        for path in folder.rglob("*.py")
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef)
        and not node.name.startswith("_")
        and any(argument.arg == "by" for argument in (*node.args.args, *node.args.kwonlyargs))
    )


def acts_called_by(room: str) -> set[str]:
    """The actions that a room names."""
    named = {
        (node.value.id, node.attr)
        for path in (ROOT / "tournaments" / room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    return {f"{module}.{name}" for module, name in acts() & named}


def test_the_api_page_lists_what_only_the_pages_can_do() -> None:
    section = page("docs/api.md").partition("\n## What only the pages can do\n")[2].partition("\n## ")[0]
    listed = set(re.findall(r"`(\w+\.\w+)`", section))
    alone = {
        act
        for act in acts_called_by("web") - acts_called_by("api") - _QUESTIONS
        if act not in _COMPOSED and act.partition(".")[0] not in _COMPOSED
    }
    assert listed == alone


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


def test_the_architecture_page_draws_every_layer() -> None:
    figure = (
        page("docs/architecture.md").partition("## The rooms of the competition\n")[2].partition("\n## ")[0]
    )
    contracts = tomllib.loads(page("pyproject.toml"))["tool"]["importlinter"]["contracts"]
    (layers,) = [contract["layers"] for contract in contracts if contract["name"] == "The competition"]
    drawn = re.findall(r"^    ([a-z][a-z| ]*?)  ", figure, re.MULTILINE)
    assert drawn == layers


def test_the_architecture_page_names_every_folder_of_tests() -> None:
    section = page("docs/architecture.md").partition("\n## Tests\n")[2].partition("\n## ")[0]
    folders = {path.parent.name for path in (ROOT / "tests").glob("*/__init__.py")}
    assert folders <= set(re.findall(r"`(\w+)`", section))


def test_the_pages_page_names_the_tables_of_what_can_be_undone() -> None:
    assert "`undo.INVERSES`, which takes in `ways_back.OF_SETTINGS`" in page("docs/pages.md")
    assert ways_back.OF_SETTINGS.items() <= undo.INVERSES.items()


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
