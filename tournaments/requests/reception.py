"""What one press of a button does at the registration desk: come in, be here and pay."""

from __future__ import annotations

from tournaments.models import Means
from tournaments.models.ledger import LARGEST_AMOUNT

from .entrants import Similar
from .fields import Maybe, Request, choice, flag, items, number, text


class ArrivalRequest(Request):
    """Who is here, and may pay at once."""

    is_paid: Maybe[bool] = flag(required=False, help_text="All that is due is paid in cash.")
    box: Maybe[str] = text(
        required=False,
        help_text="The id of the cash box; the only one, or a first one that is made, when absent.",
    )


class ReceptionRequest(ArrivalRequest):
    """One side at the desk: one player, or a pair whose second player may be new."""

    players: list[str] = items(
        child=text(max_length=120),
        min_length=1,
        max_length=2,
        help_text="By id; the last one may be a new name.",
    )
    club: Maybe[str] = text(max_length=80, required=False, allow_blank=True, help_text="Of a new player.")
    country: Maybe[str] = text(
        max_length=2, required=False, allow_blank=True, help_text="Of a new player, as in FR."
    )
    similar: str = choice(
        choices=[(way.value, way.value) for way in (Similar.REFUSE, Similar.ACCEPT)],
        default=Similar.REFUSE.value,
        help_text="Of a new player alone: whether players with a similar name are another person.",
    )
    is_here: bool = flag(default=True, help_text="Checked in at once.")
    takes_bye: Maybe[bool] = flag(
        required=False, help_text="Late into a drawn event: at once against whoever has the bye."
    )
    overrides: Maybe[list[str]] = items(child=text(max_length=40), required=False, max_length=20)


class PlayerArrivalRequest(ArrivalRequest):
    """A player who is here, in every event entered."""

    player: str = text(max_length=20)


class PlayerPaymentRequest(Request):
    """A player who pays all that is due in every event, in cash."""

    player: str = text(max_length=20)
    box: Maybe[str] = text(required=False, help_text="As for an arrival.")


class DeskPaymentRequest(Request):
    """An amount that changes hands at the desk; the first cash makes the first box."""

    amount: int = number(
        min_value=1, max_value=LARGEST_AMOUNT, help_text="In the smallest unit of the tournament's currency."
    )
    means: Maybe[str] = choice(choices=Means.choices, required=False)
    box: Maybe[str] = text(required=False, help_text="As for an arrival.")
    note: Maybe[str] = text(max_length=200, required=False, allow_blank=True)
    due_seen: Maybe[int] = number(
        required=False,
        help_text="What was due when you looked: 409 `booked_meanwhile` where that has changed.",
    )


class DeskRefundRequest(DeskPaymentRequest):
    """An amount that goes back at the desk."""

    is_short_allowed: Maybe[bool] = flag(
        required=False, help_text="A director lets the box fall below nothing; else 409 `box_short`."
    )


class DeskPrizeRequest(Request):
    """A prize that is paid out at the desk."""

    amount: int = number(min_value=1, max_value=LARGEST_AMOUNT)
    means: Maybe[str] = choice(choices=Means.choices, required=False)
    box: Maybe[str] = text(required=False, help_text="As for an arrival.")
    pool: Maybe[str] = text(
        required=False, help_text="The fee of a side pool; absent for the prizes of the event."
    )
    note: Maybe[str] = text(max_length=200, required=False, allow_blank=True, help_text="The reason.")
    is_short_allowed: Maybe[bool] = flag(required=False, help_text="As for what is paid back.")


class DeskPrizesRequest(Request):
    """All that is left of the prizes of an entrant, in cash."""

    box: Maybe[str] = text(required=False, help_text="As for an arrival.")
    is_short_allowed: Maybe[bool] = flag(required=False, help_text="As for what is paid back.")
