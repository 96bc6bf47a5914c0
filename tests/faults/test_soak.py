"""A desk that reports, mails, gives tables, shows a screen and is backed up at once meets no locked database."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.effort import is_long
from tests.faults.service import Installation
from tests.postgres_plugin import ROOT


@pytest.mark.service
@pytest.mark.timeout(1800)
def test_reports_beside_mails_tables_screens_and_a_backup_are_all_taken(tmp_path: Path) -> None:
    size = ["--reports", "2000"] if is_long() else ["--reports", "60", "--entrants", "8"]
    installation = Installation(tmp_path / "data").migrate()
    process = subprocess.run(
        [sys.executable, "-m", "bench.reports", *size, "--data", str(installation.data)],
        cwd=ROOT,
        env=installation.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stdout + process.stderr
    assert "a database is locked: 0" in process.stdout
