"""A name is imported from the module that defines it, or from the head of its package."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_RINGS = ("rules", "matches", "tournaments", "tests", "bench")


@cache
def _file_of(module: str) -> Path | None:
    """The file of a module of ours that is no package."""
    if module.partition(".")[0] not in _RINGS:
        return None
    file = ROOT / f"{module.replace('.', '/')}.py"
    return file if file.is_file() else None


@cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text())


@cache
def _definitions(file: Path) -> frozenset[str]:
    return frozenset(_defined(_tree(file).body))


def _defined(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name
            case ast.Assign(targets=[ast.Name(id="__all__")]):
                yield from ast.literal_eval(node.value)
            case ast.Assign():
                for target in node.targets:
                    yield from (name.id for name in ast.walk(target) if isinstance(name, ast.Name))
            case ast.ImportFrom():
                # `import Name as Name` offers what another module defines.
                yield from (name.name for name in node.names if name.asname == name.name)
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.If() | ast.Try() | ast.For() | ast.With():
                yield from _defined(node.body)
                yield from _defined(getattr(node, "orelse", []))
                for handler in getattr(node, "handlers", []):
                    yield from _defined(handler.body)


def _module_of(node: ast.ImportFrom, file: Path) -> str:
    """The dotted name of the module that a statement in a file imports from."""
    if not node.level:
        return node.module or ""
    package = file.relative_to(ROOT).parts[: -node.level]
    return ".".join([*package, *([node.module] if node.module else [])])


def test_a_name_is_imported_from_where_it_is_defined() -> None:
    wrong = []
    files = [
        file for ring in _RINGS for file in (ROOT / ring).rglob("*.py") if "node_modules" not in file.parts
    ]
    for file in files:
        for node in ast.walk(_tree(file)):
            if not isinstance(node, ast.ImportFrom):
                continue
            source = _file_of(_module_of(node, file))
            if source is not None:
                strange = [name.name for name in node.names if name.name not in _definitions(source)]
                wrong += [f"{file.relative_to(ROOT)}:{node.lineno}: {name}" for name in strange]
    assert len(files) > 1500
    assert wrong == []
