"""Several people at the same moment: threads that start together, each with a connection of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection

from matches.errors import DomainError

# Seconds for which threads wait for each other; beside other work a connection alone may take many.
_PATIENCE = 600.0


def at_once(*acts: Callable[[], object]) -> list[Any]:
    """Run the acts together and answer, in their order, what each returned or how it was refused.

    Any other error goes through: a deadlock or a broken constraint fails the test.
    """
    barrier = Barrier(len(acts))

    def run(act: Callable[[], object]) -> object:
        try:
            # A connection that is open already makes the start of all of them closer.
            connection.ensure_connection()
            barrier.wait(_PATIENCE)
            return act()
        except DomainError as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))
