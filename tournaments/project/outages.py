"""What an outage is, and how it is logged. Imports no model: the settings name it."""

from __future__ import annotations

import errno
import logging

from django.db.utils import InterfaceError, OperationalError
from redis.exceptions import RedisError

_DISK_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO}


def is_outage(error: BaseException) -> bool:
    """Whether waiting may help: the database or the cache is away or busy, or the disk is full."""
    if isinstance(error, OperationalError | InterfaceError | RedisError):
        return True
    return isinstance(error, OSError) and error.errno in _DISK_ERRORS


class OutageInOneLine(logging.Filter):
    """Logs an outage by its last line: every request meets it, and its cause is elsewhere."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record through, that of an outage without its traceback."""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and is_outage(error):
            reason = " ".join(str(error).split())
            record.msg = f"{record.getMessage()} ({type(error).__name__}: {reason})"
            record.args = None
            record.exc_info = None
        return True
