"""Names of the code that nothing uses, for `./videau check`.

Vulture reads the packages, not their tests: what only a test uses is dead. Words of templates
count as uses. So do names and dotted paths in strings, as in settings and in the fields of a serializer.
What frameworks call by name stands in `dead_code.toml`, each with its reason; a reason that nothing needs is a failure.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from vulture import Vulture

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("rules", "matches", "tournaments")
ALLOWED = Path(__file__).with_name("dead_code.toml")

# What these decorate is called from a list or a table.
REGISTERING = ("@inverse", "@admin.register", "@listed", "@reads", "@sheet", "@whole")

_PATH_OF_NAMES = re.compile(r"-?\w+([.:/ ]+\w+)*")
_IN_TEMPLATE = re.compile(r"{[{%].*?[%}]}", re.DOTALL)
# Django and its libraries call these for the field behind the prefix.
_PREFIXES = ("get_", "clean_")


def dead(packages: Iterable[Path], templates: Iterable[Path], patterns: Iterable[str]) -> Iterator[str]:
    """The lines to print: each unused name with its place, then each allowed pattern that fits none."""
    reader = Vulture(ignore_decorators=list(REGISTERING))
    reader.scavenge([str(package) for package in packages], exclude=["*/migrations/*"])
    names = set(reader.used_names)
    for package in packages:
        for file in package.rglob("*.py"):
            names |= _names_in_strings(ast.parse(file.read_text(encoding="utf-8")))
    for file in templates:
        for tag in _IN_TEMPLATE.findall(file.read_text(encoding="utf-8")):
            names |= set(re.findall(r"\w+", tag))
    names |= {prefix + name for name in names for prefix in _PREFIXES}
    reader.used_names |= names
    uses = set()
    for item in reader.get_unused_code():
        fits = {pattern for pattern in patterns if _fits(item, pattern)}
        uses |= fits
        if not fits:
            place = Path(item.filename)
            place = place.relative_to(ROOT) if place.is_relative_to(ROOT) else place
            yield f"{place}:{item.first_lineno}: {item.typ} {item.name} is used by nothing"
    for pattern in sorted(set(patterns) - uses):
        yield f"{ALLOWED.name}: {pattern} allows nothing any more"


def _fits(item: object, pattern: str) -> bool:
    """Whether an unused item matches a pattern, `NAME` or `FILE:NAME`."""
    file, _, name = pattern.rpartition(":")
    path: str = item.filename.as_posix()  # type: ignore[attr-defined] # vulture has no types
    return fnmatchcase(item.name, name) and (not file or fnmatchcase(path, f"*{file}"))  # type: ignore[attr-defined]


def _names_in_strings(tree: ast.AST) -> set[str]:
    """The words of strings that are names or dotted paths, not sentences."""
    words: set[str] = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and _PATH_OF_NAMES.fullmatch(node.value)
        ):
            for name in re.findall(r"\w+", node.value):
                words |= {name, *name.split("__")}
    return words


def main() -> int:
    """Print what is dead; answers the exit code."""
    patterns = tomllib.loads(ALLOWED.read_text(encoding="utf-8"))
    templates = [file for file in (ROOT / "templates").rglob("*") if file.is_file()]
    lines = list(dead([ROOT / name for name in PACKAGES], templates, patterns))
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
