"""Fees and money that changes hands; amounts are in the smallest unit of the currency."""

from __future__ import annotations

from tournaments.models import FeeKind, Means
from tournaments.models.ledger import LARGEST_AMOUNT
from tournaments.payouts import STRUCTURES

from .fields import Maybe, Request, choice, flag, number, text, uid

_IN_SMALLEST_UNIT = "In the smallest unit of the tournament's currency, as in 5000 for 50.00 EUR."


class FeeRequest(Request):
    """A fee of an event; one of the same kind and name is replaced."""

    kind: str = choice(choices=FeeKind.choices)
    amount: int = number(_IN_SMALLEST_UNIT, min_value=0, max_value=LARGEST_AMOUNT)
    name: Maybe[str] = text(max_length=60, allow_blank=True)
    is_optional: Maybe[bool] = flag("A side pool that an entrant may leave out.")


class CashBoxRequest(Request):
    """A cash box; one of that name is the same box."""

    name: str = text(max_length=40)


class PaymentRequest(Request):
    """Money that changes hands."""

    amount: Maybe[int] = number(
        f"{_IN_SMALLEST_UNIT} Absent: all that is due, or to be paid back.",
        min_value=1,
        max_value=LARGEST_AMOUNT,
    )
    means: Maybe[str] = choice(choices=Means.choices)
    box: Maybe[str] = text("The id of the cash box; absent where there is only one.")
    note: Maybe[str] = text(max_length=200, allow_blank=True)


class RefundRequest(PaymentRequest):
    """Money that goes back."""

    is_short_allowed: Maybe[bool] = flag("A director lets the box fall below nothing; else 409 `box_short`.")


class TakingBackRequest(Request):
    """How a line is taken back."""

    is_short_allowed: Maybe[bool] = flag("As for what is paid back.")


class PrizeRequest(Request):
    """A prize that is paid out."""

    amount: Maybe[int] = number(
        f"{_IN_SMALLEST_UNIT} Absent: all that is left of the prizes of the entrant.",
        min_value=1,
        max_value=LARGEST_AMOUNT,
    )
    means: Maybe[str] = choice(choices=Means.choices)
    box: Maybe[str] = text("The id of the cash box; absent where there is only one.")
    pool: Maybe[str] = text("The fee of a side pool; absent for the prizes of the event.")
    reason: Maybe[str] = text(
        "Needed for more than is left of the prizes of the entrant or of the pool.",
        max_length=200,
        allow_blank=True,
    )
    is_short_allowed: Maybe[bool] = flag("As for what is paid back.")


class ChoiceRequest(Request):
    """An optional side pool, chosen or left."""

    fee: str = uid()
    is_chosen: bool = flag()


class WaiverRequest(Request):
    """A fee that an entrant is let off."""

    fee: str = uid()
    reason: str = text(max_length=200)


class PayoutRequest(Request):
    """How the prizes of an event are made."""

    structure: str | None = choice("Null for no prizes.", choices=STRUCTURES)
    percent: Maybe[int] = number("Of the entry fees; 100 when absent.", min_value=0, max_value=100)
    added: Maybe[int] = number(
        f"By the organiser. {_IN_SMALLEST_UNIT}", min_value=0, max_value=LARGEST_AMOUNT
    )
    unit: Maybe[int] = number("Prizes are multiples of it.", min_value=1, max_value=LARGEST_AMOUNT)
