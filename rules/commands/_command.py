"""What a command of the command line offers."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from ._console import Console
from ._parser import Parser


class Exit(IntEnum):
    """The exit codes; argparse uses 2 for a wrong command line."""

    DONE = 0
    SOME_PROBLEM = 1
    """The command did its work, and there is something to look at."""
    FAILED = 2
    """The command could not do its work, on one of its files at least."""
    INTERRUPTED = 130
    """Stopped by Ctrl-C, as a shell reports it."""
    CUT_OFF = 141
    """Nobody reads the output any more, as a shell reports it."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command: what it is asked with, and its run.

    Its name is that of its module, its help are the texts of that name: `name`, `name.about` and
    `name.more`.
    """

    add_arguments: Callable[[Parser], None]
    run: Callable[[Namespace, Console], Exit]
