"""The clock of the tests: every test begins at the same instant, and the clock goes on from there.

What a test finds does not depend on the day, on the hour or on a change of clocks. `VIDEAU_TEST_INSTANT` names another
instant; a long run takes several (`INSTANTS`). Real services have a process and a clock of their own, so a test of them
keeps the clock of the machine.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import time_machine

VARIABLE = "VIDEAU_TEST_INSTANT"
# A Wednesday in June, later than every row in the databases of past releases.
_USUAL = "2027-06-09T12:00+00:00"
# The hours at which a day, a year or a month ends somewhere, and a week in which clocks change.
INSTANTS = (
    "2027-06-09T23:30+00:00",
    "2027-12-31T23:58+00:00",
    "2028-02-29T12:00+00:00",
    "2027-03-24T12:00+00:00",
    "2027-10-27T12:00+00:00",
)


def instant() -> datetime:
    """The instant at which every test begins."""
    return datetime.fromisoformat(os.environ.get(VARIABLE) or _USUAL).astimezone(UTC)


@contextmanager
def from_the_same_instant() -> Iterator[None]:
    """Let the clock begin at the instant of every test."""
    with time_machine.travel(instant()):
        yield


def is_moved() -> bool:
    """Whether the clock is not that of every test: a test moves it, or it is the clock of the machine."""
    return len(time_machine.traveller_stack) != 1


def go_on_from(moment: float) -> None:
    """Move the clock of a test to a moment, in seconds since 1970, unless it is later already."""
    [traveller] = time_machine.traveller_stack
    if time.time() < moment:
        traveller.move_to(moment)
