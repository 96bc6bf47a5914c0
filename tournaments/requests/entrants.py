"""Entry, withdrawal, re-entry and absences of entrants."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from .fields import Maybe, Request, choice, email, flag, items, json, number, overrides, text, uid


class Similar(StrEnum):
    """How a new name is handled if players with a similar name exist."""

    REFUSE = "refuse"
    """Refuse every name that is nearly a known one, as the desk's page does."""
    REFUSE_SAME = "refuse_same"
    """Refuse only the name that a known player has already, accents and case aside."""
    ACCEPT = "accept"
    """It is another person."""


class EntrantRequest(Request):
    """One side to enter: its players by uid or by name."""

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
    let_in: Maybe[str] = text(
        "Of a director: why players may enter to whom the division is closed.",
        max_length=500,
        allow_blank=True,
    )


class PromotionRequest(Request):
    """The rules that the desk overrides when it promotes an alternate."""

    overrides: Maybe[list[str]] = overrides("Of `kept_for_qualifiers`.")


class PlaysOnRequest(Request):
    """Whether an entrant plays on after a loss."""

    goes_on: bool | None = flag("Null takes the word back.")


class AbsencesRequest(Request):
    """The rounds of a stage in which an entrant is absent."""

    stage: str = uid()
    rounds: list[int] = items(
        "All of them; rounds that are paired already stay as they are.",
        child=number(min_value=1, max_value=1000),
        max_length=1000,
    )


class ReasonRequest(Request):
    """A reason, which is required."""

    reason: str = text(max_length=500)


class MaybeReasonRequest(Request):
    """An optional reason."""

    reason: Maybe[str] = text(max_length=500, allow_blank=True)


class WithdrawalRequest(MaybeReasonRequest):
    """The reason of a withdrawal, and the other entries that are withdrawn too."""

    also: Maybe[list[str]] = items(
        "Entries of the same players in other events, of those that `other-entries/` lists.",
        child=uid(),
        max_length=50,
    )


class ReEntryRequest(Request):
    """The re-entry rule of an event."""

    rule: dict[str, Any] | None = json(
        "most, until (ISO 8601 with its zone, or null), after (first or any), fee_percent and keeps_side_pools; what is absent takes its default. Null: nobody comes back."
    )


class ByeLotsRequest(Request):
    """Lots in the draw for byes."""

    lots: int = number("One is usual; with none only when all others have one.", min_value=0, max_value=100)


class EntrantsRequest(Request):
    """Several entrants of a tournament, which are all meant or none."""

    entrants: list[str] = items(
        "Of any events of the tournament.", child=uid(), min_length=1, max_length=1000
    )


class EntrantsPaymentRequest(EntrantsRequest):
    """The cash payment of all that several entrants owe."""

    box: Maybe[str] = text("The id of the cash box; the only one, or a first one that is made, when absent.")


class EntrantsMessageRequest(EntrantsRequest):
    """A message to the players of several entrants."""

    message: str = text(
        "It is sent as it is typed.", max_length=500, example="The consolation is played upstairs."
    )


class EntrantsWithdrawalRequest(EntrantsRequest):
    """The withdrawal of several entrants."""

    reason: Maybe[str] = text(max_length=500, allow_blank=True)
