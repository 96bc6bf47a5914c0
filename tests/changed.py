"""`./videau test --changed`: the tests nearest to what differs from the last commit, for the best part of a minute.

`python -m tests.changed` prints the test files in the order in which they are run. Nearest are those that changed
themselves; then those that share a word of their name with a changed file (`results/reporting.py`,
`test_reporting_pages.py`); then those that import it, by the number of imports between; then those of the folder that
mirrors its room. A template counts as the modules that name it.

The module is also a plugin of such a run: when the time is over it skips the remaining tests and reports their
number.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import grimp
import pytest

ROOT = Path(__file__).resolve().parent.parent
# What is imported by hundreds of tests to arrange says nothing about any of them.
_ARRANGING = {"tests.factories", "tests.remembered", "tests.conftest", "tests.showcase"}
_PACKAGES = ("rules", "matches", "tournaments", "tests")
_FARTHEST = 4
# They start browsers and services: only those that changed themselves.
_SLOW = ("browser", "faults")
_SECONDS = 45
_UNTIL = "VIDEAU_TEST_UNTIL"
# Words that stand in too many names.
_COMMON = {
    "test",
    "tests",
    "init",
    "views",
    "forms",
    "pages",
    "page",
    "html",
    "py",
    "templates",
    "words",
    "the",
}


def paths_of_changes() -> list[str]:
    """The files that differ from the last commit, new ones too; where nothing does, those of the last commit."""
    open_changes = _git("diff", "--name-only", "HEAD") + _git("ls-files", "--others", "--exclude-standard")
    return open_changes or _git("diff", "--name-only", "HEAD~1")


def _git(*arguments: str) -> list[str]:
    answer = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603, S607
    return answer.stdout.splitlines()


def nearest(paths: Iterable[str]) -> list[str]:
    """The test files that these changes can touch, the nearest first."""
    graph = _graph()
    tests = {module: _path(module) for module in graph.modules if ".test_" in module}
    ranks: dict[str, tuple[int, int]] = {}
    for path in paths:
        own_words = _words(path).union(*(_words(_path(module)) for module in _modules_of(path)))
        for module, distance in _distances(graph, path).items():
            if module in tests:
                rank = (-len(own_words & _words(tests[module])) if distance else -99, distance)
                ranks[module] = min(ranks.get(module, rank), rank)
    return [tests[module] for module in sorted(ranks, key=lambda module: (ranks[module], module))]


@cache
def _graph() -> Any:
    """The imports of all packages, which do not change while this runs."""
    return grimp.build_graph(*_PACKAGES, cache_dir=None)


def _distances(graph: Any, path: str) -> dict[str, int]:
    """The modules that a change of this file can touch, and the number of imports between."""
    distances = dict.fromkeys(_modules_of(path) & graph.modules, 0)
    front = set(distances)
    for distance in range(1, _FARTHEST + 1):
        importers = {module for one in front for module in graph.find_modules_that_directly_import(one)}
        front = importers - distances.keys() - _ARRANGING
        distances |= dict.fromkeys(front, distance)
    mirror = f"tests.{_mirror(path)}."
    for module in graph.modules:
        if module.startswith(mirror):
            distances.setdefault(module, _FARTHEST + 1)
    slow = tuple(f"tests.{folder}." for folder in _SLOW)
    return {module: far for module, far in distances.items() if not far or not module.startswith(slow)}


def _mirror(path: str) -> str:
    """The folder of tests that mirrors the room of a file; empty for a file in none."""
    outer, *inner = Path(path).parts
    rooms = {"templates": "web", "docs": "house", "bench": "house", ".ci": "house"}
    if outer in {"matches", "rules", "tournaments"}:
        room = inner[0].removesuffix(".py")
        return room if (ROOT / "tests" / room).is_dir() else outer
    return rooms.get(outer, "house" if not inner else "")


def _modules_of(path: str) -> set[str]:
    """The module of a Python file; of a template, those that name it."""
    if path.endswith(".py"):
        return {path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")}
    if not path.startswith("templates/"):
        return set()
    name = path.removeprefix("templates/")
    files = (ROOT / "tournaments").rglob("*.py")
    return {_module(file) for file in files if name in file.read_text(encoding="utf-8")}


def _module(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _path(module: str) -> str:
    return f"{module.replace('.', '/')}.py"


def _words(path: str) -> set[str]:
    """The words of a path, without an s at their end."""
    return {word.removesuffix("s") for word in re.split(r"[/._-]", path)} - _COMMON


@pytest.fixture(autouse=True)
def _in_time() -> None:
    """Run no test after the time of the run is over."""
    if time.time() > float(os.environ.get(_UNTIL, "inf")):
        pytest.skip("farther from the change than a minute reaches: ./videau test runs everything")


def main() -> int:
    """Run the nearest tests on every core, on SQLite; answers pytest's exit code."""
    files = nearest(paths_of_changes())
    if not files:
        sys.stderr.write("videau: no test is near to what changed. ./videau test runs everything.\n")
        return 0
    os.environ |= {"VIDEAU_TEST_DB": "sqlite", _UNTIL: str(time.time() + _SECONDS)}
    plugins = ["-p", "tests.changed", "-q", "-n", "auto", "--dist", "load", "--maxschedchunk", "2"]
    return int(pytest.main([*plugins, *files, *sys.argv[1:]]))


if __name__ == "__main__":
    sys.exit(main())
