"""The log: its configuration, as lines for a terminal or JSON for a collector, and long collections. Imports no model."""

from __future__ import annotations

import gc
import logging
import threading
import time
from typing import Any

import structlog
from structlog.typing import EventDict, WrappedLogger

from tournaments.project.log_filters import without_private_links

# The only fields of a line beside time, level, logger, event and exception: none is personal data.
FIELDS = (
    "request_id",
    "job",
    "job_id",
    "attempt",
    "actor",
    "tournament",
    "code",
    "method",
    "route",
    "object",
    "status",
    "ms",
)
logger = logging.getLogger(__name__)
# Seconds that no collection of a healthy process takes.
_LONG_COLLECTION = 0.5


def configuration(log_format: str, level: str) -> dict[str, Any]:
    """Return the logging configuration for a format, `line` or `json`."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"},
            "json": {"()": _json_formatter},
        },
        "filters": {
            "outages": {"()": "tournaments.project.log_filters.OutageInOneLine"},
            "links": {"()": "tournaments.project.log_filters.NoPrivateLinks"},
            "named_once": {"()": "tournaments.project.log_filters.RefusalsOnce"},
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": log_format,
                "filters": ["named_once", "outages", "links"],
            },
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # Each job would leave two lines; failures are logged by the task itself.
            "celery": {"level": "WARNING"},
            "kombu": {"level": "WARNING"},
            # It names the passkeys of people.
            "fido2": {"level": "WARNING"},
            # A terminal shows what was refused; a collector gets what was changed too.
            "videau.request": {"level": "INFO" if log_format == "json" else "WARNING"},
            "videau.job": {"level": "INFO" if log_format == "json" else "WARNING"},
        },
    }


def _json_formatter() -> structlog.stdlib.ProcessorFormatter:
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.ExtraAdder(allow=FIELDS),
            structlog.processors.TimeStamper(fmt="iso", utc=True),
        ],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            _without_links,
            structlog.processors.JSONRenderer(),
        ],
    )


def _without_links(_logger: WrappedLogger, _method: str, line: EventDict) -> EventDict:
    """Return the line without tokens of private links, which a traceback may have too."""
    return {
        name: without_private_links(value) if isinstance(value, str) else value
        for name, value in line.items()
    }


class CollectionLog:
    """Logs collections that take long: then a thread that frees something waits for another one."""

    def __init__(self) -> None:
        self._begin = 0.0

    def __call__(self, phase: str, info: dict[str, Any]) -> None:
        """Note the begin or the end of a collection, as `gc.callbacks` call it."""
        if phase == "start":
            self._begin = time.monotonic()
        elif (seconds := time.monotonic() - self._begin) > _LONG_COLLECTION:
            logger.warning(
                "A garbage collection of generation %s took %.1f s in %s.",
                info["generation"],
                seconds,
                threading.current_thread().name,
            )


def log_long_collections() -> None:
    """Log the collections of this process that take long."""
    gc.callbacks.append(CollectionLog())
