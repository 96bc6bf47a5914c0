"""Runs mutants inside one session of pytest: each in a fork that has every import, and the database, already."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import coverage
import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.patching import apply
from tests.mutants.points import Mutant

_TRANSACTIONAL = {"transactional_db", "live_server", "django_db_reset_sequences"}
# A mutant that hangs is killed after this many times the processor time of a test, and some seconds of grace.
_PATIENCE, _GRACE = 8.0, 10.0
# One that waits uses no processor time. A busy machine may be this many times slower than an idle one.
_BUSY = 20.0
_KILLED, _SURVIVED, _UNCHANGED = 1, 0, 3


class MutantPlugin:
    """Measures once which test runs which line, then lets those tests meet each mutant, the fastest first."""

    def __init__(
        self, mutants: Iterable[Mutant], root: Path, results: Path, *, workers: int, seconds: float
    ) -> None:
        self._mutants = list(mutants)
        self._root = root
        self._results = results
        self._workers = workers
        self._end = time.monotonic() + seconds
        self._tests: dict[tuple[str, int], list[int]] = {}
        self._seconds: list[float] = []

    def pytest_configure(self) -> None:
        """Keep the database in memory, where a fork has a copy of its own."""
        from django.conf import settings

        settings.DATABASES["default"]["TEST"]["NAME"] = None

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out what commits or starts threads: a database in memory has one connection."""
        items[:] = [item for item in items if not self._commits(item)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run all tests once as they are, and then the mutants."""
        if session.testsfailed or not session.items:
            raise session.Failed("the tests could not be collected")
        self._measure(session.items)
        # None is no mutant: what survives must survive because of its tests.
        running: dict[int, tuple[Mutant | None, float]] = {}
        self._start(running, session.items, None, self._in_order())
        for mutant in self._mutants:
            if time.monotonic() > self._end:
                break
            tests = self._meeting(mutant)
            if not tests:
                self._note(mutant, "uncovered")
                continue
            while len(running) >= self._workers:
                self._collect(running)
            self._start(running, session.items, mutant, tests)
        while running:
            self._collect(running)
        return True

    def _measure(self, items: list[pytest.Item]) -> None:
        paths = sorted({mutant.path for mutant in self._mutants})
        watch = coverage.Coverage(
            data_file=None,
            config_file=False,
            include=[str(self._root / path) for path in paths],
            branch=False,
        )
        watch.start()
        for index, item in enumerate(items):
            watch.switch_context(str(index))
            start = time.process_time()
            # The next item is always there, so that the database of the session stays.
            following = items[index + 1] if index + 1 < len(items) else items[0]
            reports = runtestprotocol(item, log=False, nextitem=following)
            self._seconds.append(time.process_time() - start)
            if any(report.failed for report in reports):
                raise pytest.UsageError(f"{item.nodeid} fails without any mutant: {reports}")
        watch.stop()
        data = watch.get_data()
        for path in paths:
            for line, contexts in data.contexts_by_lineno(str(self._root / path)).items():
                tests = sorted(
                    (int(context) for context in contexts if context), key=self._seconds.__getitem__
                )
                self._tests[path, line] = tests

    def _meeting(self, mutant: Mutant) -> list[int]:
        """The tests that run the line, the quickest first; of a constant, which runs at the import, all."""
        if not mutant.function:
            return self._in_order()
        return self._tests.get((mutant.path, mutant.line), [])

    def _in_order(self) -> list[int]:
        return sorted(range(len(self._seconds)), key=self._seconds.__getitem__)

    def _start(
        self,
        running: dict[int, tuple[Mutant | None, float]],
        items: list[pytest.Item],
        mutant: Mutant | None,
        tests: list[int],
    ) -> None:
        limits = [_GRACE + _PATIENCE * self._seconds[index] for index in tests]
        child = self._fork([items[index] for index in tests], mutant, limits)
        usual = sum(self._seconds[index] for index in tests)
        running[child] = (mutant, time.monotonic() + _BUSY * (_GRACE + _PATIENCE * usual))

    def _fork(self, items: list[pytest.Item], mutant: Mutant | None, limits: list[float]) -> int:
        child = os.fork()
        if child:
            return child
        # Pytest has imported it by now, and wants to be the first.
        from tests import remembered

        code = _UNCHANGED
        try:
            _silence()
            # What was arranged before was arranged by the code as it is.
            remembered.forget()
            if mutant is None or apply(mutant, self._root):
                code = _SURVIVED if self._pass(items, limits) else _KILLED
        finally:
            os._exit(code)

    @staticmethod
    def _pass(items: list[pytest.Item], limits: list[float]) -> bool:
        """Whether the tests pass, one after the other, each in its time; none runs after one that fails."""
        items[0].session._setupstate.teardown_exact(items[0])
        # After the last comes one that never runs, so that nothing of the session is taken down.
        for item, following, seconds in zip(items, [*items[1:], items[0]], limits, strict=True):
            allow(seconds)
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
                return False
        return True

    def _collect(self, running: dict[int, tuple[Mutant | None, float]]) -> None:
        """Wait until one mutant is judged."""
        while True:
            child, status = os.waitpid(-1, os.WNOHANG)
            if child:
                mutant, _ = running.pop(child)
                words = {_SURVIVED: "survived", _UNCHANGED: "not applied", -signal.SIGPROF: "timed out"}
                self._note(mutant, words.get(os.waitstatus_to_exitcode(status), "killed"))
                return
            for late in [child for child, (_, deadline) in running.items() if time.monotonic() > deadline]:
                mutant, _ = running.pop(late)
                os.kill(late, 9)
                os.waitpid(late, 0)
                self._note(mutant, "timed out")
                return
            time.sleep(0.02)

    def _note(self, mutant: Mutant | None, verdict: str) -> None:
        if mutant is None:
            if verdict != "survived":
                raise pytest.UsageError(f"the tests do not pass in a fork without any mutant: {verdict}")
            return
        tests = len(self._meeting(mutant))
        row = {"id": mutant.id, "line": mutant.line, "verdict": verdict, "tests": tests}
        with self._results.open("a") as file:
            file.write(json.dumps(row) + "\n")

    @staticmethod
    def _commits(item: pytest.Item) -> bool:
        marker = item.get_closest_marker("django_db")
        is_transaction = marker is not None and bool(marker.kwargs.get("transaction"))
        names: list[str] = getattr(item, "fixturenames", [])
        needs = any(item.get_closest_marker(name) for name in ("postgres", "redis", "browser", "gnubg"))
        return is_transaction or needs or not _TRANSACTIONAL.isdisjoint(names)


def allow(seconds: float) -> None:
    """Let this process use so many seconds of the processor from now; after them it ends."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _silence() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def verdicts(results: Path) -> dict[str, dict[str, Any]]:
    """The last verdict of each mutant that was judged."""
    if not results.exists():
        return {}
    rows = [json.loads(line) for line in results.read_text().splitlines()]
    return {row["id"]: row for row in rows}
