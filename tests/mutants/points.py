"""Where a file can be mutated, and the file with one mutation: comparisons, conditions, numbers, statements left out."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
# Words for people are no behaviour, and types are not run.
_WORDS = {"_", "gettext", "gettext_lazy", "ngettext", "cast", "TypeVar"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A mutation: its file, line and function (empty: the module), the old code and the new."""

    path: str
    function: str
    line: int
    before: str
    after: str
    number: int

    @property
    def id(self) -> str:
        """What names the mutant while the text of its function stays as it is, wherever that stands."""
        return f"{self.path}::{self.function or 'module'}::{self.before} -> {self.after}::{self.number}"


_Change = Callable[[ast.AST], ast.AST | None]


@cache
def _source(path: Path) -> str:
    # Read once, so that all mutants are of one text, whatever is edited while they run.
    return path.read_text()


def mutants(path: Path, root: Path) -> list[Mutant]:
    """Every mutant of a file, in the order of the lines."""
    return [mutant for mutant, _, _ in _points(ast.parse(_source(path)), str(path.relative_to(root)))]


def mutated(mutant: Mutant, root: Path) -> ast.Module:
    """The tree of the file with this one mutation."""
    tree = ast.parse(_source(root / mutant.path))
    target, change = next(
        (node, change) for other, node, change in _points(tree, mutant.path) if other.id == mutant.id
    )
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            if value is target:
                setattr(parent, field, change(target))
            elif isinstance(value, list) and any(item is target for item in value):
                items = [(change(item) if item is target else item) for item in value]
                setattr(parent, field, [item for item in items if item is not None] or [ast.Pass()])
    return ast.fix_missing_locations(tree)


def _points(tree: ast.Module, path: str) -> Iterator[tuple[Mutant, ast.AST, _Change]]:
    counts: dict[tuple[str, str, str], int] = {}
    for node, function in _nodes(tree):
        for change, text in _changes(node):
            key = (function, ast.unparse(node), text)
            number = counts[key] = counts.get(key, 0) + 1
            yield Mutant(path, function, getattr(node, "lineno", 1), key[1], text, number), node, change


def _nodes(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """Every node that runs when the code does, with the outermost function it is in."""

    def walk(node: ast.AST, scope: str, *, is_function: bool) -> Iterator[tuple[ast.AST, str]]:
        for child in ast.iter_child_nodes(node):
            if _is_passive(node, child):
                continue
            if isinstance(child, ast.FunctionDef) and not is_function:
                name = f"{scope}.{child.name}".lstrip(".")
                for statement in child.body:
                    yield statement, name
                    if not _is_docstring(statement):
                        yield from walk(statement, name, is_function=True)
            elif isinstance(child, ast.ClassDef) and not is_function:
                yield from (
                    pair for pair in walk(child, f"{scope}.{child.name}", is_function=False) if pair[1]
                )
            elif is_function or isinstance(node, ast.Assign | ast.Call | ast.Set | ast.Tuple | ast.Module):
                yield child, scope if is_function else ""
                yield from walk(child, scope, is_function=is_function)

    values = [item.value for item in tree.body if isinstance(item, ast.Assign)]
    constants = {id(part) for value in values for part in ast.walk(value)}
    for node, name in walk(tree, "", is_function=False):
        if name or id(node) in constants:
            yield node, name


def _is_passive(parent: ast.AST, child: ast.AST) -> bool:
    if isinstance(parent, ast.AnnAssign | ast.arg) and child is parent.annotation:
        return True
    if isinstance(parent, ast.FunctionDef) and (child is parent.returns or child is parent.args):
        return True
    is_words = isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id in _WORDS
    return is_words or isinstance(child, ast.Import | ast.ImportFrom | ast.alias) or _is_docstring(child)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _changes(node: ast.AST) -> Iterator[tuple[_Change, str]]:
    """The changes that one node allows, each with the text after it."""
    for change in _possible(node):
        tree = change(copy.deepcopy(node))
        yield change, "nothing" if tree is None else ast.unparse(ast.fix_missing_locations(tree))


def _possible(node: ast.AST) -> Iterator[_Change]:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARISONS:
        yield _other_comparison
    elif isinstance(node, ast.BoolOp):
        yield _other_connective
        for index in range(len(node.values)):
            yield partial(_without_operand, index=index)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield _operand
    elif isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        yield _other_operator
    elif isinstance(node, ast.If | ast.IfExp | ast.While) and isinstance(
        node.test, ast.Name | ast.Attribute | ast.Call
    ):
        yield _negated
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool | int):
        yield _other_constant
    elif isinstance(node, ast.Set | ast.Tuple) and len(node.elts) > 1 and _is_value(node):
        yield _without_first
    else:
        yield from _possible_of_statement(node)


def _possible_of_statement(node: ast.AST) -> Iterator[_Change]:
    if isinstance(node, ast.Return) and node.value is not None and not _is_empty(node.value):
        yield lambda _: ast.Return(ast.Constant(None))
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield lambda _: None
    elif isinstance(node, ast.Raise):
        yield lambda _: ast.Pass()


def _is_value(node: ast.Set | ast.Tuple) -> bool:
    return isinstance(node, ast.Set) or isinstance(node.ctx, ast.Load)


def _is_empty(node: ast.AST) -> bool:
    # Nothing is as good as an empty list wherever only its truth is asked for.
    return isinstance(node, ast.Constant) or (isinstance(node, ast.List | ast.Tuple) and not node.elts)


def _other_comparison(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.Compare)
    return ast.Compare(node.left, [_COMPARISONS[type(node.ops[0])](), *node.ops[1:]], node.comparators)


def _operand(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.UnaryOp)
    return node.operand


def _other_connective(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.BoolOp)
    return ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)


def _without_operand(node: ast.AST, *, index: int) -> ast.AST:
    assert isinstance(node, ast.BoolOp)
    values = [value for place, value in enumerate(node.values) if place != index]
    return values[0] if len(values) == 1 else ast.BoolOp(node.op, values)


def _other_operator(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.BinOp)
    return ast.BinOp(node.left, _OPERATORS[type(node.op)](), node.right)


def _without_first(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.Set | ast.Tuple)
    rest = node.elts[1:]
    return ast.Set(rest) if isinstance(node, ast.Set) else ast.Tuple(rest, ast.Load())


def _negated(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.If | ast.IfExp | ast.While)
    node.test = ast.UnaryOp(ast.Not(), node.test)
    return node


def _other_constant(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.Constant)
    if isinstance(node.value, bool):
        return ast.Constant(not node.value)
    assert isinstance(node.value, int)
    return ast.Constant(node.value + 1)
