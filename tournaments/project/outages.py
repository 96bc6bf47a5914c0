"""What an outage is: what waiting may help."""

from __future__ import annotations

import errno

from django.db.utils import InterfaceError, OperationalError
from redis.exceptions import RedisError

_DISK_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO}


def is_outage(error: BaseException) -> bool:
    """Whether waiting may help: the database or the cache is away or busy, or the disk is full."""
    if isinstance(error, OperationalError | InterfaceError | RedisError):
        return True
    return isinstance(error, OSError) and error.errno in _DISK_ERRORS
