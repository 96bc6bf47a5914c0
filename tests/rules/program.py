"""The command line of the rules as a program of its own, and as a call in this process."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from rules.commands import main

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "rules")


def environment(**variables: str) -> dict[str, str]:
    """This environment without a locale of its own, with these variables."""
    outer = {
        name: value for name, value in os.environ.items() if name not in {"LC_ALL", "LC_MESSAGES", "LANG"}
    }
    return {**outer, "COLUMNS": "80", **variables}


def run(
    *arguments: str, data: bytes = b"", variables: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the program with this standard input and answer what became of it."""
    return subprocess.run(  # noqa: S603 - the project's own program
        [*COMMAND, *arguments],
        cwd=ROOT,
        input=data,
        env=environment(**(variables or {})),
        capture_output=True,
        timeout=60,
        check=False,
    )


def call(*arguments: str) -> tuple[int, str, str]:
    """Run the program in this process: its exit code and what it wrote to either stream."""
    out, err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(arguments)
    out.seek(0)
    return code, out.read(), err.getvalue()


def feed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Let these bytes be the standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        """It is."""
        return True
