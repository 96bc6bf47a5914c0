"""Events as a whole: their plans, their start, whom they qualify, their closing, and the steps at their desk."""

from __future__ import annotations

from typing import Any

from django.conf import settings

from .fields import Maybe, Request, choice, email, flag, items, json, number, text, uid
from .tournaments import FeedRequest


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


class ClosingRequest(Request):
    """Whether to close although something is open, and why."""

    anyway: Maybe[bool] = flag("Close although something is to be settled; else 409 `still_open`.")
    reason: Maybe[str] = text(
        "Needed with `anyway` where something is open.", max_length=500, allow_blank=True
    )


class FinalPageRequest(Request):
    """To whom the final page of an event is mailed."""

    to_players: Maybe[bool] = flag(
        "To each player of the event with an address, in the own language; yes when absent."
    )
    address: Maybe[str] = email("One address more, as of a federation.", allow_blank=True)
    language: Maybe[str] = choice("Of the page for that address.", choices=settings.LANGUAGES)


class PlanRequest(Request):
    """A plan to be checked; nothing is created."""

    plan: dict[str, Any] = json("As `GET /api/v1/events/<id>/plan/` shows one.")
    entrants: Maybe[int | None] = number("Any usual number when absent.", min_value=1, max_value=1024)
    tables: Maybe[int | None] = number(min_value=0, max_value=500)


class StageFeedsRequest(Request):
    """All feeds of a stage."""

    feeds: list[dict[str, Any]] = items(child=FeedRequest, max_length=20)


class StepRequest(Request):
    """The key of a step."""

    step: str = text("The `key` of the step.", max_length=80)
