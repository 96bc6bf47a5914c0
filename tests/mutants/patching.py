"""Puts a mutation into modules that are imported already, in this process alone."""

from __future__ import annotations

import ast
import gc
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType

from tests.mutants.points import Mutant, mutated


def apply(mutant: Mutant, root: Path) -> bool:
    """Make the mutation; False where nothing that lives could be changed.

    Functions keep their identity and get other code, so that whoever imported them runs
    the mutant too. A constant of a module is replaced wherever a module names it.
    """
    tree = mutated(mutant, root)
    if not mutant.function:
        return _replace_constants(mutant, tree, root)
    code = compile(tree, str(root / mutant.path), "exec")
    mutant_code = next(part for part in _codes(code) if part.co_qualname == mutant.function)
    functions = [
        thing
        for thing in _living()
        if type(thing) is FunctionType
        and thing.__code__.co_qualname == mutant.function
        and thing.__code__.co_filename == str(root / mutant.path)
    ]
    for function in functions:
        function.__code__ = mutant_code
    return bool(functions)


def _living() -> list[object]:
    """Every object, those too that are hidden from the collector: the plugin of the databases freezes them."""
    is_frozen = gc.get_freeze_count() > 0
    gc.unfreeze()
    objects = gc.get_objects()
    if is_frozen:
        gc.freeze()
    return objects


def _codes(code: CodeType) -> Iterator[CodeType]:
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield part
            yield from _codes(part)


def _replace_constants(mutant: Mutant, tree: ast.Module, root: Path) -> bool:
    module = importlib.import_module(mutant.path.removesuffix(".py").replace("/", "."))
    statement = next(
        item
        for item in tree.body
        if isinstance(item, ast.Assign) and item.lineno <= mutant.line <= (item.end_lineno or item.lineno)
    )
    names = [
        part.id for target in statement.targets for part in ast.walk(target) if isinstance(part, ast.Name)
    ]
    values = dict(vars(module))
    exec(compile(ast.Module([statement], []), str(root / mutant.path), "exec"), values)  # noqa: S102 - the mutant
    for name in names:
        old = vars(module)[name]
        for other in list(sys.modules.values()):
            for key, value in list(vars(other).items()) if hasattr(other, "__dict__") else ():
                if value is old and key == name:
                    setattr(other, key, values[name])
    return bool(names)
