"""`./videau test`: all tests of a tier, part by part, and one verdict at the end.

The tests of the databases and those without one run side by side, on all processors of this machine; with `--check` the
checks of `./videau check` run beside them. Tests of services and browsers follow alone, one after another. A failed test
of a service is run once more by itself, and said to be unsteady where it then passes. More than two of them are a fault.

`--long` runs everything: what is left out of a landing, whole properties, and the tests in this process at five other
instants. docs/tests.md says what is in which tier. The exit code says what was found, as `Verdict` does.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from enum import IntEnum
from pathlib import Path
from types import FrameType
from xml.etree import ElementTree as ET

from tests import clock, parts, reports, versions

ROOT = Path(__file__).resolve().parent.parent
REPORTS = ROOT / "data" / "ci"
_FAILURES = REPORTS / "failures.jsonl"
_CHECKS = REPORTS / "checks.txt"
_PREFIX = "videau-test-"
# In memory, what services write through waits for no disk; with less room than this it is left alone.
_MEMORY, _ROOM = Path("/dev/shm"), 4 << 30  # noqa: S108 - a folder of a name of its own is made in it
_FULL = 16 << 20
# A second run proves nothing about more failures than these.
_MOST_UNSTEADY = 2
_SLOWEST = 40
_PATIENCE = 60.0


class Verdict(IntEnum):
    """What a run found, as its exit code; `./videau` ends with `INSTALL` itself."""

    GREEN = 0
    TESTS = 1
    CHECKS = 2
    INSTALL = 3
    COULD_NOT_RUN = reports.COULD_NOT_RUN
    INTERRUPTED = 5
    FILES_LEFT = 6


_WORDS = {
    Verdict.GREEN: "everything holds",
    Verdict.TESTS: "tests failed",
    Verdict.CHECKS: "the checks failed, the tests did not",
    Verdict.COULD_NOT_RUN: "what is to run could not run here",
    Verdict.INTERRUPTED: "interrupted",
    Verdict.FILES_LEFT: "the tests left files in the tree",
}


class Run:
    """A run of the tests with the options that pytest is to have."""

    def __init__(self, options: Sequence[str], *, is_long: bool, temporary: Path) -> None:
        self.options = [*options]
        self.is_long = is_long
        self.temporary = temporary
        self.codes: list[int] = []
        self.unsteady: list[reports.Failure] = []
        self._processes: list[subprocess.Popen[bytes]] = []

    def in_process(self, *, name: str = "tests", **environment: str) -> None:
        """Run the tests that start no service, over all processors."""
        count = processors()
        shares = {parts.SQLITE: max(1, count - count // 3), parts.POSTGRES: max(1, count // 3)}
        processes = [
            f"--tx={share}*popen//env:VIDEAU_TEST_DB={part}//env:{parts.VARIABLE}={part}"
            for part, share in shares.items()
        ]
        self._pytest(name, "--dist=load", *processes, *self.options, **environment)

    def services(self) -> None:
        """Run the tests that start services and browsers, one after another, with nothing beside them."""
        environment = {parts.VARIABLE: parts.SERVICES, "VIDEAU_TEST_DB": "postgres"}
        self._pytest("services", *self.options, **environment)
        failures = [failure for failure in reports.failures_of(_FAILURES) if failure.is_service]
        if not 0 < len(failures) <= _MOST_UNSTEADY:
            return
        own = self.codes.pop()
        for number, failure in enumerate(failures, start=1):
            code = self._pytest(f"again-{number}", failure.test, **environment, **{reports.VARIABLE: ""})
            self.codes.pop()
            if code == 0:
                self.unsteady.append(failure)
        self.codes.append(0 if len(self.unsteady) == len(failures) else own)

    def start(
        self, *command: str, environment: Mapping[str, str], output: Path | None = None
    ) -> subprocess.Popen[bytes]:
        """Start a process of this run; what it prints goes into a file, if one is named.

        Ctrl-C reaches this process alone, which hands it on.
        """
        with output.open("wb") if output else nullcontext() as file:
            process = subprocess.Popen(  # noqa: S603 - our own programs
                command,
                cwd=ROOT,
                env=os.environ | environment,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT if file else None,
                start_new_session=True,
            )
        self._processes.append(process)
        return process

    def end(self) -> None:
        """End what still runs, as Ctrl-C does; what does not listen is killed."""
        for process in self._processes:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
        for process in self._processes:
            try:
                process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)

    def _pytest(self, name: str, *options: str, **environment: str) -> int:
        own = {reports.VARIABLE: str(_FAILURES), "PYTEST_DEBUG_TEMPROOT": str(self.temporary), **environment}
        if self.is_long:
            # A long property run may take an hour where a test usually may take five minutes.
            own["VIDEAU_TEST_LONG"] = "1"
            options = ("--timeout=14400", *options)
        report = f"--junitxml={REPORTS / f'junit-{name}.xml'}"
        command = [sys.executable, "-m", "pytest", report, f"--durations={_SLOWEST}", *options]
        print(f"== {name} ==", flush=True)
        code = self.start(*command, environment=own).wait()
        self.codes.append(code)
        return code

    @property
    def verdict(self) -> Verdict:
        """What the parts found; a part without a test in it does not count beside one with some."""
        codes = {code for code in self.codes if code != _NO_TESTS} or {_NO_TESTS}
        if codes & {_INTERRUPTED, -signal.SIGINT, -signal.SIGTERM}:
            return Verdict.INTERRUPTED
        if codes - {0, Verdict.COULD_NOT_RUN, _NO_TESTS} or len(self.unsteady) > _MOST_UNSTEADY:
            return Verdict.TESTS
        if codes & {Verdict.COULD_NOT_RUN, _NO_TESTS}:
            return Verdict.COULD_NOT_RUN
        return Verdict.GREEN


# Pytest's own codes for an interrupted run and for one without a test.
_INTERRUPTED, _NO_TESTS = 2, 5


def processors() -> int:
    """How many processors this run may use: those of its container, not those of the machine."""
    own = os.environ.get("VIDEAU_TEST_CORES")
    if own:
        return int(own)
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2
    with suppress(OSError, ValueError):
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text().split()
        count = min(count, max(1, int(quota) // int(period)))
    return count


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder for everything that the tests write, in memory where there is room; those of dead runs are removed."""
    roots = [Path(os.environ["PYTEST_DEBUG_TEMPROOT"])] if os.environ.get("PYTEST_DEBUG_TEMPROOT") else []
    if not roots and os.access(_MEMORY, os.W_OK):
        remove_leftovers(_MEMORY)
        if shutil.disk_usage(_MEMORY).free >= _ROOM:
            roots = [_MEMORY]
    root = (roots or [Path(tempfile.gettempdir())])[0]
    remove_leftovers(root)
    folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=root))
    # The server of the tests is not root, and its files lie below.
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def remove_leftovers(root: Path) -> None:
    """Remove the folders of runs whose process is gone, and end the database servers that still work in them."""
    for folder in root.glob(f"{_PREFIX}*-*"):
        number = re.fullmatch(rf"{_PREFIX}(\d+)-\w+", folder.name)
        if number and not Path(f"/proc/{number[1]}").exists():
            for file in folder.rglob("postmaster.pid"):
                # A server that was killed at its start may have left the file empty.
                for number_of_server in map(int, file.read_text().split()[:1]):
                    _end_server(number_of_server, folder=folder)
            shutil.rmtree(folder, ignore_errors=True)


