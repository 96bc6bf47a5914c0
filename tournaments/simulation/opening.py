"""When a hall calls matches: its days with opening, meals and curfew, in minutes of a simulation."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OpenDay:
    """One day of a hall: it opens, has its curfew, and calls nobody during its breaks; all in minutes from now."""

    opens: float
    closes: float
    breaks: tuple[tuple[float, float], ...] = ()


class Opening:
    """The days of a hall in order; a hall without days is always open.

    No match is called outside of them, during a break, or when it would not be over by the curfew on average. A match
    under way is played out. On the last day the curfew stops nobody: what is left is played on, so that a forecast tells how late it gets.
    """

    def __init__(self, days: Iterable[OpenDay] = ()) -> None:
        self._sessions: list[tuple[float, float, OpenDay]] = []
        for day in sorted(days, key=lambda one: one.opens):
            begins = day.opens
            for pause, ends in sorted(day.breaks):
                if pause > begins:
                    self._sessions.append((begins, pause, day))
                begins = max(begins, ends)
            self._sessions.append((begins, day.closes, day))
        self._begins = [session[0] for session in self._sessions]
        self.closes = self._sessions[-1][1] if self._sessions else None

    def begin(self, minute: float, need: float = 0.0) -> float:
        """Return the first minute, from this one on, at which a match that takes this long may be called."""
        first = max(0, bisect_right(self._begins, minute) - 1)
        for begins, ends, day in self._sessions[first:-1]:
            at = max(minute, begins)
            is_over_in_time = at + min(need, day.closes - day.opens) <= day.closes
            if at < ends and (is_over_in_time or day is self._sessions[-1][2]):
                return at
        return max(minute, self._begins[-1]) if self._begins else minute

    def is_open_between(self, begins: float, ends: float) -> bool:
        """Say whether matches can be called during this whole time."""
        if not self._sessions:
            return True
        session = bisect_right(self._begins, begins) - 1
        return session >= 0 and (session == len(self._sessions) - 1 or ends <= self._sessions[session][1])


ALWAYS_OPEN = Opening()


def days_of(days: Sequence[OpenDay]) -> Opening:
    """Return the opening of these days; that of none is always open."""
    return Opening(days) if days else ALWAYS_OPEN
