"""What the machine is at fault for is one line with the way out; what we are at fault for keeps its traceback."""

from __future__ import annotations

import errno
import io
import os
import socket
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, ProgrammingError

from tournaments.management.commands.run import Command as Run
from tournaments.management.commands.run import _probe
from tournaments.project import lan
from tournaments.project.data_directory import secret_key
from tournaments.project.trouble import in_words


def _os_error(number: int, name: str = "/srv/videau/run.lock") -> OSError:
    return OSError(number, os.strerror(number), name)


@pytest.fixture
def _on_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", "matches.database.fair_sqlite")
    monkeypatch.setitem(settings.DATABASES["default"], "NAME", "/srv/videau/videau.sqlite3")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (_os_error(errno.EROFS), "/srv/videau/run.lock: Read-only file system. Give it"),
        (_os_error(errno.EACCES), "/srv/videau/run.lock: Permission denied. Give it"),
        (
            _os_error(errno.EROFS, "/srv/videau/.secret_key.1.ab"),
            "/srv/videau: Read-only file system. Give it",
        ),
        (_os_error(errno.ENOSPC), "The disk is full (/srv/videau/run.lock). Make room"),
        (OSError(errno.ENOSPC, "No space left on device"), "The disk is full. Make room"),
        (ImproperlyConfigured("DATABASE_URL  needs REDIS_URL\n"), "DATABASE_URL needs REDIS_URL"),
        (OperationalError("unable to open database file"), "videau.sqlite3 cannot be opened for writing"),
        (
            OperationalError("attempt to write a readonly database"),
            "videau.sqlite3 cannot be opened for writing",
        ),
        (OperationalError("database or disk is full"), "The disk is full (/srv/videau). Make room"),
        (
            sqlite3.DatabaseError("database disk image is malformed"),
            "is damaged (database disk image is malformed)",
        ),
        (OperationalError("database is locked"), "is busy (database is locked). Try again"),
    ],
)
@pytest.mark.usefixtures("_on_sqlite")
def test_the_machine_is_at_fault(error: Exception, words: str) -> None:
    assert words in in_words(error)
    assert "\n" not in in_words(error)


def test_each_setting_at_fault_has_a_line() -> None:
    error = ImproperlyConfigured("DATABASE_URL needs\tREDIS_URL.\nEMAIL_PORT is no number.")
    assert in_words(error) == "DATABASE_URL needs REDIS_URL.\nEMAIL_PORT is no number."


@pytest.mark.parametrize(
    "error", [KeyError("club"), ProgrammingError("no such column"), OSError(errno.EBADF, "Bad")]
)
@pytest.mark.usefixtures("_on_sqlite")
def test_we_are_at_fault(error: Exception) -> None:
    assert in_words(error) == ""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_a_terminal_of_any_encoding_shows_the_code_for_phones(
    encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(output, encoding=encoding, write_through=True))
    lan.print_qr("http://192.168.1.20:8000/")
    assert output.getvalue().count(b"\n") > 10


def test_any_free_port_is_known_by_its_number() -> None:
    assert _probe("127.0.0.1", 0) > 0


@pytest.mark.parametrize("network", [True, False])
def test_only_an_address_that_phones_can_reach_is_given_to_them(
    network: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Probe(socket.socket):
        def connect(self, _address: Any) -> None:
            if not network:
                raise OSError(errno.ENETUNREACH, "Network is unreachable")

        def getsockname(self) -> Any:
            return ("192.168.1.20", 9)

    monkeypatch.setattr(socket, "socket", Probe)
    monkeypatch.setattr(socket, "gethostbyname_ex", lambda name: (name, [], ["127.0.1.1"]))
    greeting, trouble = io.StringIO(), io.StringIO()
    command = Run(stdout=greeting, stderr=trouble)
    address = command._address(8000, is_lan=True)
    command._greet(address, "", None, is_lan=True, is_demo=False)
    assert f"running at {address}/" in greeting.getvalue()
    code_for_phones = capsys.readouterr().out
    if network:
        assert (address, trouble.getvalue()) == ("http://192.168.1.20:8000", "")
        assert code_for_phones.count("\n") > 10
    else:
        assert address == "http://127.0.0.1:8000"
        assert "No network was found" in trouble.getvalue()
        assert trouble.getvalue().count("\n") == 1
        assert code_for_phones == ""


def test_a_stick_that_knows_no_links_keeps_the_secret_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_source: Path, _target: Path) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    key = secret_key(tmp_path)
    assert len(key) > 40
    assert secret_key(tmp_path) == key
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]
