"""Files of a PostgreSQL database: dumps made and read by the programs that come with PostgreSQL."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db.backends.base.base import BaseDatabaseWrapper

# How a plain dump begins, and what stands last in it when it is whole.
_PLAIN = b"-- PostgreSQL database dump"
_END = b"-- PostgreSQL database dump complete"
_CUSTOM = b"PGDMP"


def dump(connection: BaseDatabaseWrapper, file: Path) -> None:
    """Write a dump of the current database: plain SQL for a name that ends in .sql, else the custom format."""
    form = "plain" if file.suffix == ".sql" else "custom"
    draft = file.with_name(f".{file.name}.draft")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    options = ["--no-owner", "--no-privileges", f"--format={form}", f"--file={draft}"]
    try:
        _run("pg_dump", [*options, _name(connection)], connection)
        draft.rename(file)
    finally:
        draft.unlink(missing_ok=True)


def fault_of(file: Path) -> str:
    """Return the error in a dump; empty if it can be read to its end."""
    if _is_plain(file):
        with file.open("rb") as stream:
            stream.seek(max(0, file.stat().st_size - 4096))
            return "" if _END in stream.read() else "its end is missing"
    if not is_dump(file):
        return "it is no dump of PostgreSQL"
    process = subprocess.run(  # noqa: S603 - a program of PostgreSQL, without a shell
        [_program("pg_restore"), "--file=/dev/null", str(file)], capture_output=True, text=True, check=False
    )
    return _reason(process.stderr) if process.returncode else ""


def is_dump(file: Path) -> bool:
    """Whether the first bytes of a file are those of a dump."""
    with file.open("rb") as stream:
        return stream.read(len(_CUSTOM)) == _CUSTOM or _is_plain(file)


def load(connection: BaseDatabaseWrapper, file: Path, *, name: str) -> None:
    """Read a dump into an empty database of this name, in one transaction."""
    options = ["--single-transaction", f"--dbname={name}"]
    if _is_plain(file):
        _run(
            "psql",
            ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", *options, f"--file={file}"],
            connection,
        )
    else:
        _run("pg_restore", ["--no-owner", "--no-privileges", *options, str(file)], connection)


def _is_plain(file: Path) -> bool:
    with file.open("rb") as stream:
        return _PLAIN in stream.read(512)


def _name(connection: BaseDatabaseWrapper) -> str:
    return str(connection.settings_dict["NAME"])


def _run(program: str, options: list[str], connection: BaseDatabaseWrapper) -> None:
    process = subprocess.run(  # noqa: S603 - a program of PostgreSQL, without a shell
        [_program(program), "--no-password", *options],
        env=os.environ | _access(connection),
        capture_output=True,
        text=True,
        check=False,
    )
    if process.returncode:
        raise CommandError(f"{program} failed: {_reason(process.stderr)}")


def _access(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """Return the environment with the connection settings, so that no password appears in the process list."""
    values: dict[str, Any] = connection.get_connection_params()
    names = {
        "host": "PGHOST",
        "port": "PGPORT",
        "user": "PGUSER",
        "password": "PGPASSWORD",
        "sslmode": "PGSSLMODE",
    }
    return {variable: str(values[name]) for name, variable in names.items() if values.get(name)}


def _program(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise CommandError(f"The program {name} is missing. On Debian: apt install postgresql-client")
    return path


def _reason(text: str) -> str:
    """Return the first error of a PostgreSQL program with its detail, in one line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    first = next((number for number, line in enumerate(lines) if "error" in line.lower()), 0)
    return " ".join(lines[first : first + 2]) or "no reason given"
