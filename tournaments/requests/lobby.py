"""Events that start when full, and those that qualify for others."""

from __future__ import annotations

from .fields import Maybe, Request, flag, items, number, uid


class StartRequest(Request):
    """Whether an event starts by itself with the last place taken."""

    starts_when_full: bool = flag()
    opens_next: Maybe[bool] = flag("Whether a fresh event like it opens then; no when absent.")


class TargetRequest(Request):
    """Which event of the tournament an event qualifies for."""

    target: str | None = uid("The id of that event; null for none.")
    places: Maybe[int] = number("How many qualify; 1 when absent.", min_value=1, max_value=1024)


class QualifiedRequest(Request):
    """Who is to be entered by hand."""

    entrants: Maybe[list[str]] = items(
        "Entrants of the qualifier; everybody who qualifies for certain when absent.",
        child=uid(),
        max_length=1024,
    )


class FreedRequest(Request):
    """How many of its places a qualifier gives up."""

    places: int = number("All together; 0 keeps all of them again.", min_value=0, max_value=1024)
