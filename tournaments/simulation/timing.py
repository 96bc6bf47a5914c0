"""How long matches take in a simulated hall."""

from collections.abc import Callable
from random import Random
from typing import Protocol

# How many durations are drawn for a match under way before it counts as about to end.
_THROWS = 64
SPREAD = 0.35


def points_to_play(length: int, start: tuple[int, int] = (0, 0)) -> float:
    """Return the points that a match with this score at its start takes like a match without one.

    They are the harmonic mean of what both sides still need.
    """
    if start == (0, 0):
        return length
    one, two = (length - points for points in start)
    return 2 * one * two / (one + two)


class Timing(Protocol):
    """The chances of one simulated hall; `mean` are the minutes that a match takes at the pace that was expected."""

    def begin(self, *match: int) -> None:
        """Take up the chances of a match, where each match has chances of its own."""

    def random(self) -> float:
        """Draw the number from 0 to 1 that decides a match."""

    def expected(self, mean: float) -> float:
        """Return what a match takes on average from its call on, as a director would judge before it is called."""

    def whole(self, mean: float, minute: float) -> float:
        """Draw the minutes from the call of a match at this minute to its end."""

    def called(self, mean: float, waited: float) -> float:
        """Draw the minutes to the end of a match that was called this long ago and has not begun."""

    def rest(self, mean: float, point: float, played: float) -> float:
        """Draw the minutes to the end of a match under way; `point` are the expected minutes of one point."""


class SteadyTiming:
    """Matches of a known pace that begin when they are called, gamma distributed with this coefficient of variation."""

    def __init__(self, chance: Random, *, spread: float = SPREAD) -> None:
        self._chance = chance
        self._shape = 1 / spread**2

    def begin(self, *match: int) -> None:
        """Do nothing: all matches draw from one source."""

    def random(self) -> float:
        """Draw the number that decides a match."""
        return self._chance.random()

    def expected(self, mean: float) -> float:
        """Return the mean."""
        return mean

    def whole(self, mean: float, minute: float) -> float:
        """Draw the duration of a match."""
        return self._chance.gammavariate(self._shape, mean / self._shape)

    def called(self, mean: float, waited: float) -> float:
        """Draw the duration of a match that begins now."""
        return self.whole(mean, waited)

    def rest(self, mean: float, point: float, played: float) -> float:
        """Draw the rest of a match under way."""
        return remaining(lambda of: self.whole(of, 0.0), mean, point, played)


def remaining(draw: Callable[[float], float], mean: float, point: float, played: float) -> float:
    """Return the remaining duration of a match that has lasted this long, given how whole durations are drawn."""
    for _ in range(_THROWS):
        if (time := draw(mean)) > played:
            return time - played
    # It lasts longer than any drawn duration: it continues like a match of one point.
    return draw(point)
