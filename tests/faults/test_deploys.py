"""A release is deployed while strangers read and results come in: nobody is refused, and nothing is lost."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.effort import is_long
from tests.faults.brokers import Broker
from tests.faults.releases import Load, Release, Web, last_release, next_release
from tests.faults.service import PATIENCE, ROOT, Installation, wait_until
from tests.faults.test_outages import postgres
from tests.nginx import nginx, nginx_before

__all__ = ["postgres"]

pytestmark = [
    pytest.mark.service,
    pytest.mark.redis,
    pytest.mark.nginx,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at processes in /proc"),
]


@pytest.fixture
def releases(tmp_path: Path, broker: Broker, postgres: Any) -> list[Release]:
    """The last release and this one on one database; where the last one is not at hand, this one and the next."""
    socket = postgres.get_postmaster_info().socket_dir
    with psycopg.connect(f"host={socket} user=postgres", autocommit=True) as connection:
        connection.execute("CREATE DATABASE videau")
    address = f"postgres:///videau?host={socket}&user=postgres"
    installation = Installation(tmp_path / "data", {"DATABASE_URL": address, "REDIS_URL": broker.url})
    (tmp_path / "last").mkdir()
    last = last_release(tmp_path / "last")
    trees = [tree for tree in (last, ROOT) if tree is not None]
    if last is None or is_long():
        (tmp_path / "next").mkdir()
        trees.append(next_release(tmp_path / "next"))
    every = []
    for number, tree in enumerate(trees):
        static, log = tmp_path / f"static{number}", tmp_path / f"release{number}.log"
        every.append(Release(tree, static, installation.environment, log))
        every[-1].run("collectstatic", "--noinput", "--verbosity", "0")
    return every


@contextmanager
def _service(release: Release, places: tuple[Web, Web]) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Both places of the web, and in a long run a worker, of a release; whatever runs in the end is ended."""
    workers = [release.start("worker")] if is_long() else []
    try:
        for place in places:
            place.replace(release)
        yield workers
    finally:
        for place in places:
            place.end()
        for worker in workers:
            worker.terminate()
            worker.wait(PATIENCE)


@pytest.mark.long_only
@pytest.mark.timeout(PATIENCE * 5)
def test_nobody_is_refused_and_nothing_lost_while_a_release_is_deployed(releases: list[Release]) -> None:
    """The tables first, then one place of the web, the other one, and the worker."""
    first, *others = releases
    first.run("migrate", "--noinput", "--verbosity", "0")
    guests = first.drive("invite", 128)
    program = nginx()
    assert program is not None
    places = (Web(), Web())
    with (
        _service(first, places) as workers,
        nginx_before(places[0].port, second=places[1].port, program=program) as port,
    ):
        load = Load(f"http://127.0.0.1:{port}", first.environment["DATABASE_URL"], token=str(guests["token"]))
        with load.running():
            for release in others:
                release.run("migrate", "--noinput", "--verbosity", "0")
                for place in places:
                    place.replace(release)
                for worker in workers:
                    worker.terminate()
                    worker.wait(PATIENCE)
                workers[:] = [release.start("worker") for _ended in workers]
        if len(others) > 1:
            # What dies in the middle of a deploy starts again with the tables of the next release.
            places[0].kill()
            places[0].replace(others[0])
        if workers:
            wait_until(load.is_followed_up, what="the pairings of every result")
    failures = {what: count for what, count in load.statuses.items() if what[1] not in {200, 201}}
    logs = "".join(release.log.read_text() for release in releases)
    assert failures == {}, logs
    assert load.lost() == []
    assert len(load.acknowledged) > 10
    assert load.statuses["read", 200] > 50
    assert load.statuses["file", 200] > 50
    assert "Traceback" not in logs
    if is_long():
        assert ": clean" in releases[-1].run("audit", load.tournament)
