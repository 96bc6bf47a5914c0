"""Writes that are repeated while the database takes none, for what must not be forgotten."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from django.db import OperationalError, connection

logger = logging.getLogger(__name__)

T = TypeVar("T")
# Seconds before each further attempt.
_PAUSES = (0.1, 0.5, 2.0, 5.0, 10.0)


def repeat_while_busy(write: Callable[[], T]) -> T:
    """Call `write`, which may run twice without harm, until the database takes it; raise its error after six attempts.

    Within a transaction there is one attempt: whoever began the transaction repeats all of it.
    """
    for pause in () if connection.in_atomic_block else _PAUSES:
        try:
            return write()
        except OperationalError as error:
            logger.warning("The database takes nothing just now (%s); the next attempt follows.", error)
            connection.close_if_unusable_or_obsolete()
            time.sleep(pause)
    return write()
