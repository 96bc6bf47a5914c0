"""One class name has one meaning in the whole tree."""

from __future__ import annotations

import ast
from collections import defaultdict
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
