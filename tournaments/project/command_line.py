"""The entry point of `manage.py`: runs one command, and prints one line instead of a traceback for faults of the machine."""

from __future__ import annotations

import io
import sys
from typing import Any

from django.core.management import BaseCommand, ManagementUtility

from tournaments.project.later_release import require_known_release
from tournaments.project.trouble import in_words

# These commands read only files, do their own check, or repair what the others refuse.
_ASK_NOTHING = frozenset(
    [
        "run",
        "restore",
        "backup",
        "doctor",
        "help",
        "version",
        "check",
        "makemigrations",
        "showmigrations",
        "sqlmigrate",
        "translations",
        "spectacular",
        "collectstatic",
        "diffsettings",
        "findstatic",
        "test",
        "testserver",
    ]
)


class CommandLine(ManagementUtility):
    """Django's commands, after a check that this release knows the database."""

    def fetch_command(self, subcommand: str) -> BaseCommand:
        """Return the command; raise LaterRelease for one that could damage the data of a later release."""
        command = super().fetch_command(subcommand)
        if subcommand not in _ASK_NOTHING and not {"--help", "-h"} & set(self.argv):
            require_known_release()
        return command


def main(arguments: list[str]) -> None:
    """Run the command; exit with 1 and one line for a fault of the machine."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot show a letter is no reason to stop.
            stream.reconfigure(errors="backslashreplace")
    try:
        CommandLine(arguments).execute()
    except Exception as error:
        words = _words(error)
        if not words or "--traceback" in arguments:
            raise
        sys.stderr.write(f"{words}\n")
        sys.exit(1)


def _words(error: Exception) -> str:
    """Return the line for this error, or for its cause."""
    causes: list[Any] = [error]
    while causes[-1] is not None:
        causes.append(causes[-1].__cause__ or causes[-1].__context__)
    return next((words for one in causes[:-1] if (words := in_words(one))), "")
