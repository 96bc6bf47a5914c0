"""Joins the modules of the pages into the one script that a page loads: `python -m tests.js.join` writes it anew.

A phone with a slow line pays for every file, so a page loads one; who installs Videau needs no tool for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODULES = ROOT / "tournaments" / "web" / "scripts"
SCRIPT = ROOT / "tournaments" / "web" / "static" / "videau" / "videau.js"
_ENTRY = "videau"
_HEAD = "// Joined of the modules in tournaments/web/scripts by `./videau fmt`: change those.\n"
_IMPORT = re.compile(r'^import (?:{ (?P<names>[\w, ]+) } from )?"\./(?P<module>\w+)\.js";\n', re.MULTILINE)
# Whole lines alone: what a reader needs stands in the modules, and a phone loads none of it.
_LINE_COMMENT = re.compile(r"^[ ]*//.*\n", re.MULTILINE)
_BLOCK_COMMENT = re.compile(r"^[ ]*/\*\*(?:(?!\*/).)*\*/\n", re.MULTILINE | re.DOTALL)
_EXPORT = re.compile(r"^export (?=const (?P<name>\w+) =)", re.MULTILINE)


def joined() -> str:
    """The modules in the order of their imports, each within a function of its own that answers its exports."""
    parts = (_part(name) for name in dict.fromkeys(_ordered(_ENTRY, ())))
    return _HEAD + '"use strict";\n\n(() => {\n' + "\n".join(parts) + "})();\n"


def _ordered(name: str, above: tuple[str, ...]) -> Iterator[str]:
    """A module behind everything that it imports."""
    if name in above:
        circle = " -> ".join((*above, name))
        message = f"these modules import each other: {circle}"
        raise ValueError(message)
    for match in _IMPORT.finditer(_text(name)):
        yield from _ordered(match["module"], (*above, name))
    yield name


def _part(name: str) -> str:
    text = _text(name)
    rest = _IMPORT.sub(
        lambda match: f"const {{ {match['names']} }} = {match['module']}Module;\n" if match["names"] else "",
        text,
    )
    exports = [match["name"] for match in _EXPORT.finditer(rest)]
    plain = _LINE_COMMENT.sub("", _BLOCK_COMMENT.sub("", _EXPORT.sub("", rest)))
    body = re.sub(r"\n{2,}", "\n", plain).strip("\n")
    answer = f"\nreturn {{ {', '.join(exports)} }};" if exports else ""
    return f"// ---- {name}.js ----\nconst {name}Module = (() => {{\n{body}{answer}\n}})();\n"


def _text(name: str) -> str:
    return (MODULES / f"{name}.js").read_text()


if __name__ == "__main__":
    SCRIPT.write_text(joined())
