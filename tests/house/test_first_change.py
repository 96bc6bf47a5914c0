"""docs/first-change.md can be followed: what it says is done here, in a copy of the tree."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.postgres_plugin import ROOT

_TREE = ("manage.py", "pyproject.toml", "matches", "rules", "templates", "tests", "tournaments")


@pytest.mark.long_only
def test_the_format_of_the_page_keeps_the_promises_of_every_format(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "first-change.md").read_text()
    files = dict(re.findall(r"`(tournaments/\S+\.py)`:\n\n```python\n(.*?)```", page, re.DOTALL))
    assert sorted(Path(name).name for name in files) == ["__init__.py", "format.py", "words.py"]
    for name in _TREE:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(
                source,
                tmp_path / name,
                # Compiled files go along: a copied file keeps its time and size, by which they are known to fit.
                ignore=shutil.ignore_patterns("dumps", "data", "node_modules"),
            )
        else:
            shutil.copy(source, tmp_path / name)
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
    command = re.search(r"    \./videau test (tests/formats/test_contract\.py -k neighbours)\n", page)
    assert command is not None
    environment = {
        **os.environ,
        "VIDEAU_TEST_DB": "sqlite",
        "VIDEAU_TEST_PART": "",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    answer = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *command[1].split()],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stdout
    assert int(re.search(r"(\d+) passed", answer.stdout)[1]) > 20  # type: ignore[index]
