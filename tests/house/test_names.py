"""One class name has one meaning in the whole tree."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from tests.postgres_plugin import ROOT

# Names that several classes have, each with its reason. What is public in `rules` is a package of its own.
SHARED = {
    "Command": "Django finds the class of a management command by this name.",
    "DatabaseWrapper": "Django finds the class of a database backend by this name.",
    "SessionStore": "Django finds the class of a session engine by this name.",
    "Pairing": "The table, and its value in the formats, which know no tables.",
    "Challenge": "The table, and its value in the formats, which know no tables.",
    "Meta": "Django's options inside of a model or a form.",
}


@cache
def homonyms() -> dict[str, list[str]]:
    """The class names of `matches` and `tournaments` that stand in several places, without a leading underscore."""
    places: dict[str, list[str]] = defaultdict(list)
    for room in ("matches", "tournaments"):
        for path in sorted((ROOT / room).rglob("*.py")):
            if "migrations" in path.parts:
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    places[node.name.lstrip("_")].append(f"{path.relative_to(ROOT)}:{node.lineno}")
    return {name: where for name, where in places.items() if len(where) > 1}


def test_a_class_name_has_one_meaning() -> None:
    assert {name: where for name, where in homonyms().items() if name not in SHARED} == {}


def test_every_exception_is_needed() -> None:
    assert SHARED.keys() - homonyms().keys() == set()


# Participles say what happened to a value, and not what it is. `rules` and its tests name what a `Problem` has.
PARTICIPLES = frozenset(
    [
        "answered",
        "asked",
        "brought",
        "done",
        "found",
        "given",
        "heard",
        "hidden",
        "kept",
        "looked",
        "made",
        "refused",
        "said",
        "seen",
        "shown",
        "stored",
        "taken",
        "told",
        "uploaded",
        "wanted",
    ]
)


_A_PARTICIPLE = re.compile(rf"\b(?:{'|'.join(sorted(PARTICIPLES))})\b\s*(?:[:,=)\]]|in\b)")


def local_names(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield the names of parameters and of variables inside of functions, with their lines."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
    for function in (node for node in ast.walk(tree) if isinstance(node, functions)):
        for node in ast.walk(function):
            if isinstance(node, ast.arg):
                yield node.arg, node.lineno
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id, node.lineno


def test_a_value_is_named_by_a_noun() -> None:
    assert {
        name for name, _line in local_names(ast.parse("def f(found):\n  seen = [kept for kept in found]"))
    } == {
        "found",
        "seen",
        "kept",
    }
    places = {
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for room in ("matches", "tournaments", "tests", "bench")
        for path in (ROOT / room).rglob("*.py")
        if path.relative_to(ROOT).parts[:2] != ("tests", "rules")
        # A file that does not have the word as a name need not be parsed.
        if _A_PARTICIPLE.search(text := path.read_text(encoding="utf-8"))
        for name, line in local_names(ast.parse(text))
        if name in PARTICIPLES
    }
    assert places == set()
