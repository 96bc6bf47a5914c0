"""The figures of docs/architecture.md, made from what they show: the contracts, and a result that is being reported."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from tests.postgres_plugin import ROOT

_PAGE = ROOT / "docs" / "architecture.md"
_WIDTH = 15
# Where a result passes; between them are values, forms and questions.
_ON_THE_WAY = (
    "tournaments.web.results",
    "tournaments.access",
    "tournaments.actions",
    "tournaments.notices",
    "tournaments.queue",
    "tournaments.changes",
    "matches.actions",
    "rules",
)


def figure(title: str) -> list[str]:
    """The lines of the first indented block below a heading of the page."""
    section = _PAGE.read_text().partition(f"## {title}\n")[2].partition("\n## ")[0]
    lines = section.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("    "))
    rest = lines[first:]
    after = next((number for number, line in enumerate(rest) if not line.startswith("    ")), len(rest))
    return [line.removeprefix("    ") for line in rest[:after]]


def rooms() -> list[str]:
    """Each room of the competition with the first line of its docstring, from the outermost layer inwards."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (layers,) = [contract["layers"] for contract in contracts if contract["name"] == "The competition"]
    lines = []
    for layer in layers:
        for place, room in enumerate(layer.split(" | ")):
            name = f"| {room}" if place else room
            lines.append(f"{name:<{_WIDTH}}{_summary(room)}")
    return lines


def _summary(room: str) -> str:
    package = ROOT / "tournaments" / room / "__init__.py"
    path = package if package.exists() else ROOT / "tournaments" / f"{room}.py"
    words = ast.get_docstring(ast.parse(path.read_text())) or ""
    return words.partition("\n")[0].removesuffix(".")


@contextmanager
def way() -> Iterator[list[str]]:
    """The functions that are called meanwhile, the first of each module: room and name, in their order."""
    steps: list[str] = []
    modules: set[str] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        module, name = frame.f_globals.get("__name__", ""), frame.f_code.co_qualname
        # Functions of a module: no methods, no private ones, no bodies of classes.
        if event != "call" or module in modules or "." in name or not name[:1].islower():
            return
        if any(module == room or module.startswith(f"{room}.") for room in _ON_THE_WAY):
            modules.add(module)
            ring, _, rest = module.partition(".")
            room, _, inside = (rest if ring == "tournaments" else module).partition(".")
            if ring == "matches":
                room, inside = "matches", rest
            steps.append(f"{room:<{_WIDTH}}{inside}{'.' if inside else ''}{name}")

    sys.setprofile(note)
    try:
        yield steps
    finally:
        sys.setprofile(None)
