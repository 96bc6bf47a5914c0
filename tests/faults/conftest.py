"""Real installations that publish their jobs to Redis."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.faults.brokers import Broker
from tests.faults.service import PATIENCE, Installation


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    """A Redis server."""
    running = Broker(tmp_path)
    yield running
    running.kill()


@pytest.fixture
def installation(tmp_path: Path, broker: Broker) -> Installation:
    """A migrated installation that publishes its jobs to Redis."""
    return Installation(tmp_path / "data", {"REDIS_URL": broker.url}).migrate()


@pytest.fixture
def start(installation: Installation) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts Celery processes of the installation: `worker`, of some lanes, or `beat`; they end with the test."""
    running: list[subprocess.Popen[str]] = []
    worker = ["worker", "--pool", "threads", "--concurrency", "2", "--without-gossip", "--without-mingle"]
    commands = {"worker": worker, "beat": ["beat", "--pidfile="]}
    quiet = ["-W", "ignore:You're running the worker with superuser privileges"]

    def start_one(program: str, *, lanes: str = "") -> subprocess.Popen[str]:
        extra = {**installation.extra, "WORKER_LANES": lanes} if lanes else installation.extra
        process = replace(installation, extra=extra).start(
            *quiet,
            "-m",
            "celery",
            "--quiet",
            "--app",
            "tournaments.project",
            "--skip-checks",
            *commands[program],
            "--loglevel",
            "ERROR",
        )
        running.append(process)
        return process

    yield start_one
    for process in running:
        process.terminate()
    for process in running:
        process.wait(timeout=PATIENCE)
