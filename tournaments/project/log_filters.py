"""Filters of the log: tracebacks of outages, and private links. Imports no model, because the settings name it."""

from __future__ import annotations

import logging
import re

from .outages import is_outage

_PRIVATE_LINK = re.compile(r"(/[lc]/)[\w-]{8,}")


class OutageInOneLine(logging.Filter):
    """Logs an outage by its last line, because every request repeats it and its cause is elsewhere."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Accept every record, an outage without its traceback."""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and is_outage(error):
            reason = " ".join(str(error).split())
            record.msg = f"{record.getMessage()} ({type(error).__name__}: {reason})"
            record.args = None
            record.exc_info = None
        return True


class NoPrivateLinks(logging.Filter):
    """Removes the token from addresses of private links, so that readers of the log do not hold it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Accept every record, with private links cut from its message."""
        message = record.getMessage()
        if (cut := without_private_links(message)) != message:
            record.msg, record.args = cut, None
        return True


class RefusalsOnce(logging.Filter):
    """Drops Django's own line about a refusal, because `videau.request` logs it with its code."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Refuse lines of `django.request` about a status from 400 to 499."""
        return record.name != "django.request" or not 400 <= getattr(record, "status_code", 0) < 500


def without_private_links(text: str) -> str:
    """Return a text without the tokens of private links."""
    return _PRIVATE_LINK.sub(r"\1…", text)
