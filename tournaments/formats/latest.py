"""The latest answers of a pure function, kept for when it is asked about the very same values again."""

from collections.abc import Callable
from functools import wraps
from operator import attrgetter, is_
from typing import Concatenate, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")

# As many stages of an event are usually worked at in turns.
_KEPT = 4


def latest(
    *names: str,
) -> Callable[[Callable[Concatenate[T, P], R]], Callable[Concatenate[T, P], R]]:
    """Keep the latest answers of a function of a state, or a feeder, that looks at nothing of it but these fields.

    A format is asked several things of one state in a row, and each of them begins with the same work. Values are the
    same where they are the same object, which the kept answer holds on to, so that looking takes no time and another
    object is never taken for it. Answers are shared, so nobody changes one.
    """

    def remembering(function: Callable[Concatenate[T, P], R]) -> Callable[Concatenate[T, P], R]:
        kept: tuple[tuple[tuple[object, ...], R], ...] = ()
        # A getter of several fields answers a tuple, and with none named twice it is the fastest.
        looked_at = attrgetter(*names, names[0])

        @wraps(function)
        def answer(state: T, /, *rest: P.args, **named: P.kwargs) -> R:
            nonlocal kept
            asked = (*looked_at(state), *rest, *named.values())
            for before, found in kept:
                if all(map(is_, before, asked)):
                    return found
            new = function(state, *rest, **named)
            # One assignment: another thread sees the old answers or the new ones.
            kept = ((asked, new), *kept[: _KEPT - 1])
            return new

        return answer

    return remembering


def for_each(function: Callable[[T], R]) -> Callable[[tuple[T, ...]], tuple[R, ...]]:
    """Answer for each of many values, and only for the new ones where they come behind those of one of the latest questions.

    The entries, pairings and results of a stage grow like this while it is played.
    """
    kept: tuple[tuple[tuple[T, ...], tuple[R, ...]], ...] = ()

    @wraps(function)
    def answer(values: tuple[T, ...]) -> tuple[R, ...]:
        nonlocal kept
        before = next((one for one in kept if values[: len(one[0])] == one[0]), None)
        known = () if before is None else before[1]
        found = (*known, *map(function, values[len(known) :]))
        kept = ((values, found), *[one for one in kept if one is not before][: _KEPT - 1])
        return found

    return answer
