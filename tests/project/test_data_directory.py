"""What lies in the data directory is for nobody else to read, and nothing half-done stays in it."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.mail import EmailMessage

from tests.postgres_plugin import ROOT
from tournaments.management.commands.run import service_lock
from tournaments.project.data_directory import data_directory, secret_key
from tournaments.project.mail import PrivateFileBackend


def _mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.mark.parametrize("is_old", [False, True])
def test_the_lock_and_the_key_are_private_also_where_the_directory_is_not(
    tmp_path: Path, *, is_old: bool
) -> None:
    tmp_path.chmod(0o755)
    lock = tmp_path / "run.lock"
    if is_old:
        # As releases before 0.2.0 left it.
        lock.touch()
        lock.chmod(0o644)
    secret_key(tmp_path)
    service_lock(tmp_path).close()
    assert {path.name: _mode(path) for path in tmp_path.iterdir()} == {"run.lock": 0o600, "secret_key": 0o600}


def test_a_directory_that_is_made_is_private(tmp_path: Path) -> None:
    assert _mode(data_directory(str(tmp_path / "data"), base=tmp_path)) == 0o700


def test_mail_that_lies_in_files_is_private_whatever_made_the_directory_above(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    mail = tmp_path / "mail"
    mail.mkdir(mode=0o755)
    before = os.umask(0o022)
    try:
        backend = PrivateFileBackend(file_path=str(mail))
        for subject in ("Your private link", "Your code"):
            backend.send_messages([EmailMessage(subject, "https://example.org/l/", to=["ann@example.org"])])
    finally:
        os.umask(before)
    [file] = mail.iterdir()
    assert (_mode(mail), _mode(file)) == (0o700, 0o600)
    assert "Your code" in file.read_text()


def test_mail_goes_into_these_files_where_no_server_is_set() -> None:
    words = {**os.environ, "EMAIL_URL": ""}
    backend = subprocess.run(
        [sys.executable, "-c", "from tournaments.project import settings; print(settings.EMAIL_BACKEND)"],
        env=words,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert backend.stdout.strip() == "tournaments.project.mail.PrivateFileBackend"


def test_a_full_disk_leaves_no_draft_of_the_key(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            secret_key(tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list(tmp_path.iterdir()) == []
    assert len(secret_key(tmp_path)) >= 64
