"""Running a program in its own directory, with limits on time, memory and output, and without a network."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .refusals import EngineFailed, TookTooLong

_SANDBOX = Path(__file__).with_name("sandbox.py")
_LOOK_EVERY = 0.05
_STILL_AT_IT_EVERY = 5.0
# The signals of a process that has exceeded its CPU time or its output limit.
_AT_A_LIMIT = {-signal.SIGXCPU, -signal.SIGKILL, -signal.SIGXFSZ}


@dataclass(frozen=True, slots=True)
class SandboxLimits:
    """The limits of a program: seconds of wall clock and CPU, bytes of memory and of output."""

    seconds: float
    cpu_seconds: int
    memory: int
    output: int


def run(
    command: Sequence[str],
    *,
    files: Mapping[str, str],
    limits: SandboxLimits,
    still_at_it: Callable[[], None],
) -> str:
    """Run the program with these files in an empty directory, and return its standard output.

    `still_at_it` is called every few seconds. Raise `TookTooLong` at a limit and `EngineFailed` if the program ends
    with an error.
    """
    with tempfile.TemporaryDirectory(prefix="videau-engine-") as place:
        directory = Path(place)
        for name, text in files.items():
            (directory / name).write_text(text, encoding="utf-8")
        with (directory / "output").open("wb") as output:
            process = _start(command, directory, output.fileno(), limits)
            try:
                code = _wait(process, limits, still_at_it)
            finally:
                process.kill()
                process.wait()
        raw = (directory / "output").read_bytes()
    if len(raw) >= limits.output:
        raise TookTooLong("output")
    if code:
        raise EngineFailed(code)
    return raw.decode("utf-8", "replace")


def _start(
    command: Sequence[str], directory: Path, output: int, limits: SandboxLimits
) -> subprocess.Popen[bytes]:
    most = {
        "cpu_seconds": limits.cpu_seconds,
        "memory": limits.memory,
        "output": limits.output,
        "parent": os.getpid(),
    }
    # Isolated and without site packages: nothing of the service's environment gets in.
    caged = [sys.executable, "-I", "-S", str(_SANDBOX), json.dumps(most), *command]
    return subprocess.Popen(  # noqa: S603 - no shell, and nothing of a visitor's in the command
        caged,
        cwd=directory,
        env={"HOME": str(directory), "TMPDIR": str(directory), "LC_ALL": "C", "PATH": os.defpath},
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.DEVNULL,
    )


def _wait(process: subprocess.Popen[bytes], limits: SandboxLimits, still_at_it: Callable[[], None]) -> int:
    """Wait for the end of the process, and return its exit code."""
    start = time.monotonic()
    next_word = start + _STILL_AT_IT_EVERY
    while True:
        code = process.poll()
        if code is not None:
            break
        now = time.monotonic()
        if now - start > limits.seconds:
            raise TookTooLong("seconds")
        if now >= next_word:
            still_at_it()
            next_word = now + _STILL_AT_IT_EVERY
        time.sleep(_LOOK_EVERY)
    if code in _AT_A_LIMIT:
        raise TookTooLong(code)
    return code
