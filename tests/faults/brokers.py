"""A real Redis server under test."""

from __future__ import annotations

import shutil
import subprocess
from contextlib import closing
from pathlib import Path

import redis

from tests.faults.service import wait_until
from tests.ports import free_port


class Broker:
    """A Redis server on a port of its own, which keeps nothing on disk."""

    def __init__(self, directory: Path, *options: str) -> None:
        self.directory = directory
        self.options = options
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        program = shutil.which("redis-server")
        assert program is not None
        options = [
            "--port",
            str(self.port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--dir",
            str(self.directory),
            *self.options,
        ]
        self.process = subprocess.Popen(
            [program, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_until(self.answers, what="the start of Redis")

    def answers(self) -> bool:
        """Whether it answers."""
        with closing(redis.Redis(port=self.port)) as client:
            try:
                return bool(client.ping())
            except redis.ConnectionError:
                return False

    def kill(self) -> None:
        """Let it die with everything it knew."""
        self.process.kill()
        self.process.wait()
