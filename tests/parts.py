"""Divides a run of `./videau test` into parts, each in processes of its own.

`VIDEAU_TEST_PART` names the part of a process:

- `sqlite`: tests that touch the database, and those that touch none
- `postgres`: tests that touch the database, without those whose subject is decided above it
- `services`: tests that start browsers or real services; they follow the other two, alone, one after another

Tests of pages and of the API run on SQLite alone, because their subject is decided above the database. So do modules
and tests marked `decided_above`: they concern formats, plans, words or forecasts. Tests marked `both_databases` run on
PostgreSQL too: those whose subject depends on the database, and those that together reach every line of actions, queries
and models; with `long=True`, as whole modules of pages are, in a long run alone. A long run takes everything else that is
not decided above the database to PostgreSQL as well.
Tests marked `long_only` are left to `./videau test --long`. docs/tests.md says what runs where and why.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from xdist.remote import Producer
from xdist.scheduler import Scheduling, WorkStealingScheduling
from xdist.workermanage import WorkerController, parse_tx_spec_config

from tests.effort import is_long

ROOT = Path(__file__).resolve().parent
SQLITE, POSTGRES, SERVICES = "sqlite", "postgres", "services"
VARIABLE = "VIDEAU_TEST_PART"
# No test below these folders touches the database: a process of PostgreSQL need not import them.
_WITHOUT_DATABASE = {
    "eligibility",
    "engine",
    "exchange",
    "fair_play",
    "formats",
    "house",
    "matching",
    "pairing",
    "payouts",
    "plans",
    "points",
    "ratings",
    "rules",
    "simulation",
}
# Tests that start a service or a browser stand here alone, so that their process need not import the others.
_OF_SERVICES = {"browser", "faults", "services"}
# What a test asks for that starts a server or a browser; a test that starts one by itself is marked `service`.
_SERVICE_FIXTURES = {"broker", "browser", "full_redis", "postgres", "service", "start"}
_SERVICE_MARKERS = ("browser", "nginx", "pgbouncer", "redis")
_ABOVE_THE_DATABASE = {"api", "web"}
# Tests of locks, constraints and old databases: in a landing, too, they run on both databases.
_BY_THE_DATABASE = {"matches", "races", "upgrades"}
_DATABASE_FIXTURES = {
    "db",
    "transactional_db",
    "django_db_reset_sequences",
    "live_server",
    "admin_user",
    "upgraded",
}


# Whether the test that runs now may start a service; outside of tests everything may.
may_start_services = True


def part_of_process() -> str:
    """The part that this process runs; empty when it runs everything."""
    return os.environ.get(VARIABLE, "")


def touches_database(item: pytest.Item) -> bool:
    """Whether a test reads or writes the database."""
    if item.get_closest_marker("django_db") is not None:
        return True
    return bool(_DATABASE_FIXTURES.intersection(getattr(item, "fixturenames", ())))


def is_above_the_database(item: pytest.Item) -> bool:
    """Whether a test is of a room or of a module whose subject is decided above the database.

    In a landing every test is one that is not of a room of the database; `both_databases` marks the others.
    """
    folder = _folder(item.path)
    is_marked = folder in _ABOVE_THE_DATABASE or item.get_closest_marker("decided_above") is not None
    return is_marked or (folder not in _BY_THE_DATABASE and not is_long())


def is_service(item: pytest.Item) -> bool:
    """Whether a test starts a service or a browser, whose clock and load are those of the machine."""
    return item.get_closest_marker("service") is not None


def parts_of(item: pytest.Item) -> set[str]:
    """The parts that run a test."""
    folder = _folder(item.path)
    if is_service(item):
        if folder not in _OF_SERVICES:
            raise pytest.UsageError(
                f"{item.nodeid} starts a service: move it to one of {sorted(_OF_SERVICES)}."
            )
        return {SERVICES}
    if item.get_closest_marker("postgres") is not None:
        return {POSTGRES}
    if not touches_database(item):
        return {SQLITE}
    if folder in _WITHOUT_DATABASE:
        raise pytest.UsageError(f"{item.nodeid} touches the database: tests/parts.py says none here does.")
    if is_above_the_database(item) and not _runs_on_both(item):
        return {SQLITE}
    return {SQLITE, POSTGRES}


def _runs_on_both(item: pytest.Item) -> bool:
    """Whether a test above the database is marked for both, `long=True` where a landing has it on SQLite alone."""
    marker = item.get_closest_marker("both_databases")
    return marker is not None and (is_long() or not marker.kwargs.get("long", False))


def _folder(path: Path) -> str:
    """The folder directly below `tests` that a path lies in."""
    return path.relative_to(ROOT).parts[0] if path != ROOT and path.is_relative_to(ROOT) else ""


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out the folders of which this process runs no test: importing them takes seconds."""
    folder = _folder(collection_path)
    if not folder or not (ROOT / folder).is_dir():
        return None
    part = part_of_process()
    is_foreign = (part == SERVICES and folder not in _OF_SERVICES) or (
        part == POSTGRES and folder in {*_WITHOUT_DATABASE, *_OF_SERVICES}
    )
    return True if is_foreign else None


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark a test that starts a service by what it asks for and needs."""
    needs = any(item.get_closest_marker(name) is not None for name in _SERVICE_MARKERS)
    asks = _SERVICE_FIXTURES.intersection(getattr(item, "fixturenames", ()))
    # Elsewhere a parameter may have such a name.
    if needs or (asks and _folder(item.path) in _OF_SERVICES):
        item.add_marker(pytest.mark.service)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave to the other parts what they run, and to a long run what only it runs."""
    part = part_of_process()
    others = [
        item
        for item in items
        if (part and part not in parts_of(item))
        or (item.get_closest_marker("long_only") is not None and not is_long())
    ]
    config.hook.pytest_deselected(items=others)
    left_out = set(map(id, others))
    items[:] = [item for item in items if id(item) not in left_out]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let a test start services where it is marked."""
    global may_start_services
    may_start_services = is_service(item)


session_key = pytest.StashKey[pytest.Session]()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Keep the session for the scheduler."""
    session.config.stash[session_key] = session


