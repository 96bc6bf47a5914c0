"""What one press of a button does at the registration desk: come in, be here and pay."""

from __future__ import annotations

from tournaments.models import Means
from tournaments.models.ledger import LARGEST_AMOUNT

from .entrants import Similar
from .fields import Maybe, Request, choice, flag, items, number, overrides, text, uid


class ArrivalRequest(Request):
    """Who is here, and may pay at once."""

    is_paid: Maybe[bool] = flag("All that is due is paid in cash.")
    box: Maybe[str] = text("The id of the cash box; the only one, or a first one that is made, when absent.")


class ReceptionRequest(ArrivalRequest):
    """One side at the desk: one player, or a pair whose second player may be new."""

    players: list[str] = items(
        "By id; the last one may be a new name.", child=text(max_length=120), min_length=1, max_length=2
    )
    club: Maybe[str] = text("Of a new player.", max_length=80, allow_blank=True)
    country: Maybe[str] = text("Of a new player, as in FR.", max_length=2, allow_blank=True)
    similar: str = choice(
        "Of a new player alone: whether players with a similar name are another person.",
        choices=(Similar.REFUSE, Similar.ACCEPT),
        default=Similar.REFUSE.value,
    )
    is_here: bool = flag("Checked in at once.", default=True)
    takes_bye: Maybe[bool] = flag("Late into a drawn event: at once against whoever has the bye.")
    overrides: Maybe[list[str]] = overrides()


class PlayerArrivalRequest(ArrivalRequest):
    """A player who is here, in every event entered."""

    player: str = uid()


class PlayerPaymentRequest(Request):
    """A player who pays all that is due in every event, in cash."""

    player: str = uid()
    box: Maybe[str] = text("As for an arrival.")


class DeskPaymentRequest(Request):
    """An amount that changes hands at the desk; the first cash makes the first box."""

    amount: int = number(
        "In the smallest unit of the tournament's currency.", min_value=1, max_value=LARGEST_AMOUNT
    )
    means: Maybe[str] = choice(choices=Means.choices)
    box: Maybe[str] = text("As for an arrival.")
    note: Maybe[str] = text(max_length=200, allow_blank=True)
    due_seen: Maybe[int] = number(
        "What was due when you looked: 409 `booked_meanwhile` where that has changed."
    )


class DeskRefundRequest(DeskPaymentRequest):
    """An amount that goes back at the desk."""

    is_short_allowed: Maybe[bool] = flag("A director lets the box fall below nothing; else 409 `box_short`.")


class DeskPrizeRequest(Request):
    """A prize that is paid out at the desk."""

    amount: int = number(min_value=1, max_value=LARGEST_AMOUNT)
    means: Maybe[str] = choice(choices=Means.choices)
    box: Maybe[str] = text("As for an arrival.")
    pool: Maybe[str] = text("The fee of a side pool; absent for the prizes of the event.")
    note: Maybe[str] = text("The reason.", max_length=200, allow_blank=True)
    is_short_allowed: Maybe[bool] = flag("As for what is paid back.")


class DeskPrizesRequest(Request):
    """All that is left of the prizes of an entrant, in cash."""

    box: Maybe[str] = text("As for an arrival.")
    is_short_allowed: Maybe[bool] = flag("As for what is paid back.")