def _end_server(number: int, *, folder: Path) -> None:
    """End the process of this number if its command names the folder."""
    with suppress(FileNotFoundError, ProcessLookupError):
        if str(folder).encode() in Path(f"/proc/{number}/cmdline").read_bytes():
            os.kill(number, signal.SIGQUIT)


def changed_files() -> set[str]:
    """The lines in which git names what differs from the commit; none where there is no git."""
    try:
        process = subprocess.run(
            ["git", "status", "--porcelain"],  # noqa: S607
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        return set()
    return set(process.stdout.splitlines())


def counts() -> Counter[str]:
    """How many tests of this run passed, failed and were skipped, from the reports of its parts."""
    total: Counter[str] = Counter()
    for file in REPORTS.glob("junit-*.xml"):
        if file.name.startswith("junit-again"):
            continue
        try:
            report = ET.parse(file)  # noqa: S314 - pytest has written it
        except ET.ParseError:
            # A part that was killed has written half of its report; its failures stand in their own file.
            continue
        for suite in report.iter("testsuite"):
            number = {name: int(suite.get(name, "0")) for name in ("tests", "failures", "errors", "skipped")}
            total["failed"] += number["failures"] + number["errors"]
            total["skipped"] += number["skipped"]
            total["passed"] += number["tests"] - number["failures"] - number["errors"] - number["skipped"]
    return total


def run(options: Sequence[str], *, is_long: bool, with_checks: bool) -> Verdict:
    """Run every part, print what was found, and return it."""
    shutil.rmtree(REPORTS, ignore_errors=True)
    REPORTS.mkdir(parents=True)
    before, begin = changed_files(), time.monotonic()
    print(versions.line(), flush=True)
    with temporary_folder() as temporary:
        tests = Run(options, is_long=is_long, temporary=temporary)
        checks = tests.start("./videau", "check", environment={}, output=_CHECKS) if with_checks else None
        try:
            tests.in_process()
            if is_long and not options:
                for instant in clock.INSTANTS:
                    tests.in_process(name=f"at-{instant[:16].replace(':', '')}", **{clock.VARIABLE: instant})
            checked = checks.wait() if checks else 0
            if checks:
                print(_CHECKS.read_text(), flush=True)
            tests.services()
            verdict = tests.verdict
        except KeyboardInterrupt:
            tests.end()
            verdict, checked = Verdict.INTERRUPTED, 0
        is_full = shutil.disk_usage(temporary).free < _FULL
    if verdict is Verdict.GREEN and checked:
        verdict = Verdict.CHECKS
    left = changed_files() - before
    if verdict is Verdict.GREEN and left:
        verdict = Verdict.FILES_LEFT
    if verdict is Verdict.TESTS and is_full:
        verdict = Verdict.COULD_NOT_RUN
        print(f"tests: there is no room left in {temporary.parent}")
    _print_findings(tests, left=left if verdict is Verdict.FILES_LEFT else set(), is_checked=not checked)
    total = counts()
    total["failed"] -= len(tests.unsteady)
    total["passed"] += len(tests.unsteady)
    seconds = time.monotonic() - begin
    print(f"load {os.getloadavg()[0]:.1f}, {processors()} processors, {seconds / 60:.1f} minutes")
    print(f"tests: {_WORDS[verdict]}")
    print(f"{total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped", flush=True)
    return verdict


def _print_findings(tests: Run, *, left: set[str], is_checked: bool) -> None:
    """Print the failures once more, at the end, where everybody looks first."""
    unsteady = {failure.test for failure in tests.unsteady}
    for failure in reports.failures_of(_FAILURES):
        print(f"UNSTEADY, passed alone: {failure}" if failure.test in unsteady else failure)
    for line in sorted(left):
        print(f"left in the tree: {line}")
    if not is_checked:
        [summary] = re.findall("^check: failed: .*", _CHECKS.read_text(), re.MULTILINE) or ["check: failed"]
        print(summary)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main(arguments: Sequence[str]) -> int:
    """Run the tests as the arguments say; return the exit code."""
    own = {"--long", "--check"}
    options = [argument for argument in arguments if argument not in own]
    # Some images set it; every process of a test would compile the whole project once more.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # In the background a shell lets its processes ignore Ctrl-C, and those that this one starts would ignore it too.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _interrupt)
    return run(options, is_long="--long" in arguments, with_checks="--check" in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
