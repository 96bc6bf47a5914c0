"""Tells what a run finds: each failure at once, what could not run, and where the time went.

Every failed test is printed on the terminal the moment it fails, and written as a line of JSON into the file that
`VIDEAU_TEST_FAILURES` names. Under `CI=true` a test that cannot run for lack of a program is a failure.
"""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Generator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest

from tests import parts

VARIABLE = "VIDEAU_TEST_FAILURES"
# What a machine may lack even where everything is to be run, by the first words of the reason.
_MAY_LACK = ("the public records", "no GNU Backgammon")
# The exit code of a run that was green but for tests that could not run.
COULD_NOT_RUN = 4
_FOLDERS = 12

# The terminal itself: pytest redirects file 2 while tests run, and has not done so yet.
_terminal = os.dup(2)
_seconds: defaultdict[str, float] = defaultdict(float)


@dataclass(frozen=True, slots=True)
class Failure:
    """A failed test: where and how, after how many seconds, and the load of the machine then."""

    test: str
    database: str
    when: str
    seconds: float
    load: float
    is_service: bool

    def __str__(self) -> str:
        place = f" in {self.when}" if self.when != "call" else ""
        return (
            f"FAILED {self.test} [{self.database}]{place} after {self.seconds:.1f} s at load {self.load:.1f}"
        )


def failures_of(file: Path) -> list[Failure]:
    """The failures that runs have written into a file, each test once."""
    if not file.exists():
        return []
    failures = [Failure(**json.loads(line)) for line in file.read_text().splitlines()]
    return list({(failure.test, failure.database): failure for failure in failures}.values())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Name the database of a failure, because both run the same tests side by side."""
    report = yield
    if report.failed:
        from tests.postgres_plugin import database_key

        kind = item.config.stash[database_key].kind
        report.sections.append(("database", kind))
        failure = Failure(
            test=item.nodeid,
            database=kind,
            when=report.when,
            seconds=round(call.duration, 2),
            load=round(os.getloadavg()[0], 2),
            is_service=parts.is_service(item),
        )
        # What a report holds comes whole from the process of the test to the one that prints.
        report.user_properties.append(("failure", asdict(failure)))
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up the seconds of each folder, and print a failure where this process leads the run."""
    _seconds[report.nodeid.split("/")[1] if report.nodeid.count("/") > 1 else "tests"] += report.duration
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    for name, value in report.user_properties:
        if name == "failure" and isinstance(value, dict):
            _tell(Failure(**value))


def _tell(failure: Failure) -> None:
    os.write(_terminal, f"\n{failure}\n".encode())
    file = os.environ.get(VARIABLE)
    if file:
        with Path(file).open("a") as lines:
            lines.write(f"{json.dumps(asdict(failure))}\n")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: Any) -> Generator[None]:
    """Print the seconds of each folder, and right above the closing line what could not run and why."""
    yield
    if _seconds:
        terminalreporter.section("seconds of tests by folder")
        rows = sorted(_seconds.items(), key=lambda row: -row[1])
        words = [f"{folder} {seconds:.0f}" for folder, seconds in rows[:_FOLDERS]]
        terminalreporter.line(", ".join(words))
    terminalreporter.section("could not run here")
    reasons = _reasons(terminalreporter)
    for reason, count in reasons.most_common():
        terminalreporter.line(f"not run: {count} ({reason})")
    if not reasons:
        terminalreporter.line("nothing: every test had what it needs")


def _reasons(terminalreporter: Any) -> Counter[str]:
    """How many tests did not run, by reason."""
    reasons: Counter[str] = Counter()
    for report in terminalreporter.stats.get("skipped", []):
        longrepr = report.longrepr
        words = longrepr[2] if isinstance(longrepr, tuple) else str(longrepr)
        reasons[words.removeprefix("Skipped: ")] += 1
    return reasons


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let no green run hide tests that could not run, where every program is to be there."""
    terminalreporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if session.exitstatus != pytest.ExitCode.OK or "PYTEST_XDIST_WORKER" in os.environ or not is_strict():
        return
    if any(map(is_fault, _reasons(terminalreporter))):
        session.exitstatus = COULD_NOT_RUN


def is_fault(reason: str) -> bool:
    """Whether a test must not stay away for this reason where every program is to be there."""
    return not reason.startswith(_MAY_LACK)


def is_strict() -> bool:
    """Whether every program is to be there, as in continuous integration."""
    return os.environ.get("CI", "").lower() == "true"
