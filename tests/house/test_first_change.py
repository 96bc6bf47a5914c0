"""The pages for newcomers can be followed: what they say is done here, in a copy of the tree."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import indent

import pytest

from tests.postgres_plugin import ROOT

_TREE = ("manage.py", "pyproject.toml", "matches", "rules", "templates", "tests", "tournaments")
_CHANGE = (ROOT / "docs" / "first-change.md").read_text()
_SETTING = (ROOT / "docs" / "first-setting.md").read_text()
_BLOCK = r":\n\n```\w+\n(.*?)```"
_NEW_FILE = re.compile(rf"^`(\S+\.py)`{_BLOCK}", re.DOTALL | re.MULTILINE)
# In a file, above or below a line of it and as far to the right.
_PLACE = re.compile(rf"^In `(\S+\.py)`, (above|below) `(.+?)`{_BLOCK}", re.DOTALL | re.MULTILINE)


def _copy(target: Path) -> Path:
    for name in _TREE:
        source = ROOT / name
        if source.is_dir():
            # Compiled files go along: a copied file keeps its time and size, by which they are known to fit.
            shutil.copytree(
                source, target / name, ignore=shutil.ignore_patterns("dumps", "data", "node_modules")
            )
        else:
            shutil.copy(source, target / name)
    return target


def _run(tree: Path, *command: str) -> str:
    """Return what Python says to a command in the copy, which succeeds."""
    environment = {
        **os.environ,
        "VIDEAU_TEST_DB": "sqlite",
        "VIDEAU_TEST_PART": "",
        "VIDEAU_DATA": str(tree / "data"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    answer = subprocess.run(
        [sys.executable, *command], cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return answer.stdout


def _translate(tree: Path, page: str) -> None:
    """Add the texts that the catalogue lacks, give the French of the page, and compile; nothing is left to say."""
    _run(tree, "manage.py", "translations", "--add", "fr")
    catalogue = tree / "tournaments/locale/fr/LC_MESSAGES/django.po"
    [words] = re.findall(r"```po\n(.*?)```", page, re.DOTALL)
    text = catalogue.read_text()
    for entry, line in re.findall(r"(msgid .+\n)(msgstr .+)", words):
        assert text.count(f'{entry}msgstr ""\n') == 1, entry
        text = text.replace(f'{entry}msgstr ""\n', f"{entry}{line}\n")
    catalogue.write_text(text)
    _run(tree, "manage.py", "translations")


@pytest.mark.long_only
def test_the_format_of_the_page_keeps_the_promises_of_every_format(tmp_path: Path) -> None:
    files = dict(_NEW_FILE.findall(_CHANGE))
    assert sorted(Path(name).name for name in files) == ["__init__.py", "format.py", "words.py"]
    _copy(tmp_path)
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
    _translate(tmp_path, _CHANGE)
    command = re.search(r"    \./videau test (tests/formats/test_contract\.py -k neighbours)\n", _CHANGE)
    assert command is not None
    output = _run(tmp_path, "-m", "pytest", "-q", *command[1].split())
    assert int(re.search(r"(\d+) passed", output)[1]) > 20  # type: ignore[index]


def test_the_page_of_a_setting_names_nine_files_and_one_place_in_each() -> None:
    places = _PLACE.findall(_SETTING)
    for name, _side, line, _block in places:
        lines = [text.strip() for text in (ROOT / name).read_text().splitlines()]
        assert lines.count(line) == 1, (name, line)
    # Besides these: the migration, the two files of the French, and the changelog.
    assert len({name for name, *_ in places} | dict(_NEW_FILE.findall(_SETTING)).keys()) + 4 == 9


@pytest.mark.long_only
def test_the_setting_of_the_page_is_ticked_on_a_page_and_changed_over_the_api(tmp_path: Path) -> None:
    _copy(tmp_path)
    for name, side, line, block in _PLACE.findall(_SETTING):
        lines = (tmp_path / name).read_text().splitlines(keepends=True)
        [at] = [number for number, text in enumerate(lines) if text.strip() == line]
        margin = " " * (len(lines[at]) - len(lines[at].lstrip()))
        lines.insert(at + (side == "below"), indent(block, margin))
        (tmp_path / name).write_text("".join(lines))
    for name, content in _NEW_FILE.findall(_SETTING):
        (tmp_path / name).write_text(content)
    for command in re.findall(r"^    \./videau (makemigrations .*)$", _SETTING, re.MULTILINE):
        _run(tmp_path, "manage.py", *command.split())
    _translate(tmp_path, _SETTING)
    tests = re.search(r"^    \./videau test (.+)$", _SETTING, re.MULTILINE)
    assert tests is not None
    assert " passed" in _run(tmp_path, "-m", "pytest", "-q", *tests[1].split())
    _run(tmp_path, "manage.py", "makemigrations", "--check", "--dry-run")
