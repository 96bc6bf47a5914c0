"""Entrants: entering, leaving, coming back, and what they say of themselves."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from .fields import Maybe, Request, choice, email, flag, items, json, number, overrides, text, uid


class Similar(StrEnum):
    """What happens to a new name when there are players with a similar one."""

    REFUSE = "refuse"
    """Refuse every name that is nearly a known one, as the desk's page does."""
    REFUSE_SAME = "refuse_same"
    """Refuse only the name that a known player has already, accents and case aside."""
    ACCEPT = "accept"
    """It is another person."""


class EntrantRequest(Request):
    """One side to enter: its players by id or by name. A name that is new makes a new player."""

    players: list[str] = items(
        "The captain of a team first.", child=text(max_length=120), min_length=1, max_length=20
    )
    name: Maybe[str] = text("The name of a team.", max_length=120, allow_blank=True)
    club: Maybe[str] = text("Of a new player.", max_length=80, allow_blank=True)
    country: Maybe[str] = text("Of a new player, as in FR.", max_length=2, allow_blank=True)
    email: Maybe[str] = email("Of a new player, for notices.", allow_blank=True)
    similar: str = choice(
        "What to do about known players with the same or a similar name.",
        choices=Similar,
        default=Similar.REFUSE_SAME.value,
    )
    is_alternate: bool = flag("Waits for a place even if there is one.", default=False)


class PromotionRequest(Request):
    """What the desk lets stand when an alternate is given a place."""

    overrides: Maybe[list[str]] = overrides("Of `kept_for_qualifiers`.")


class PlaysOnRequest(Request):
    """Whether an entrant plays on after a loss."""

    goes_on: bool | None = flag("Null takes the word back.")


class AbsencesRequest(Request):
    """The rounds of a stage that an entrant misses."""

    stage: str = uid()
    rounds: list[int] = items(
        "All of them; rounds that are paired already stay as they are.",
        child=number(min_value=1, max_value=1000),
        max_length=1000,
    )


class ReasonRequest(Request):
    """Why something is done."""

    reason: str = text(max_length=500)


class MaybeReasonRequest(Request):
    """Why something is done, if there is something to say."""

    reason: Maybe[str] = text(max_length=500, allow_blank=True)


class WithdrawalRequest(MaybeReasonRequest):
    """Why somebody leaves, and which other events of the tournament are left too."""

    also: Maybe[list[str]] = items(
        "Entries of the same players in other events, of those that `other-entries/` lists.",
        child=uid(),
        max_length=50,
    )


class ReEntryRequest(Request):
    """The rule by which players come back."""

    rule: dict[str, Any] | None = json(
        "most, until (ISO 8601 with its zone, or null), after (first or any), fee_percent and keeps_side_pools; what is absent takes its default. Null: nobody comes back."
    )


class ByeLotsRequest(Request):
    """Lots in the draw for byes."""

    lots: int = number("One is usual; with none only when all others have one.", min_value=0, max_value=100)
