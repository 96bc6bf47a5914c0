"""What the service imports is in the requirements that every installation has, not in those of its development alone."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions

from tests.postgres_plugin import ROOT

_OURS = {"matches", "rules", "tournaments"}
# What developers call: it compiles the translations, which an installation has compiled.
_OF_DEVELOPERS = {"tournaments/management/commands/translations.py"}


class _Imports(ast.NodeVisitor):
    """The packages that a module imports when it runs; what only types need stands under TYPE_CHECKING."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def generic_visit(self, node: ast.AST) -> None:
        """Statements alone: no expression imports anything."""
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            for statement in getattr(node, name, ()):
                self.visit(statement)

    def visit_If(self, node: ast.If) -> None:
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        self.names |= {alias.name.partition(".")[0] for alias in node.names}

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.module is not None and not node.level:
            self.names.add(node.module.partition(".")[0])


def imported(source: str) -> set[str]:
    """The top-level packages that this source imports beside the standard library and our own."""
    visitor = _Imports()
    visitor.visit(ast.parse(source))
    return visitor.names - sys.stdlib_module_names - _OURS


def _requirements() -> set[str]:
    """The distributions that every installation has, and those that an operator may add."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    lines += [line for extra in project["optional-dependencies"].values() for line in extra]
    return {_plain(match[1]) for line in lines if (match := re.match(r"([\w.-]+)(?:\[[^]]*\])?==", line))}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _foreign_imports() -> Iterator[tuple[str, str]]:
    required, distributions = _requirements(), packages_distributions()
    for room in sorted(_OURS):
        for path in sorted((ROOT / room).rglob("*.py")):
            place = str(path.relative_to(ROOT))
            for package in sorted(imported(path.read_text(encoding="utf-8"))):
                # One that is not installed here has the name of its package.
                names = {_plain(name) for name in distributions.get(package, [package])}
                if not names & required and place not in _OF_DEVELOPERS:
                    yield place, package


def test_an_installation_has_whatever_the_service_imports() -> None:
    assert imported("import os, numpy.linalg\nfrom django.db import models\nfrom . import x") == {
        "numpy",
        "django",
    }
    assert imported("if TYPE_CHECKING:\n  import mypy\ndef f():\n  import segno") == {"segno"}
    assert list(_foreign_imports()) == []
