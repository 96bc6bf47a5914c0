"""Events that start when full, and qualification for other events."""

from __future__ import annotations

from .fields import Maybe, Request, flag, items, number, uid


class StartRequest(Request):
    """Whether an event starts automatically when it is full."""

    starts_when_full: bool = flag()
    opens_next: Maybe[bool] = flag("Whether a fresh event like it opens then; as before when absent.")


class TargetRequest(Request):
    """The event of the tournament that an event qualifies for."""

    target: str | None = uid("The id of that event; null for none.")
    places: Maybe[int] = number(
        "How many qualify; as before when absent, at first 1.", min_value=1, max_value=1024
    )
    pays_entry: Maybe[bool] = flag(
        "Whether their fees there are prizes of this event; as before when absent."
    )


class QualifiedRequest(Request):
    """The qualifiers to be entered by hand."""

    entrants: Maybe[list[str]] = items(
        "Entrants of the qualifier; everybody who qualifies for certain when absent.",
        child=uid(),
        max_length=1024,
    )


class FreedRequest(Request):
    """The number of qualifying places to be released."""

    places: int = number("All together; 0 keeps all of them again.", min_value=0, max_value=1024)
