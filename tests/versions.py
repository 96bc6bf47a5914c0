"""The versions of the programs that a run of the tests measures with."""

from __future__ import annotations

import platform
import re
import shutil
import sqlite3
import subprocess
from importlib.metadata import PackageNotFoundError, version

from tests import migrated, nginx, postgres_plugin

_NUMBER = re.compile(r"\d+(?:\.\d+)+")


def line() -> str:
    """All of them in one line; a program that is not here is named as missing."""
    debian = "/usr/sbin"
    postgres = shutil.which("postgres", path=migrated.path_of_programs())
    programs = {
        "Chromium": postgres_plugin.chromium(),
        "Redis": shutil.which("redis-server"),
        "PgBouncer": shutil.which("pgbouncer") or shutil.which("pgbouncer", path=debian),
        "nginx": nginx.nginx(),
        "PostgreSQL": postgres,
        "Node": shutil.which("node"),
    }
    versions = {"Python": platform.python_version(), "SQLite": sqlite3.sqlite_version}
    versions |= {name: _version_of(program) for name, program in programs.items()}
    try:
        versions["tzdata"] = version("tzdata")
    except PackageNotFoundError:
        versions["tzdata"] = "of the system"
    return ", ".join(f"{name} {number}" for name, number in versions.items()) + f", {_fonts()} fonts"


def _version_of(program: str | None) -> str:
    if program is None:
        return "missing"
    flag = "-v" if program.endswith("nginx") else "--version"
    process = subprocess.run([program, flag], capture_output=True, text=True, check=False)  # noqa: S603
    number = _NUMBER.search(process.stdout + process.stderr)
    return number[0] if number else "unknown"


def _fonts() -> int:
    program = shutil.which("fc-list")
    if program is None:
        return 0
    process = subprocess.run([program], capture_output=True, text=True, check=False)  # noqa: S603
    return len(process.stdout.splitlines())
