"""The registration desk: entry, check-in and payment in one step."""

from __future__ import annotations

from tournaments.models import AT_THE_DESK
from tournaments.models.ledger import LARGEST_AMOUNT

from .entrants import Similar
from .fields import Maybe, Request, choice, flag, items, number, overrides, text, uid


class ArrivalRequest(Request):
    """The check-in of an entrant, optionally with its payment."""

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
    let_in: Maybe[str] = text(
        "Of a director: why players may enter to whom the division is closed.",
        max_length=500,
        allow_blank=True,
    )


class PlayerArrivalRequest(ArrivalRequest):
    """The check-in of a player in all events of the tournament."""

    player: str = uid()


class PlayerPaymentRequest(Request):
    """The cash payment of all that a player owes in the tournament."""

    player: str = uid()
    box: Maybe[str] = text("As for an arrival.")


class DeskPaymentRequest(Request):
    """A payment at the desk; the first cash payment creates the first cash box."""

    amount: int = number(
        "In the smallest unit of the tournament's currency.", min_value=1, max_value=LARGEST_AMOUNT
    )
    means: Maybe[str] = choice(choices=AT_THE_DESK)
    box: Maybe[str] = text("As for an arrival.")
    note: Maybe[str] = text(max_length=200, allow_blank=True)
    due_seen: Maybe[int] = number(
        "What was due when you looked: 409 `booked_meanwhile` where that has changed."
    )


class DeskRefundRequest(DeskPaymentRequest):
    """A refund at the desk."""

    is_short_allowed: Maybe[bool] = flag("A director lets the box fall below nothing; else 409 `box_short`.")


class DeskPrizeRequest(Request):
    """The payment of a prize at the desk."""

    amount: int = number(min_value=1, max_value=LARGEST_AMOUNT)
    means: Maybe[str] = choice(choices=AT_THE_DESK)
    box: Maybe[str] = text("As for an arrival.")
    pool: Maybe[str] = text("The fee of a side pool; absent for the prizes of the event.")
    note: Maybe[str] = text("The reason.", max_length=200, allow_blank=True)
    is_short_allowed: Maybe[bool] = flag("As for what is paid back.")


class DeskPrizesRequest(Request):
    """The cash payment of all remaining prizes of an entrant."""

    box: Maybe[str] = text("As for an arrival.")
    is_short_allowed: Maybe[bool] = flag("As for what is paid back.")
