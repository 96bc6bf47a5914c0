"""The one script of the pages is what its modules say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.js import join

_LONGEST = 500


def test_the_script_is_joined_of_its_modules() -> None:
    assert join.SCRIPT.read_text() == join.joined(), "run `./videau fmt`"


def test_every_module_is_in_the_script_once() -> None:
    script = join.SCRIPT.read_text()
    for module in join.MODULES.glob("*.js"):
        assert script.count(f"// ---- {module.name} ----") == 1, module.name
    assert not re.search(r"^\s*(?:import|export)\b", script, re.MULTILINE)


def test_a_module_is_short() -> None:
    lines = {module.name: len(module.read_text().splitlines()) for module in join.MODULES.glob("*.js")}
    assert max(lines.values()) <= _LONGEST, lines


def test_modules_that_import_each_other_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "videau.js").write_text('import "./one.js";\n')
    (tmp_path / "one.js").write_text('import { two } from "./two.js";\nexport const one = two;\n')
    (tmp_path / "two.js").write_text('import { one } from "./one.js";\nexport const two = one;\n')
    monkeypatch.setattr(join, "MODULES", tmp_path)
    with pytest.raises(ValueError, match="one -> two -> one"):
        join.joined()
