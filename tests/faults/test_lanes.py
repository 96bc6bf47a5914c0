"""Several workers share the lanes of one installation: each job is done once, whoever dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
import redis

from tests.effort import is_long
from tests.faults.brokers import Broker
from tests.faults.service import PATIENCE, Installation, is_alive, wait_until
from tests.faults.test_outages import postgres

__all__ = ["postgres"]

pytestmark = [
    pytest.mark.redis,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at processes in /proc"),
]


@pytest.fixture
def installation(tmp_path: Path, broker: Broker, postgres: Any) -> Installation:
    """A production installation: PostgreSQL and Redis."""
    socket = postgres.get_postmaster_info().socket_dir
    with psycopg.connect(f"host={socket} user=postgres", autocommit=True) as connection:
        connection.execute("CREATE DATABASE videau")
    address = f"postgres:///videau?host={socket}&user=postgres"
    installation = Installation(tmp_path / "data", {"DATABASE_URL": address, "REDIS_URL": broker.url})
    assert installation.run("manage.py", "migrate", "--verbosity", "0").returncode == 0
    return installation


# The messages of a dead worker come back after a minute, and each death may cost the same job another one.
_END_OF_ALL = 3 * PATIENCE


@pytest.mark.long_only
@pytest.mark.timeout(PATIENCE * (12 if is_long() else 6))
def test_nothing_is_lost_or_doubled_and_nothing_published_twice_however_many_workers_die(
    installation: Installation, broker: Broker, start: Callable[..., subprocess.Popen[str]]
) -> None:
    """Jobs pile up without a worker, then workers of all lanes and of some of them share what they can."""
    assert installation.drive("pile", 50) == {"enqueued": 100}
    with closing(redis.Redis(port=broker.port)) as client:
        # The other half is of another lane, whose threads read the table.
        assert client.llen("celery") == 50
        for _relay in range(3):
            installation.drive("relay")
            assert client.llen("celery") == 50
        broker.kill()
        broker.start()
        # What the broker has lost is published again.
        installation.drive("relay")
        assert client.llen("celery") == 50
    lanes = ["", "pairings,phones,mail", "records,forecasts,lists,rest"] * (2 if is_long() else 1)
    workers = [start("worker", lanes=names) for names in lanes]
    start("beat")
    deaths, each = (30, 20) if is_long() else (4, 6)
    for death in range(deaths):
        checked = installation.drive("state")["checked"]
        installation.drive("upload", each)
        assert installation.drive("play", 4)["reported"] == 2
        wait_until(
            lambda: installation.drive("state")["checked"] > checked,  # noqa: B023 - waits here
            what=f"the first check after death {death}",
        )
        place = death % len(workers)
        os.kill(workers[place].pid, signal.SIGKILL)
        wait_until(lambda: not is_alive(workers[place].pid), what="the death of a worker")  # noqa: B023 - waits here
        workers[place] = start("worker", lanes=lanes[place])
    wait_until(
        lambda: installation.drive("state")["jobs"] == 0, what="the end of all jobs", patience=_END_OF_ALL
    )
    state = installation.drive("state")
    assert (state["checked"], state["checked_once"], state["records"]) == (deaths * each, True, deaths * each)
    assert (state["second_round"], state["dead"]) == (deaths, 0)


@pytest.mark.long_only
def test_each_lane_is_done_by_the_workers_that_serve_it_alone(
    installation: Installation, start: Callable[..., subprocess.Popen[str]]
) -> None:
    """While no worker serves the pairings, records are checked and the next round waits."""
    start("worker", lanes="records,rest")
    start("beat")
    installation.drive("play", 4)
    installation.drive("upload", 2)
    wait_until(lambda: installation.drive("state")["checked"] == 2, what="the check of both records")
    assert installation.drive("state")["second_round"] == 0
    start("worker", lanes="pairings")
    wait_until(lambda: installation.drive("state")["second_round"] == 1, what="the next round")
