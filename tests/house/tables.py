"""The check of tables: a mapping of a module whose keys are of one enumeration has all of its members.

So a new member without its words, its page or its job is named before somebody meets it. `python -m tests.house.tables`
prints every table that lacks members, unless `partial_tables.toml` says why it does.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import Any

ALLOWED = Path(__file__).with_name("partial_tables.toml")
PACKAGES = ("matches", "rules", "tournaments")
# These run something when they are imported, or are no part of what runs.
_LEFT_OUT = frozenset({"__main__", "migrations"})


def tables(module: ModuleType) -> Iterator[tuple[str, Mapping[Enum, Any]]]:
    """Yield the tables that a module defines, with their names."""
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    own = {name for name, _type in re.findall(r"^(\w+)(:.*)? = ", source, re.MULTILINE)}
    for name in sorted(own & vars(module).keys()):
        value = vars(module)[name]
        if isinstance(value, Mapping) and value:
            kind = type(next(iter(value)))
            if issubclass(kind, Enum) and all(isinstance(key, kind) for key in value):
                yield name, value


def faults(modules: Iterable[ModuleType], allowed: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines to print: each table that lacks members, then each reason that nothing needs any more."""
    partial: set[str] = set()
    for module in modules:
        for name, table in tables(module):
            kind, place = type(next(iter(table))), f"{module.__name__}:{name}"
            absent = [one.name for one in kind if one not in table]
            if absent:
                partial.add(place)
            if absent and place not in allowed:
                yield f"{place} lacks {', '.join(absent)} of {kind.__name__}"
    for place in sorted(allowed.keys() - partial):
        yield f"{ALLOWED.name}: {place} is whole, or gone"


def _modules() -> Iterator[ModuleType]:
    for package in PACKAGES:
        root = import_module(package)
        for info in walk_packages(root.__path__, f"{package}."):
            if not _LEFT_OUT & set(info.name.split(".")):
                yield import_module(info.name)


def main() -> int:
    """Print what lacks members; answers the exit code."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.project.settings")
    import django

    django.setup()
    lines = list(faults(_modules(), tomllib.loads(ALLOWED.read_text(encoding="utf-8"))))
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
