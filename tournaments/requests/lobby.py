"""Events that start when full, and those that qualify for others."""

from __future__ import annotations

from .fields import Maybe, Request, flag, items, number, text


class StartRequest(Request):
    """Whether an event starts by itself with the last place taken."""

    starts_when_full: bool = flag()
    opens_next: Maybe[bool] = flag(
        required=False, help_text="Whether a fresh event like it opens then; no when absent."
    )


class TargetRequest(Request):
    """Which event of the tournament an event qualifies for."""

    target: str | None = text(
        max_length=20, allow_null=True, help_text="The id of that event; null for none."
    )
    places: Maybe[int] = number(
        min_value=1, max_value=1024, required=False, help_text="How many qualify; 1 when absent."
    )


class QualifiedRequest(Request):
    """Who is to be entered by hand."""

    entrants: Maybe[list[str]] = items(
        child=text(max_length=20),
        max_length=1024,
        required=False,
        help_text="Entrants of the qualifier; everybody who qualifies for certain when absent.",
    )


class FreedRequest(Request):
    """How many of its places a qualifier gives up."""

    places: int = number(min_value=0, max_value=1024, help_text="All together; 0 keeps all of them again.")
