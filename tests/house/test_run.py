"""`./videau test` says what it found: each failure at once, one verdict, and a code of its own for each kind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests import clock, ports, reports, run
from tests.postgres_plugin import ROOT
from tests.run import Run, Verdict

_FAILURE = reports.Failure("tests/faults/test_a.py::test_b", "postgres", "setup", 3.25, 2.5, is_service=True)


def _pytest(folder: Path, tests: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run tests of one file with the plugins of this project."""
    (folder / "test_one.py").write_text(f"import pytest\n\n\n{tests}")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-c",
        str(ROOT / "pyproject.toml"),
        "-q",
        str(folder / "test_one.py"),
    ]
    variables = {"VIDEAU_TEST_DB": "sqlite", "VIDEAU_TEST_PART": "", "CI": "", **environment}
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_XDIST")}
    return subprocess.run(
        command, cwd=ROOT, env=inherited | variables, capture_output=True, text=True, check=False
    )


def test_a_failure_is_printed_and_written_the_moment_it_happens(tmp_path: Path) -> None:
    file = tmp_path / "failures.jsonl"
    process = _pytest(tmp_path, "def test_one():\n    assert 1 == 2\n", **{reports.VARIABLE: str(file)})
    assert process.returncode == 1
    [failure] = reports.failures_of(file)
    assert (failure.database, failure.when, failure.is_service) == ("sqlite", "call", False)
    assert f"\n{failure}\n" in process.stderr
    assert str(failure).startswith("FAILED ")
    assert "::test_one [sqlite] after 0.0 s at load" in str(failure)


def test_what_cannot_run_is_counted_and_no_green_run_hides_it_in_continuous_integration(
    tmp_path: Path,
) -> None:
    test = 'def test_one():\n    pytest.skip("no Redis: redis-server is not on the path")\n'
    process = _pytest(tmp_path, test, CI="true")
    assert process.returncode == Verdict.COULD_NOT_RUN
    assert "not run: 1 (no Redis: redis-server is not on the path)" in process.stdout


def test_only_public_records_and_gnu_backgammon_may_be_missing() -> None:
    assert not reports.is_fault("the public records are not at hand: set VIDEAU_RECORDS to their folder")
    assert not reports.is_fault("no GNU Backgammon: gnubg is not on the path")
    assert reports.is_fault("no PostgreSQL: it does not start")


@pytest.mark.parametrize(
    ("codes", "unsteady", "verdict"),
    [
        ([0, 0], 0, Verdict.GREEN),
        # A part without a test of those that were asked for.
        ([0, 5], 0, Verdict.GREEN),
        ([5, 5], 0, Verdict.COULD_NOT_RUN),
        ([0, 1], 0, Verdict.TESTS),
        # An error of pytest itself, and a process that was killed.
        ([0, 3], 0, Verdict.TESTS),
        ([-9, 0], 0, Verdict.TESTS),
        ([4, 0], 0, Verdict.COULD_NOT_RUN),
        ([1, 4], 0, Verdict.TESTS),
        ([2, 0], 0, Verdict.INTERRUPTED),
        ([0, 0], 2, Verdict.GREEN),
        ([0, 0], 3, Verdict.TESTS),
    ],
)
def test_a_verdict_is_that_of_the_worst_part(
    tmp_path: Path, codes: list[int], unsteady: int, verdict: Verdict
) -> None:
    one = Run([], is_long=False, temporary=tmp_path)
    one.codes, one.unsteady = codes, [_FAILURE] * unsteady
    assert one.verdict is verdict


def test_every_verdict_has_words_and_a_code_of_its_own() -> None:
    assert set(run._WORDS) == set(Verdict) - {Verdict.INSTALL}
    assert sorted(Verdict) == list(range(len(Verdict)))
    launcher, gate = (ROOT / "videau").read_text(), (ROOT / ".ci" / "run").read_text()
    assert f"exit {Verdict.INSTALL:d}" in launcher
    assert f"exit {Verdict.INSTALL:d}" in gate


def test_the_folders_of_dead_runs_are_removed_and_those_of_the_living_stay(tmp_path: Path) -> None:
    process = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, text=True, check=True
    )
    dead = tmp_path / f"videau-test-{process.stdout.strip()}-abcdefgh"
    others = [tmp_path / f"videau-test-{os.getpid()}-abcdefgh", tmp_path / "videau-test-abcdefgh"]
    for folder in (dead, *others):
        folder.mkdir()
    server = dead / "postgres"
    server.mkdir()
    killed_at_its_start = dead / "other"
    killed_at_its_start.mkdir()
    (killed_at_its_start / "postmaster.pid").touch()
    # A process in the background may have been told to ignore this signal, which a database server is not.
    script = "import signal; signal.signal(signal.SIGQUIT, signal.SIG_DFL); print(flush=True); signal.pause()"
    sleep = [sys.executable, "-c", script, str(server)]
    with subprocess.Popen(sleep, stdout=subprocess.PIPE) as still_there:
        assert still_there.stdout is not None
        still_there.stdout.readline()
        (server / "postmaster.pid").write_text(f"{still_there.pid}\n{server}\n")
        run.remove_leftovers(tmp_path)
        assert still_there.wait(60) == -signal.SIGQUIT
    assert not dead.exists()
    assert all(folder.exists() for folder in others)


def test_half_a_report_of_a_part_that_was_killed_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "REPORTS", tmp_path)
    whole = '<testsuites><testsuite tests="5" failures="1" errors="1" skipped="1"/></testsuites>'
    (tmp_path / "junit-tests.xml").write_text(whole)
    (tmp_path / "junit-services.xml").write_text(whole[:30])
    assert run.counts() == {"passed": 2, "failed": 2, "skipped": 1}


def test_the_processors_are_those_that_this_run_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIDEAU_TEST_CORES", "7")
    assert run.processors() == 7
    monkeypatch.delenv("VIDEAU_TEST_CORES")
    assert 1 <= run.processors() <= (os.cpu_count() or 1)


def test_a_port_is_given_to_one_process_alone() -> None:
    port = ports.free_port(count=2)
    ask = f"from tests import ports; ports._position = {port - ports._FIRST}; print(ports.free_port(count=2))"
    process = subprocess.run(
        [sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert int(process.stdout) >= port + 2


def test_every_test_begins_at_the_same_instant_and_its_clock_goes_on() -> None:
    from django.utils import timezone

    first = timezone.now()
    assert 0 <= (first - clock.instant()).total_seconds() < 300
    assert timezone.now() > first
    clock.go_on_from(first.timestamp() + 600)
    assert 599 < (timezone.now() - first).total_seconds() < 900
