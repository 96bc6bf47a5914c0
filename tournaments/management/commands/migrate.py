"""`migrate`: Django's command, which begins again where requests were in its way."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.commands import migrate
from django.db import OperationalError

# What PostgreSQL calls a deadlock, and a lock that was waited for too long.
_IN_THE_WAY = {"40P01", "55P03"}
_ATTEMPTS = 20
_PAUSE_SECONDS = 1.0


class Command(migrate.Command):
    """Migrates; a migration that a request was in the way of is done once more, up to twenty times.

    It has changed nothing until then, or can be run again (`matches.database.online`); those before it are not repeated.
    """

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate; raise OperationalError if requests are in the way until the end."""
        for left in reversed(range(_ATTEMPTS)):
            try:
                super().handle(*args, **options)
            except OperationalError as error:
                if not left or getattr(error.__cause__, "sqlstate", "") not in _IN_THE_WAY:
                    raise
                self.stderr.write("A request was in the way of a migration, which begins again.")
                time.sleep(_PAUSE_SECONDS)
            else:
                return
