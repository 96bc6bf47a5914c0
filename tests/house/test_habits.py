"""The checks of what CONTRIBUTING.md asks of a change."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from textwrap import dedent

import pytest
import yaml

from tests.house.commits import faults
from tests.postgres_plugin import ROOT

BODY = "Who comes late had no line of their own, and the desk looked for one by hand."


def test_the_commit_that_contributing_shows_has_the_shape_it_asks_for() -> None:
    section = (ROOT / "CONTRIBUTING.md").read_text().partition("## What a commit looks like\n")[2]
    example = re.search(r"\n\n((?:    .*\n|\n)+)\n?`pre-commit", section)
    assert example is not None
    assert faults(dedent(example[1])) == []


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ("", "The subject is empty."),
        (f"Give{' way' * 20}\n\n{BODY}", "The subject has 84 characters, more than 72."),
        (f"Let late players in.\n\n{BODY}", "The subject is a heading: it ends without a full stop."),
        (f"let late players in\n\n{BODY}", "The subject begins with a capital letter."),
        (f"Let late players in\n{BODY}", "The second line is empty: it parts the subject from the body."),
        ("Let late players in", "The body says why, what was measured and what was rejected."),
        (
            "Let late players in\n\nSigned-off-by: Somebody With A Long Name Indeed <a@example.org>",
            "The body says why, what was measured and what was rejected.",
        ),
        (
            f"Let late players in\n\n{BODY} {BODY}",
            "A line of the body has 155 characters, more than 120.",
        ),
    ],
)
def test_a_message_without_that_shape_is_told_what_it_lacks(message: str, fault: str) -> None:
    assert fault in faults(message)


@pytest.mark.parametrize(
    "message",
    [
        f"Let late players in\n\n{BODY}\n# Please enter the commit message",
        f"Let late players in\n\n{BODY}\n\nhttps://example.org/{'long/' * 40}",
        'Revert "let late players in."',
    ],
)
def test_what_git_adds_and_a_long_address_are_no_faults(message: str) -> None:
    assert faults(message) == []


def test_the_hook_of_the_message_prints_its_faults(tmp_path: Path) -> None:
    message = tmp_path / "message"
    message.write_text("let late players in\n")
    command = [sys.executable, "-m", "tests.house.commits", str(message)]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 1
    assert answer.stderr.splitlines() == [
        "commit: The subject begins with a capital letter.",
        "commit: The body says why, what was measured and what was rejected.",
    ]


def test_every_hook_is_a_tool_of_the_environment() -> None:
    (repository,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    assert repository["repo"] == "local"
    for hook in repository["hooks"]:
        program, *arguments = hook["entry"].split()
        assert program.startswith(".venv/bin/"), hook["id"]
        assert shutil.which(Path(program).name, path=str(Path(sys.executable).parent)), hook["id"]
        if arguments[:1] == ["manage.py"]:
            assert (ROOT / "manage.py").exists()


def test_the_matrix_begins_with_the_oldest_python_that_is_promised() -> None:
    matrix = tomllib.loads((ROOT / ".ci" / "matrix.toml").read_text())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    versions = [combination["python"] for combination in matrix["combination"]]
    assert f">={versions[0]}" == project["requires-python"]
    assert versions == sorted(versions, key=lambda version: int(version.partition(".")[2]))
    assert {combination["django"] for combination in matrix["combination"]} == {"pinned", "newest"}
    assert [path for path in matrix["short"] if not (ROOT / path).exists()] == []


def test_the_matrix_names_a_combination_that_it_does_not_have() -> None:
    command = [sys.executable, str(ROOT / ".ci" / "matrix"), "3.2", "oldest"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stderr) == (2, "matrix.toml has no combination 3.2 oldest.\n")


@pytest.mark.parametrize(
    "form", sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml")), ids=lambda at: at.stem
)
def test_a_form_for_issues_has_what_such_forms_need(form: Path) -> None:
    content = yaml.safe_load(form.read_text())
    assert {"name", "description", "body"} <= content.keys()
    identifiers = [field["id"] for field in content["body"]]
    assert len(set(identifiers)) == len(identifiers)
    assert all(field["attributes"]["label"] for field in content["body"])