# The mutants run without xdist.
@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling | None:
    """Spread each part over its own processes, where processes have parts."""
    has_parts = any(VARIABLE in spec for spec in config.getvalue("tx") or [])
    return PartScheduling(config, log) if has_parts else None


class PartScheduling:
    """Schedules each part over its own processes; a process without work takes it from another of its part."""

    def __init__(self, config: pytest.Config, log: Producer) -> None:
        self._session = config.stash[session_key]
        self._parts: dict[str, WorkStealingScheduling] = {}
        for part in (SQLITE, POSTGRES):
            scheduler = WorkStealingScheduling(config, log)
            scheduler.numnodes = sum(
                f"{VARIABLE}={part}" in spec.split("//env:") for spec in parse_tx_spec_config(config)
            )
            self._parts[part] = scheduler

    def _of(self, node: WorkerController) -> WorkStealingScheduling:
        return self._parts[node.gateway.spec.env[VARIABLE]]

    @property
    def nodes(self) -> list[WorkerController]:
        """All processes."""
        return [node for part in self._parts.values() for node in part.nodes]

    @property
    def collection_is_completed(self) -> bool:
        """Whether every process has said which tests it has."""
        return all(part.collection_is_completed for part in self._parts.values())

    @property
    def tests_finished(self) -> bool:
        """Whether no part has a test left to hand out."""
        return all(part.tests_finished for part in self._parts.values())

    @property
    def has_pending(self) -> bool:
        """Whether a test is still to be run."""
        return any(part.has_pending for part in self._parts.values())

    def add_node(self, node: WorkerController) -> None:
        """Take in a process that has started."""
        self._of(node).add_node(node)

    def add_node_collection(self, node: WorkerController, collection: Sequence[str]) -> None:
        """Note the tests of a process; its part begins as soon as all of its processes have theirs."""
        part = self._of(node)
        part.add_node_collection(node, collection)
        # The progress in per cent is that of all parts.
        sizes = [len(max(of.node2collection.values(), key=len, default=())) for of in self._parts.values()]
        self._session.testscollected = sum(sizes)
        if part.collection_is_completed:
            part.schedule()

    def mark_test_complete(self, node: WorkerController, item_index: int, duration: float = 0) -> None:
        """Note that a process has run a test."""
        self._of(node).mark_test_complete(node, item_index, duration)

    def mark_test_pending(self, item: str) -> None:
        """Run a test once more, in each part that has it."""
        for part in self._parts.values():
            if item in (part.collection or []):
                part.mark_test_pending(item)

    def remove_pending_tests_from_node(self, node: WorkerController, indices: Sequence[int]) -> None:
        """Take back tests that a process has not begun."""
        self._of(node).remove_pending_tests_from_node(node, indices)

    def remove_node(self, node: WorkerController) -> str | None:
        """Let a process go; answers the test that it was running if it has crashed."""
        crashed: str | None = self._of(node).remove_node(node)
        return crashed

    def schedule(self) -> None:
        """Do nothing more: each part has begun when its tests were known."""
