"""The service's last reading of the clock, together with the uptime of the machine."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from django.db import models

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
# On systems other than Linux the monotonic clock is valid within one process.
_BOOT_CLOCK: int = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)

# Less is an ordinary clock correction, or a busy worker.
TOLERATED = timedelta(minutes=10)


class BootTime(NamedTuple):
    """The seconds since a start of the machine, including sleep; nobody can set this clock."""

    boot: str
    seconds: float


def boot_time() -> BootTime:
    """Return the current time since the start of the machine."""
    return BootTime(_boot(), time.clock_gettime(_BOOT_CLOCK))


@cache
def _boot() -> str:
    """Return an identifier of the current boot; without one, of this process."""
    try:
        return _BOOT_ID.read_text().strip()
    except OSError:
        return str(uuid4())


class ClockMark(models.Model):
    """The last reading of the clock and of the uptime; the table has one row."""

    at = models.DateTimeField()
    boot = models.CharField(max_length=36)
    seconds = models.FloatField()

    class Meta:
        verbose_name = "mark of the clock"
        verbose_name_plural = "marks of the clock"

    def __str__(self) -> str:
        return f"{self.at}"

    def passed(self, now: datetime) -> Passed:
        """Return the time passed since the last reading."""
        boot, seconds = boot_time()
        real = timedelta(seconds=seconds - self.seconds) if boot == self.boot else None
        return Passed(now - self.at, real)


class Passed(NamedTuple):
    """A time span by the clock and by the uptime; the latter is None after a restart of the machine."""

    clock: timedelta
    real: timedelta | None

    @property
    def jump(self) -> timedelta:
        """Return the time by which the clock was set forward or back; zero if small or unknown."""
        jump = timedelta(0) if self.real is None else self.clock - self.real
        return jump if abs(jump) > TOLERATED else timedelta(0)

    @property
    def is_odd(self) -> bool:
        """Whether the clock jumped, or was not read for a while."""
        return self.jump != timedelta(0) or abs(self.clock) > TOLERATED

    @property
    def has_jumped(self) -> bool:
        """Whether the clock was set; downtime of the service is no jump."""
        return self.jump != timedelta(0) or self.clock < timedelta(0)

    @property
    def minutes(self) -> int:
        """Return the size of the jump, or the time without a reading, in minutes."""
        return round((self.jump or self.clock) / timedelta(minutes=1))
