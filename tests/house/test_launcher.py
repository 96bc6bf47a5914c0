"""`./videau` says in one line what is missing, and leaves nothing half-made; installing fails with a code of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.postgres_plugin import ROOT

_TOOLS = (
    "sh",
    "cat",
    "cksum",
    "dirname",
    "grep",
    "mkdir",
    "rm",
    "tail",
    "chmod",
    "cp",
    "mktemp",
    "od",
    "tr",
    "find",
    "diff",
    "env",
)
# Stands for an interpreter that is new enough, has venv, and makes environments of itself.
_PYTHON = """#!/bin/sh
case "$*" in
    *version_info*) {version} ;;
    --version) {version_output} ;;
    *ensurepip*) {venv} ;;
    "-m venv .venv") mkdir -p .venv/bin && cp "$0" .venv/bin/python && {creation} ;;
    "-m pip --version") [ -x .venv/bin/python ] ;;
    "-m pip install"*) echo "{complaint}" >&2; {installation} ;;
    *) exit 0 ;;
esac
"""


def launch(
    place: Path,
    *,
    version: str = "exit 0",
    version_output: str = "echo Python 3.9.2",
    venv: str = "exit 0",
    creation: str = "exit 0",
    installation: str = "exit 0",
    complaint: str = "ERROR: No matching distribution found for django",
    command: str = "run",
) -> subprocess.CompletedProcess[str]:
    """Start a copy of the launcher where the only Python is one that behaves like this."""
    tools = place / "bin"
    tools.mkdir(parents=True)
    for tool in _TOOLS:
        path = shutil.which(tool)
        assert path is not None
        (tools / tool).symlink_to(path)
    python = tools / "python3"
    python.write_text(
        _PYTHON.format(
            version=version,
            version_output=version_output,
            venv=venv,
            creation=creation,
            installation=installation,
            complaint=complaint,
        )
    )
    python.chmod(0o755)
    for name in ("videau", "requirements.txt", "requirements-dev.txt"):
        shutil.copy(ROOT / name, place / name)
    return subprocess.run(
        [place / "videau", command],
        env={"PATH": str(tools), "HOME": str(place)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_an_old_python_is_named(tmp_path: Path) -> None:
    process = launch(tmp_path, version="exit 1")
    assert process.returncode == 3
    assert process.stderr == (
        "videau: Python 3.11 or newer is needed, and there is Python 3.9.2. "
        "On Debian: apt install python3 python3-venv\n"
    )


def test_python_2_says_its_version_where_errors_go(tmp_path: Path) -> None:
    process = launch(tmp_path, version="exit 1", version_output="echo Python 2.7.18 >&2")
    assert (process.returncode, process.stderr.count("\n")) == (3, 1)
    assert "there is Python 2.7.18." in process.stderr


def test_without_a_network_the_network_is_named(tmp_path: Path) -> None:
    complaint = "WARNING: Retrying: NewConnectionError: Temporary failure in name resolution"
    process = launch(tmp_path, installation="exit 1", complaint=complaint)
    assert process.returncode == 3
    assert "there is no network" in process.stderr.splitlines()[-1]
    assert not (tmp_path / ".venv").exists()


def test_a_python_without_venv_is_named(tmp_path: Path) -> None:
    process = launch(tmp_path, venv="exit 1")
    assert process.returncode == 3
    assert process.stderr == "videau: Python's venv module is missing. On Debian: apt install python3-venv\n"
    assert not (tmp_path / ".venv").exists()


def test_an_environment_that_cannot_be_made_is_removed(tmp_path: Path) -> None:
    process = launch(tmp_path, creation="{ echo 'No space left on device' >&2; exit 1; }")
    assert process.returncode == 3
    assert process.stderr == "videau: The environment could not be made: No space left on device\n"
    assert not (tmp_path / ".venv").exists()


def test_libraries_that_cannot_be_installed_leave_no_environment(tmp_path: Path) -> None:
    process = launch(tmp_path, installation="exit 1")
    assert process.returncode == 3
    lines = process.stderr.splitlines()
    assert lines[-1] == (
        "videau: The libraries could not be installed. ERROR: No matching distribution found for django"
    )
    assert len(lines) == 2
    assert not (tmp_path / ".venv").exists()


def test_a_check_without_node_says_what_it_did_not_run(tmp_path: Path) -> None:
    process = launch(tmp_path, command="check")
    assert "scripts ... not run: no node\n" in process.stdout
    assert "lint ... ok" in process.stdout


def test_an_installed_environment_is_used_as_it_is(tmp_path: Path) -> None:
    first = launch(tmp_path)
    assert (first.returncode, first.stderr.count("\n")) == (0, 1)
    assert (tmp_path / ".venv" / "requirements.txt.stamp").exists()
    again = subprocess.run(
        [tmp_path / "videau", "run"],
        env={"PATH": str(tmp_path / "bin"), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (again.returncode, again.stderr) == (0, "")


def test_older_libraries_in_a_checkout_that_cannot_be_written_are_one_line() -> None:
    # Below the folders of a run of pytest nobody else may look.
    with TemporaryDirectory(prefix="videau-test-") as directory:
        place = Path(directory)
        launch(place)
        (place / "requirements.txt").write_text("django==1\n")
        for folder in (place, place / ".venv"):
            folder.chmod(0o555)
        try:
            process = subprocess.run(
                [place / "videau", "run"],
                env={"PATH": str(place / "bin"), "HOME": directory},
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
                # Whoever may do everything may write everywhere.
                user="nobody" if os.geteuid() == 0 else None,
            )
        finally:
            for folder in (place, place / ".venv"):
                folder.chmod(0o755)
    assert (process.returncode, process.stdout, process.stderr.count("\n")) == (3, "", 1)
    assert f"{place} cannot be written" in process.stderr


@pytest.mark.parametrize("arguments", [[], ["--help"]])
def test_help_needs_no_environment(tmp_path: Path, arguments: list[str]) -> None:
    shutil.copy(ROOT / "videau", tmp_path / "videau")
    process = subprocess.run(
        [tmp_path / "videau", *arguments],
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert process.returncode == 0
    assert "./videau COMMAND" in process.stdout
    assert not (tmp_path / ".venv").exists()
