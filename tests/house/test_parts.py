"""A run in parts runs every test: each on the databases that decide it, by one process of its part."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from xdist.remote import Producer

from tests import parts


@dataclass(eq=False)
class Process:
    """A process as the scheduler sees it: it runs what it is sent, one test after another."""

    part: str
    tests: list[str]
    queue: list[int] = field(default_factory=list)
    shutting_down: bool = False
    stolen: list[int] = field(default_factory=list)

    @property
    def gateway(self) -> Any:
        return SimpleNamespace(spec=SimpleNamespace(env={parts.VARIABLE: self.part}), id=self.part)

    def send_runtest_some(self, indices: list[int]) -> None:
        self.queue += indices

    def send_steal(self, indices: list[int]) -> None:
        self.stolen = indices

    def shutdown(self) -> None:
        self.shutting_down = True


def test_every_test_of_every_part_is_run_once(pytestconfig: pytest.Config) -> None:
    config: Any = SimpleNamespace(
        getvalue=lambda _: [
            f"2*popen//env:{parts.VARIABLE}={parts.SQLITE}",
            f"1*popen//env:{parts.VARIABLE}={parts.POSTGRES}",
        ],
        stash={parts.session_key: SimpleNamespace(testscollected=0)},
    )
    scheduling = parts.PartScheduling(config, Producer("parts", enabled=False))
    below, above = [f"below{number}" for number in range(9)], [f"above{number}" for number in range(40)]
    processes: list[Any] = [
        Process(parts.SQLITE, below + above),
        Process(parts.SQLITE, below + above),
        Process(parts.POSTGRES, below),
    ]
    for process in processes:
        scheduling.add_node(process)
    for process in processes:
        scheduling.add_node_collection(process, process.tests)
    assert config.stash[parts.session_key].testscollected == 58
    runs: list[tuple[str, str]] = []
    # The first process is five times as quick as the others.
    for turn in range(2000):
        for process in processes:
            if process is processes[0] or turn % 5 == 0:
                _run_next(process, scheduling, runs)
    assert sorted(runs) == sorted(
        [(parts.SQLITE, test) for test in below + above] + [(parts.POSTGRES, test) for test in below]
    )
    assert scheduling.tests_finished
    assert not scheduling.has_pending
    assert all(process.shutting_down for process in processes)


def _run_next(process: Any, scheduling: parts.PartScheduling, runs: list[tuple[str, str]]) -> None:
    """Run one test as a process does: the last one waits for another or for the end."""
    if process.stolen:
        indices = [index for index in process.stolen if index in process.queue[1:]]
        process.queue = [index for index in process.queue if index not in indices]
        process.stolen = []
        scheduling.remove_pending_tests_from_node(process, indices)
    if len(process.queue) > (0 if process.shutting_down else 1):
        index = process.queue.pop(0)
        runs.append((process.part, process.tests[index]))
        scheduling.mark_test_complete(process, index)


def test_every_test_of_this_process_is_of_its_part(request: pytest.FixtureRequest) -> None:
    part = parts.part_of_process()
    for item in request.session.items:
        assert parts.parts_of(item), item.nodeid
        assert not part or part in parts.parts_of(item), item.nodeid


def test_both_databases_marks_no_test_of_a_room_that_runs_on_both_anyway(
    request: pytest.FixtureRequest,
) -> None:
    items = [item for item in request.session.items if item.get_closest_marker("both_databases")]
    assert [item.nodeid for item in items if parts._folder(item.path) in parts._BY_THE_DATABASE] == []


def test_every_module_decided_above_stands_in_the_documents_with_its_reason() -> None:
    page = (parts.ROOT.parent / "docs" / "tests.md").read_text().partition("\n## Which database\n")[2]
    rows = re.findall(
        r"^\| (`test_\w+`(?:, `test_\w+`)*)(?:, its [\w ]+)? \| (\w.+\w) \|$", page, re.MULTILINE
    )
    modules = Counter(name for names, _why in rows for name in re.findall(r"`(test_\w+)`", names))
    texts = {path: path.read_text() for path in parts.ROOT.rglob("test_*.py") if path != Path(__file__)}
    marking = {path: text for path, text in texts.items() if "pytest.mark.decided_above" in text}
    assert modules == Counter(path.stem for path in marking), "each stands in one row"
    assert {path.parent.name for path in marking} == {"tournaments", "attacks"}
    whole = {
        path: text for path, text in marking.items() if re.search("^pytestmark.*decided_above", text, re.M)
    }
    assert [path for path, text in whole.items() if "pytest.mark.both_databases" not in text] == []


def test_what_only_a_long_run_has_stands_in_the_documents_with_its_reason() -> None:
    page = (parts.ROOT.parent / "docs" / "tests.md").read_text()
    section = page.partition("## What only a long run has")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`test_.*) \| (\S.+\S) \|$", section, re.MULTILINE)
    files = [path for path in parts.ROOT.rglob("test_*.py") if path != Path(__file__)]
    marking = {path.stem for path in files if "pytest.mark.long_only" in path.read_text()}
    names = {name for what, _why in rows for name in re.findall(r"`(test_\w+)`", what)}
    assert names & {path.stem for path in files} == marking


def test_every_folder_that_a_part_names_exists() -> None:
    folders = parts._WITHOUT_DATABASE | parts._OF_SERVICES | parts._ABOVE_THE_DATABASE
    assert {folder for folder in folders if not (parts.ROOT / folder).is_dir()} == set()
