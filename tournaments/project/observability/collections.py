"""Python's garbage collections, which let everybody in a process wait while they last."""

from __future__ import annotations

import gc
import logging
import threading
import time
from typing import Any

logger = logging.getLogger(__name__)

# Seconds that no collection of a healthy process takes.
_LONG = 0.5


class CollectionLog:
    """Logs collections that take long: then a thread that frees something waits for another one."""

    def __init__(self) -> None:
        self._begin = 0.0

    def __call__(self, phase: str, info: dict[str, Any]) -> None:
        """Note the begin or the end of a collection, as `gc.callbacks` call it."""
        if phase == "start":
            self._begin = time.monotonic()
        elif (seconds := time.monotonic() - self._begin) > _LONG:
            logger.warning(
                "A garbage collection of generation %s took %.1f s in %s.",
                info["generation"],
                seconds,
                threading.current_thread().name,
            )


def log_long_collections() -> None:
    """Log the collections of this process that take long."""
    gc.callbacks.append(CollectionLog())
