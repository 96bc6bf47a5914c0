"""The one cache of the formats: the latest results of a function, for repeated calls and for stages that have progressed.

Formats are pure, so the cache never changes a result; `forget_everything` empties it.
"""

from collections.abc import Callable
from functools import wraps
from operator import attrgetter, is_
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")

# How many stages of an event are usually read in turns.
_KEPT = 4


class LatestAnswers(Generic[T]):
    """The latest results of one function, newest first; one assignment stores them, so threads need no lock."""

    every: ClassVar[list["LatestAnswers[Any]"]] = []

    def __init__(self, most: int = 1) -> None:
        """Create a cache with room for this many results."""
        self.answers: tuple[T, ...] = ()
        self._most = most
        self.every.append(self)

    @property
    def newest(self) -> T | None:
        """The newest result; None if there is none."""
        return self.answers[0] if self.answers else None

    def store(self, answer: T, *, instead_of: T | None = None) -> None:
        """Store a result before the others, in place of the one that it continues."""
        others = [one for one in self.answers if one is not instead_of]
        self.answers = (answer, *others[: self._most - 1])

    def forget(self) -> None:
        """Remove all results."""
        self.answers = ()


def forget_everything() -> None:
    """Empty all caches of the formats."""
    for cache in LatestAnswers.every:
        cache.forget()


def latest(
    *names: str,
) -> Callable[[Callable[Concatenate[T, P], R]], Callable[Concatenate[T, P], R]]:
    """Cache the latest results of a function of a state, or a feeder, that reads only these fields of it.

    Callers ask a format several questions about one state in a row, and each begins with the same work. Arguments are
    compared by identity; the cache keeps them alive, so the comparison is fast and never wrong. Results are shared, so
    callers must not change them.
    """

    def remembering(function: Callable[Concatenate[T, P], R]) -> Callable[Concatenate[T, P], R]:
        cache: LatestAnswers[tuple[tuple[object, ...], R]] = LatestAnswers(_KEPT)
        # An attrgetter of several fields returns a tuple; repeating the first field makes sure there are
        # several.
        looked_at = attrgetter(*names, names[0])

        @wraps(function)
        def answer(state: T, /, *rest: P.args, **named: P.kwargs) -> R:
            question = (*looked_at(state), *rest, *named, *named.values())
            for before, old in cache.answers:
                if len(before) == len(question) and all(map(is_, before, question)):
                    return old
            new = function(state, *rest, **named)
            cache.store((question, new))
            return new

        return answer

    return remembering


def for_each(function: Callable[[T], R]) -> Callable[[tuple[T, ...]], tuple[R, ...]]:
    """Map a function over a tuple, and call it only for new values if the tuple extends that of a recent call.

    The entries, pairings and results of a stage grow in this way during play.
    """
    cache: LatestAnswers[tuple[tuple[T, ...], tuple[R, ...]]] = LatestAnswers(_KEPT)

    @wraps(function)
    def answer(values: tuple[T, ...]) -> tuple[R, ...]:
        before = next((one for one in cache.answers if values[: len(one[0])] == one[0]), None)
        old = () if before is None else before[1]
        new = (*old, *map(function, values[len(old) :]))
        cache.store((values, new), instead_of=before)
        return new

    return answer
