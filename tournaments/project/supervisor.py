"""The supervisor of the embedded installation: keeps its processes running, and stops them when it stops."""

from __future__ import annotations

import ctypes
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

logger = logging.getLogger(__name__)

_PR_SET_PDEATHSIG = 1
_LOOK_EVERY = 0.2
# A child that lived this long was well, so its next death starts with a short pause again.
_WELL_AFTER = 60.0
_LONGEST_PAUSE = 30.0
# How long a child may take to finish its work before it is killed.
_GRACE = 8.0


@dataclass(slots=True)
class Child:
    """One process: its name for the log, and the command that starts it."""

    name: str
    command: Sequence[str]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    pause: float = 0.0
    start_at: float = field(default=0.0)


class Supervisor:
    """Starts the children, restarts a dead one after a growing pause, and leaves none behind."""

    def __init__(self, children: Sequence[Child], *, directory: Path, environment: Mapping[str, str]) -> None:
        self.children = children
        self.directory = directory
        self.environment = {**os.environ, **environment}
        self.is_stopping = False

    def run(self, *, when_started: Callable[[], bool]) -> None:
        """Run until SIGTERM or SIGINT; `when_started` is called repeatedly until it returns True."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._ask_to_stop)
        is_started = False
        try:
            while not self.is_stopping:
                for child in self.children:
                    self._look_after(child)
                is_started = is_started or when_started()
                time.sleep(_LOOK_EVERY)
        finally:
            self._stop()

    def _ask_to_stop(self, _number: int, _frame: object) -> None:
        self.is_stopping = True

    def _look_after(self, child: Child) -> None:
        """Restart a child that does not run, unless it pauses."""
        now = time.monotonic()
        if child.process is not None:
            code = child.process.poll()
            if code is None:
                return
            child.process = None
            if now - child.started > _WELL_AFTER:
                child.pause = 0.0
            child.pause = min(max(1.0, child.pause * 2), _LONGEST_PAUSE)
            child.start_at = now + child.pause
            logger.warning(
                "%s stopped (%s) and starts again in %.0f s.", child.name, _ending(code), child.pause
            )
        if now >= child.start_at:
            child.started = now
            # A session of its own, so that Ctrl-C reaches the supervisor alone and
            # the children end in order.
            child.process = subprocess.Popen(  # noqa: S603 - our own commands, no shell
                child.command,
                cwd=self.directory,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                preexec_fn=_die_with_parent(os.getpid()),
            )

    def _stop(self) -> None:
        """Stop every child: SIGTERM first, SIGKILL after a timeout."""
        running = [child.process for child in self.children if child.process is not None]
        for process in running:
            if process.poll() is None:
                process.terminate()
        deadline = time.monotonic() + _GRACE
        for process in running:
            try:
                process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                logger.warning("Process %s does not stop and is killed.", process.pid)
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def _ending(code: int) -> str:
    """Return how a process ended, in words."""
    return f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"


def _die_with_parent(parent: int) -> Callable[[], None] | None:
    """Return a function that ends a child with its supervisor on Linux; None elsewhere."""
    if not sys.platform.startswith("linux"):
        return None
    # Loaded before the fork: afterwards only simple calls are safe.
    prctl = ctypes.CDLL(None).prctl

    def set_death_signal() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)

    return set_death_signal
