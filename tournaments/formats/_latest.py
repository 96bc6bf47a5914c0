"""The latest answers of a pure function, kept for when it is asked about the very same values again."""

from collections.abc import Callable
from functools import wraps
from operator import attrgetter, is_
from typing import Concatenate, ParamSpec, TypeVar

from tournaments.formats._base import State

P = ParamSpec("P")
R = TypeVar("R")

# As many stages of an event are usually worked at in turns.
_KEPT = 4


def latest(
    *names: str,
) -> Callable[[Callable[Concatenate[State, P], R]], Callable[Concatenate[State, P], R]]:
    """Keep the latest answers of a function of a state that looks at nothing of it but these fields.

    A format is asked several things of one state in a row, and each of them begins with the same work. Values are the
    same where they are the same object, which the kept answer holds on to, so that looking takes no time and another
    object is never taken for it. Answers are shared, so nobody changes one.
    """

    def remembering(function: Callable[Concatenate[State, P], R]) -> Callable[Concatenate[State, P], R]:
        kept: tuple[tuple[tuple[object, ...], R], ...] = ()
        # A getter of several fields answers a tuple, and with none named twice it is the fastest.
        looked_at = attrgetter(*names, names[0])

        @wraps(function)
        def answer(state: State, /, *rest: P.args, **named: P.kwargs) -> R:
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
