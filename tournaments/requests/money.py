"""Fees, payments and prizes; amounts are in the smallest unit of the currency."""

from __future__ import annotations

from typing import Any

from tournaments.models import AT_THE_DESK, FeeKind
from tournaments.models.ledger import LARGEST_AMOUNT
from tournaments.payouts import OWN, STRUCTURES

from .fields import Maybe, Request, choice, flag, items, json, number, text, uid

_IN_SMALLEST_UNIT = "In the smallest unit of the tournament's currency, as in 5000 for 50.00 EUR."


class FeeRequest(Request):
    """A fee of an event; it replaces a fee of the same kind and name."""

    kind: str = choice(choices=FeeKind.choices)
    amount: int = number(_IN_SMALLEST_UNIT, min_value=0, max_value=LARGEST_AMOUNT)
    name: Maybe[str] = text(max_length=60, allow_blank=True)
    is_optional: Maybe[bool] = flag("A side pool that an entrant may leave out; as before when absent.")


class CashBoxRequest(Request):
    """A cash box, identified by its name."""

    name: str = text(max_length=40)


class PaymentRequest(Request):
    """A payment."""

    amount: Maybe[int] = number(
        f"{_IN_SMALLEST_UNIT} Absent: all that is due, or to be paid back.",
        min_value=1,
        max_value=LARGEST_AMOUNT,
    )
    means: Maybe[str] = choice(choices=AT_THE_DESK)
    box: Maybe[str] = text("The id of the cash box; absent where there is only one.")
    note: Maybe[str] = text(max_length=200, allow_blank=True)


class RefundRequest(PaymentRequest):
    """A refund."""

    is_short_allowed: Maybe[bool] = flag("A director lets the box fall below nothing; else 409 `box_short`.")


class TakingBackRequest(Request):
    """The reversal of a ledger line."""

    is_short_allowed: Maybe[bool] = flag("As for what is paid back.")


class PrizeRequest(Request):
    """The payment of a prize."""

    amount: Maybe[int] = number(
        f"{_IN_SMALLEST_UNIT} Absent: all that is left of the prizes of the entrant.",
        min_value=1,
        max_value=LARGEST_AMOUNT,
    )
    means: Maybe[str] = choice(choices=AT_THE_DESK)
    box: Maybe[str] = text("The id of the cash box; absent where there is only one.")
    pool: Maybe[str] = text("The fee of a side pool; absent for the prizes of the event.")
    reason: Maybe[str] = text(
        "Needed for more than is left of the prizes of the entrant or of the pool.",
        max_length=200,
        allow_blank=True,
    )
    is_short_allowed: Maybe[bool] = flag("As for what is paid back.")


class ChoiceRequest(Request):
    """Whether an entrant takes part in an optional side pool."""

    fee: str = uid()
    is_chosen: bool = flag()


class WaiverRequest(Request):
    """The fee to be waived."""

    fee: str = uid()
    reason: str = text(max_length=200)


class PayoutRequest(Request):
    """The prize structure of an event; what is absent stays as it is."""

    structure: str | None = choice("Null for no prizes.", choices=[*STRUCTURES, OWN])
    percent: Maybe[int] = number(
        "Of the entry fees; as before when absent, at first 100.", min_value=0, max_value=100
    )
    added: Maybe[int] = number(
        f"By the organiser. {_IN_SMALLEST_UNIT}", min_value=0, max_value=LARGEST_AMOUNT
    )
    unit: Maybe[int] = number("Prizes are multiples of it.", min_value=1, max_value=LARGEST_AMOUNT)
    own: Maybe[dict[str, Any]] = json(
        "With the structure `own`: the prizes of each flight, the main one first, in the smallest unit of the currency, "
        'or in hundredths of a per cent of the pool, as in `{"is_amount": false, "flights": [[6000, 3000, 1000]]}`.'
    )


class PrizeSplitRequest(Request):
    """A split of prizes that their winners have agreed on."""

    amounts: dict[str, Any] = json(
        "What each of them gets, by the id of the entrant; in sum what they have won together."
    )


class PrizeSplitEndRequest(Request):
    """The entrants whose split, or proposed split, is taken back."""

    entrants: list[str] = items(child=uid(), min_length=2, max_length=64)
