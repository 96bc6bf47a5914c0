"""No code outside a format's folder compares its code; it asks for abilities."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tournaments.formats import FORMATS

ROOT = Path(__file__).resolve().parents[2]
_A_CODE = re.compile(rf"[\"'](?:{'|'.join(FORMATS)})[\"']")


def _comparisons(path: Path) -> Iterator[str]:
    """Yield where a file compares something with the code of a format, or holds a set of such codes."""
    text = path.read_text()
    # A file without a code in it need not be parsed.
    for node in ast.walk(ast.parse(text)) if _A_CODE.search(text) else ():
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            codes = [side for side in sides if isinstance(side, ast.Constant) and side.value in FORMATS]
            if codes and any("format" in ast.unparse(side) for side in sides):
                yield f"{path.relative_to(ROOT)}:{node.lineno}"
        elif isinstance(node, ast.Set):
            values = [element.value for element in node.elts if isinstance(element, ast.Constant)]
            if values and set(values) <= set(FORMATS):
                yield f"{path.relative_to(ROOT)}:{node.lineno}"


def test_no_code_of_a_format_is_compared_outside_its_folder() -> None:
    places = [
        place
        for path in sorted((ROOT / "tournaments").rglob("*.py"))
        if not path.is_relative_to(ROOT / "tournaments" / "formats")
        for place in _comparisons(path)
    ]
    assert places == []


def test_no_template_compares_the_code_of_a_format() -> None:
    codes = "|".join(FORMATS)
    places = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "templates").rglob("*.html"))
        if re.search(rf"(format|code) ?[!=]= ?[\"']({codes})[\"']", path.read_text())
    ]
    assert places == []
