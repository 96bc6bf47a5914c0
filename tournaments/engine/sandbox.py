"""Becomes another program, within limits and without a network: `python sandbox.py LIMITS PROGRAM ARGUMENT...`

It runs as a process of its own, because a process with threads can do nothing safely between a fork and
an exec. Of the project it knows nothing.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import sys

_PR_SET_PDEATHSIG = 1
_CLONE_NEWUSER = 0x10000000
_CLONE_NEWNET = 0x40000000
# An evaluation needs a library here and a weights file there.
_MOST_FILES = 64


def main(limits: str, program: list[str]) -> None:
    """Apply the limits, and exec the program."""
    most = json.loads(limits)
    _limit(resource.RLIMIT_CPU, most["cpu_seconds"])
    _limit(resource.RLIMIT_FSIZE, most["output"])
    _limit(resource.RLIMIT_NOFILE, _MOST_FILES)
    _limit(resource.RLIMIT_CORE, 0)
    # Python ignores these, and so would the program: it would write on and fail at every byte.
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    # Pairings and pages come first.
    os.nice(19)
    if sys.platform.startswith("linux"):
        _limit(resource.RLIMIT_AS, most["memory"])
        libc = ctypes.CDLL(None, use_errno=True)
        # A network of its own is an empty one. Where the kernel grants none, as in some containers, the
        # program still has no reason to ask for one: it gets no command that would.
        libc.unshare(_CLONE_NEWUSER | _CLONE_NEWNET)
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != most["parent"]:
            # The worker died before it could be noticed.
            sys.exit(1)
    os.execv(program[0], program)  # noqa: S606 - there is no shell, and the caller chose the program


def _limit(kind: int, most: int) -> None:
    _soft, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(kind, (most, most))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
