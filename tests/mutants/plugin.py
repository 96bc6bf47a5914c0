"""Runs mutants inside one session of pytest: each in a fork that has every import, and the database, already."""

from __future__ import annotations

import json
import os
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
# A mutant that hangs is killed after this many times what its tests took, and some seconds of grace.
_PATIENCE, _GRACE = 8.0, 30.0
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
        running: dict[int, tuple[Mutant, float]] = {}
        for mutant in self._mutants:
            if time.monotonic() > self._end:
                break
            tests = self._meeting(mutant)
            if not tests:
                self._note(mutant, "uncovered")
                continue
            while len(running) >= self._workers:
                self._collect(running)
            running[self._fork(session.items, mutant, tests)] = (mutant, self._deadline(tests))
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
            return sorted(range(len(self._seconds)), key=self._seconds.__getitem__)
        return self._tests.get((mutant.path, mutant.line), [])

    def _deadline(self, tests: list[int]) -> float:
        return time.monotonic() + _GRACE + _PATIENCE * sum(self._seconds[index] for index in tests)

    def _fork(self, items: list[pytest.Item], mutant: Mutant, tests: list[int]) -> int:
        child = os.fork()
        if child:
            return child
        code = _UNCHANGED
        try:
            _silence()
            if apply(mutant, self._root):
                code = _SURVIVED if all(self._passes(items[index]) for index in tests) else _KILLED
        finally:
            os._exit(code)

    @staticmethod
    def _passes(item: pytest.Item) -> bool:
        reports = runtestprotocol(item, log=False, nextitem=item)
        return not any(report.failed for report in reports)

    def _collect(self, running: dict[int, tuple[Mutant, float]]) -> None:
        """Wait until one mutant is judged."""
        while True:
            child, status = os.waitpid(-1, os.WNOHANG)
            if child:
                mutant, _ = running.pop(child)
                words = {_SURVIVED: "survived", _UNCHANGED: "not applied"}
                self._note(mutant, words.get(os.waitstatus_to_exitcode(status), "killed"))
                return
            for late in [child for child, (_, deadline) in running.items() if time.monotonic() > deadline]:
                mutant, _ = running.pop(late)
                os.kill(late, 9)
                os.waitpid(late, 0)
                self._note(mutant, "timed out")
                return
            time.sleep(0.02)

    def _note(self, mutant: Mutant, verdict: str) -> None:
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
