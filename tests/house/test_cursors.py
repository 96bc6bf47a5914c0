"""A cursor is closed by the thread that opened it: freed by the collector, it would wait for its connection."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from tests.postgres_plugin import ROOT

# Cursors that Django asks a backend for are closed by whoever asked.
_OF_A_BACKEND = {"create_cursor"}


def open_cursors(tree: ast.AST) -> Iterator[int]:
    """The lines that open a cursor elsewhere than in the head of a `with`."""
    heads = {
        id(item.context_expr) for node in ast.walk(tree) if isinstance(node, ast.With) for item in node.items
    }
    own = {
        id(call)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name in _OF_A_BACKEND
        for call in ast.walk(node)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in {"cursor", "_nodb_cursor"}
            and id(node) not in heads | own
        ):
            yield node.lineno


def places(find: Callable[[ast.AST], Iterator[int]], *, word: str) -> set[str]:
    """Where the code has what is looked for; a file without this word in it need not be parsed."""
    return {
        f"{path.relative_to(ROOT)}:{line}"
        for room in ("matches", "tournaments")
        for path in (ROOT / room).rglob("*.py")
        if word in (text := path.read_text(encoding="utf-8"))
        for line in find(ast.parse(text))
    }


def test_a_cursor_stands_in_a_with_alone() -> None:
    assert places(open_cursors, word="cursor") == set()


def open_iterators(tree: ast.AST) -> Iterator[int]:
    """The lines that begin a transaction while rows are still being read: SQLite refuses one beside an older state."""
    loops = [node for node in ast.walk(tree) if isinstance(node, ast.For) and _names(node.iter, "iterator")]
    for loop in loops:
        for node in ast.walk(loop):
            if isinstance(node, ast.With) and any(_names(item.context_expr, "atomic") for item in node.items):
                yield node.lineno


def _names(expression: ast.expr, name: str) -> bool:
    return any(isinstance(node, ast.Attribute) and node.attr == name for node in ast.walk(expression))


def test_no_transaction_begins_while_rows_are_being_read() -> None:
    assert places(open_iterators, word="iterator") == set()


def test_a_transaction_beside_open_rows_is_found() -> None:
    text = (
        "for a in b.iterator():\n  with transaction.atomic():\n    pass\n"
        "for c in d:\n  with transaction.atomic():\n    pass\n"
    )
    assert list(open_iterators(ast.parse(text))) == [2]


def test_a_cursor_elsewhere_is_found() -> None:
    text = (
        "with a.cursor() as one:\n  pass\nb.cursor().execute('')\nwith closing(c.cursor()) as two:\n  pass\n"
    )
    assert list(open_cursors(ast.parse(text))) == [3, 4]
