"""Which errors are outages. Imports no model, because the filters of the log ask it before the models are there."""

from __future__ import annotations

import errno

from django.db.utils import InterfaceError, OperationalError
from redis.exceptions import RedisError

_DISK_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO}


def is_outage(error: BaseException) -> bool:
    """Whether the error is temporary: database or cache unavailable or busy, or disk full."""
    if isinstance(error, OperationalError | InterfaceError | RedisError):
        return True
    return isinstance(error, OSError) and error.errno in _DISK_ERRORS
