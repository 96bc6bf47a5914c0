"""The one cache of the formats: the latest answers to a question, for when it is asked again or a stage has gone on.

Formats are pure, so a cache never shows in an answer; `forget_everything` empties all of them.
"""

from collections.abc import Callable
from functools import wraps
from operator import attrgetter, is_
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")

# As many stages of an event are usually worked at in turns.
_KEPT = 4


class LatestAnswers(Generic[T]):
    """The latest answers to one question, the newest first; one assignment stores, so threads need no lock."""

    every: ClassVar[list["LatestAnswers[Any]"]] = []

    def __init__(self, most: int = 1) -> None:
        """Hold so many answers."""
        self.answers: tuple[T, ...] = ()
        self._most = most
        self.every.append(self)

    @property
    def newest(self) -> T | None:
        """The newest answer, if there is one."""
        return self.answers[0] if self.answers else None

    def store(self, answer: T, *, instead_of: T | None = None) -> None:
        """Store an answer before the others, in the place of one that it goes on from."""
        others = [one for one in self.answers if one is not instead_of]
        self.answers = (answer, *others[: self._most - 1])

    def forget(self) -> None:
        """Drop all answers."""
        self.answers = ()


def forget_everything() -> None:
    """Empty the caches of all formats."""
    for cache in LatestAnswers.every:
        cache.forget()


def latest(
    *names: str,
) -> Callable[[Callable[Concatenate[T, P], R]], Callable[Concatenate[T, P], R]]:
    """Keep the latest answers of a function of a state, or a feeder, that looks at nothing of it but these fields.

    A format is asked several things of one state in a row, and each of them begins with the same work. Values are the
    same where they are the same object, which the kept answer holds on to, so that looking takes no time and another
    object is never taken for it. Answers are shared, so nobody changes one.
    """

    def remembering(function: Callable[Concatenate[T, P], R]) -> Callable[Concatenate[T, P], R]:
        cache: LatestAnswers[tuple[tuple[object, ...], R]] = LatestAnswers(_KEPT)
        # A getter of several fields answers a tuple, and with none named twice it is the fastest.
        looked_at = attrgetter(*names, names[0])

        @wraps(function)
        def answer(state: T, /, *rest: P.args, **named: P.kwargs) -> R:
            question = (*looked_at(state), *rest, *named, *named.values())
            for before, known in cache.answers:
                if len(before) == len(question) and all(map(is_, before, question)):
                    return known
            new = function(state, *rest, **named)
            cache.store((question, new))
            return new

        return answer

    return remembering


def for_each(function: Callable[[T], R]) -> Callable[[tuple[T, ...]], tuple[R, ...]]:
    """Answer for each of many values, and only for the new ones where they come behind those of one of the latest questions.

    The entries, pairings and results of a stage grow like this while it is played.
    """
    cache: LatestAnswers[tuple[tuple[T, ...], tuple[R, ...]]] = LatestAnswers(_KEPT)

    @wraps(function)
    def answer(values: tuple[T, ...]) -> tuple[R, ...]:
        before = next((one for one in cache.answers if values[: len(one[0])] == one[0]), None)
        known = () if before is None else before[1]
        new = (*known, *map(function, values[len(known) :]))
        cache.store((values, new), instead_of=before)
        return new

    return answer
