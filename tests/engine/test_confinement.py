"""The confinement of a program: the files it sees, its limits, and the cleanup after it."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from tests.faults.service import is_alive, wait_until
from tests.postgres_plugin import ROOT
from tournaments.engine import EngineFailed, TookTooLong, confinement
from tournaments.engine.confinement import SandboxLimits, run

MIB = 1024**2
EASY = SandboxLimits(seconds=30, cpu_seconds=20, memory=1024 * MIB, output=MIB)
on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has this limit")


def python(script: str, *, limits: SandboxLimits = EASY, arguments: Sequence[str] = ()) -> str:
    """What a script of Python says in the cage."""
    return run(
        [sys.executable, "-I", "script.py", *arguments],
        files={"script.py": script},
        limits=limits,
        still_at_it=lambda: None,
    )


def with_less(**less: float) -> SandboxLimits:
    most = {"seconds": 30.0, "cpu_seconds": 20, "memory": 1024 * MIB, "output": MIB} | less
    return SandboxLimits(
        seconds=float(most["seconds"]),
        cpu_seconds=int(most["cpu_seconds"]),
        memory=int(most["memory"]),
        output=int(most["output"]),
    )


def grants_a_network() -> bool:
    """Whether a process may have an empty network of its own here."""
    unshare = shutil.which("unshare")
    if unshare is None:
        return False
    process = subprocess.run(  # noqa: S603 - the system's own program
        [unshare, "--user", "--net", "true"], capture_output=True, check=False
    )
    return process.returncode == 0


class TestWhatItSees:
    def test_its_files_in_an_empty_directory_that_goes_with_it(self) -> None:
        output = run(
            [sys.executable, "-I", "script.py"],
            files={"script.py": "import os; print(os.getcwd(), *sorted(os.listdir()))", "match.mat": "é"},
            limits=EASY,
            still_at_it=lambda: None,
        )
        place, *names = output.split()
        assert names == ["match.mat", "output", "script.py"]
        assert not Path(place).exists()

    def test_nothing_of_the_services_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SECRET_KEY", "very secret")
        output = python("import os; print(sorted(os.environ.items()))")
        assert "secret" not in output
        names = {name for name, _ in eval(output)}  # noqa: S307 - the list that our own script printed
        assert names - {"LC_CTYPE"} == {"HOME", "LC_ALL", "PATH", "TMPDIR"}

    def test_no_input(self) -> None:
        assert python("import sys; print(repr(sys.stdin.read()))") == "''\n"

    def test_a_priority_below_everybody_else(self) -> None:
        assert python("import os; print(os.getpriority(os.PRIO_PROCESS, 0))") == "19\n"

    @on_linux
    @pytest.mark.skipif(not grants_a_network(), reason="the kernel grants no network of one's own")
    def test_no_network(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
            with pytest.raises(EngineFailed):
                python(f"import socket; socket.create_connection(('127.0.0.1', {port}), timeout=5)")


class TestWhatItMayUse:
    def test_a_limit_of_the_clock(self) -> None:
        start = time.monotonic()
        with pytest.raises(TookTooLong):
            python("import time; time.sleep(60)", limits=with_less(seconds=0.5))
        assert time.monotonic() - start < 10

    def test_a_limit_of_the_processor(self) -> None:
        with pytest.raises(TookTooLong):
            python("while True: pass", limits=with_less(cpu_seconds=1))

    @on_linux
    def test_a_limit_of_memory(self) -> None:
        script = "kept = bytearray(300 * 1024**2); print('had it')"
        assert python(script) == "had it\n"
        with pytest.raises(EngineFailed):
            python(script, limits=with_less(memory=200 * MIB))

    def test_a_limit_of_what_it_says(self) -> None:
        script = "import os\nwhile True: os.write(1, b'x' * 65536)"
        with pytest.raises(TookTooLong):
            python(script, limits=with_less(output=MIB))

    def test_a_limit_of_what_it_writes_elsewhere(self) -> None:
        # Not in Python, which would take it for an error of the disk.
        with pytest.raises(TookTooLong):
            run(["/bin/sh", "-c", "exec yes > more"], files={}, limits=EASY, still_at_it=lambda: None)

    def test_a_limit_that_the_machine_sets_lower_stays_lower(self) -> None:
        script = "import resource; print(resource.getrlimit(resource.RLIMIT_CORE)[0])"
        assert python(script) == "0\n"


class TestItsEnd:
    def test_an_error_is_a_failure(self) -> None:
        with pytest.raises(EngineFailed):
            python("raise SystemExit(3)")

    def test_a_program_that_is_not_there_is_a_failure(self) -> None:
        with pytest.raises(EngineFailed):
            run(["/nowhere/gnubg"], files={}, limits=EASY, still_at_it=lambda: None)

    def test_words_that_are_no_text_are_read_all_the_same(self) -> None:
        assert python(r"import os; os.write(1, b'caf\xe9')") == "caf\ufffd"

    def test_somebody_is_told_that_it_still_works(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(confinement, "_STILL_AT_IT_EVERY", 0.1)
        times: list[float] = []

        def end_after_three() -> None:
            times.append(time.monotonic())
            if len(times) == 3:
                raise RuntimeError("enough")

        script = "import time; time.sleep(600)"
        with pytest.raises(RuntimeError, match="enough"):
            run([sys.executable, "-c", script], files={}, limits=EASY, still_at_it=end_after_three)
        assert all(later - earlier >= 0.1 for earlier, later in pairwise(times))

    def test_it_ends_with_whoever_asks_no_more(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        note = tmp_path / "pid"

        def lose_heart() -> None:
            wait_until(note.exists, what="the start of the program")
            raise RuntimeError("the database is away")

        script = f"import os, time; open({str(note)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
        monkeypatch.setattr(confinement, "_STILL_AT_IT_EVERY", 0.0)
        with pytest.raises(RuntimeError):
            run([sys.executable, "-c", script], files={}, limits=EASY, still_at_it=lose_heart)
        assert not is_alive(int(note.read_text()))

    @on_linux
    def test_it_dies_with_its_worker(self, tmp_path: Path) -> None:
        note = tmp_path / "pid"
        script = f"import os, time; open({str(note)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
        working = (
            "import sys; from tournaments.engine.confinement import SandboxLimits, run; "
            f"run([sys.executable, '-c', {script!r}], files={{}}, still_at_it=lambda: None, "
            f"limits=SandboxLimits(60, 60, {1024 * MIB}, {MIB}))"
        )
        worker = subprocess.Popen(  # noqa: S603 - our own Python
            [sys.executable, "-c", working], cwd=ROOT, env={**os.environ, "TMPDIR": str(tmp_path)}
        )
        wait_until(lambda: note.exists() and note.read_text() != "", what="the start of the program")
        program = int(note.read_text())
        worker.send_signal(signal.SIGKILL)
        worker.wait()
        wait_until(lambda: not is_alive(program), what="the end of the program")
