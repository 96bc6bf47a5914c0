"""Acts: each is written by an action, declared without Django, and named nowhere by a string."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.postgres_plugin import ROOT
from tournaments import notices
from tournaments.actions import undo
from tournaments.acts import ACTS
from tournaments.notices import recipients

_TOURNAMENTS = ROOT / "tournaments"
_CLASSES = {kind.__name__: kind for kind in ACTS.values()}
_OF_ACTS = re.compile(rf"\b(?:{'|'.join(_CLASSES)})\b|\bcode(?:__in)?\s*=")


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*.py")) if "migrations" not in path.parts)


def _calls(nodes: Iterable[ast.AST]) -> set[str]:
    """The acts that code makes, also through a conditional expression."""
    names = set()
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            names.add(node.func.id)
            if node.func.id == "_follow":
                names |= {one.id for one in node.args if isinstance(one, ast.Name)}
        elif isinstance(node, ast.IfExp):
            names |= {one.id for one in (node.body, node.orelse) if isinstance(one, ast.Name)}
    return names & set(_CLASSES)


def _texts_of_codes(nodes: Iterable[ast.AST]) -> dict[int, set[object]]:
    """The constants that a piece of code passes as the code of something, or as its codes, by the line."""
    texts: dict[int, set[object]] = {}
    for node in nodes:
        if isinstance(node, ast.keyword) and node.arg in {"code", "code__in"}:
            constants = {one.value for one in ast.walk(node.value) if isinstance(one, ast.Constant)}
            texts.setdefault(node.value.lineno, set()).update(constants)
    return texts


class Source(NamedTuple):
    """What these tests look for in a file of the competition: the acts it makes, and codes by their lines."""

    acts: set[str]
    codes: dict[int, set[object]]


@cache
def _sources() -> dict[Path, Source]:
    """Every file of the competition, read once for all tests."""
    sources = {}
    for path in _files(_TOURNAMENTS):
        text = path.read_text("utf-8")
        # A file that names no act and no code need not be parsed.
        nodes = list(ast.walk(ast.parse(text))) if _OF_ACTS.search(text) else []
        sources[path] = Source(_calls(nodes), _texts_of_codes(nodes))
    return sources


def test_every_act_is_written_by_an_action() -> None:
    actions = _TOURNAMENTS / "actions"
    names = {name for path, source in _sources().items() if actions in path.parents for name in source.acts}
    assert set(_CLASSES) - names == set()


def test_only_actions_write_acts() -> None:
    for path, source in _sources().items():
        room = path.relative_to(_TOURNAMENTS).parts[0]
        if path.parent != _TOURNAMENTS and room not in {"acts", "actions"}:
            assert not source.acts, path


def test_acts_take_nothing_but_translations_from_django() -> None:
    for path in _files(_TOURNAMENTS / "acts"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("django"):
                assert {alias.name for alias in node.names} <= {"gettext_lazy", "ngettext_lazy"}, path
            if isinstance(node, ast.Import):
                assert not any(alias.name.startswith("django") for alias in node.names), path


def test_nobody_asks_for_the_entries_of_an_act_by_a_string() -> None:
    for path, source in _sources().items():
        for line, texts in source.codes.items():
            assert not texts & set(ACTS), f"{path}:{line}"


def _attributes(tree: ast.AST, of: str) -> set[str]:
    """The attributes of a module or class that a piece of code names."""
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == of
    }


@cache
def _notices_by_function() -> dict[str, set[str]]:
    """The names of the notices that each function of `notices` sends."""
    tree = ast.parse(Path(recipients.__file__).read_text("utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return {function.name: _attributes(function, "NoticeCode") for function in functions}


@pytest.mark.parametrize("path", sorted((_TOURNAMENTS / "actions").rglob("*.py")), ids=lambda path: path.stem)
def test_a_notice_that_goes_out_with_an_act_is_declared_by_it(path: Path) -> None:
    codes_of = _notices_by_function()
    for function in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(function, ast.FunctionDef):
            continue
        codes = {code for name in _attributes(function, "notices") for code in codes_of.get(name, ())}
        acts = _calls(ast.walk(function))
        declarations = {code for name in acts for code in _CLASSES[name].tells}
        if "notices.registered(entrant, by=by)" not in ast.unparse(function):
            # Partners are told of who entered them, and of nobody else.
            codes.discard("PARTNERED")
        if acts:
            assert {notices.NoticeCode[name] for name in codes} <= declarations, function.name


def test_every_module_with_an_inverse_is_loaded_with_undo() -> None:
    actions = _TOURNAMENTS / "actions"
    with_inverses = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in actions.rglob("*.py")
        if "\n@inverse(" in path.read_text("utf-8")
    }
    assert with_inverses == {module.__name__ for module in undo.REGISTERED}
