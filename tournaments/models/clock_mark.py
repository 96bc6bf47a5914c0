"""The clock of the service, as it was at the last look, beside the time since the machine started."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from django.db import models

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
# Elsewhere than on Linux the clock that nobody sets is good within a process.
_BOOT_CLOCK: int = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)

# Less is a clock that is put right, or a worker that is busy.
TOLERATED = timedelta(minutes=10)


class BootTime(NamedTuple):
    """How many seconds have passed since a start of the machine, its sleep included; nobody can set this clock."""

    boot: str
    seconds: float


def boot_time() -> BootTime:
    """The time since the machine started, now."""
    return BootTime(_boot(), time.clock_gettime(_BOOT_CLOCK))


@cache
def _boot() -> str:
    """Which start of the machine this is; where nobody says, that of this process."""
    try:
        return _BOOT_ID.read_text().strip()
    except OSError:
        return str(uuid4())


class ClockMark(models.Model):
    """What the clock said at the last look, and for how long the machine had run then: one row in all."""

    at = models.DateTimeField()
    boot = models.CharField(max_length=36)
    seconds = models.FloatField()

    class Meta:
        verbose_name = "mark of the clock"
        verbose_name_plural = "marks of the clock"

    def __str__(self) -> str:
        return f"{self.at}"

    def passed(self, now: datetime) -> Passed:
        """What has passed since the last look."""
        boot, seconds = boot_time()
        real = timedelta(seconds=seconds - self.seconds) if boot == self.boot else None
        return Passed(now - self.at, real)


class Passed(NamedTuple):
    """A stretch of time by the clock, and as it really was; None where the machine was started meanwhile."""

    clock: timedelta
    real: timedelta | None

    @property
    def jump(self) -> timedelta:
        """How far the clock was put forward or back, as far as that is known; a clock that is put right jumps not."""
        jump = timedelta(0) if self.real is None else self.clock - self.real
        return jump if abs(jump) > TOLERATED else timedelta(0)

    @property
    def is_odd(self) -> bool:
        """Whether the clock jumped, or nobody looked for a while."""
        return self.jump != timedelta(0) or abs(self.clock) > TOLERATED

    @property
    def has_jumped(self) -> bool:
        """Whether the clock is at fault; a service that was off is no jump."""
        return self.jump != timedelta(0) or self.clock < timedelta(0)

    @property
    def minutes(self) -> int:
        """How far the clock jumped, or for how long nobody looked."""
        return round((self.jump or self.clock) / timedelta(minutes=1))
