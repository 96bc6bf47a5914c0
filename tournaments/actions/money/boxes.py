"""Cash boxes: the box of a cash payment, and its balance."""

from __future__ import annotations

from typing import TypedDict

from matches.models import Player
from tournaments.actions.locks import lock_log
from tournaments.actions.permissions import require_director
from tournaments.errors.money import BoxNeeded, BoxShort, WrongBox
from tournaments.models import CashBox, Means, Tournament
from tournaments.queries.money.ledger import box_total


class PaymentArguments(TypedDict, total=False):
    """The keyword arguments of money that changes hands beside its amount."""

    means: str
    box: CashBox | None
    note: str


def require_in_box(
    box: CashBox | None, amount: int, *, by: Player | None, is_short_allowed: bool = False
) -> None:
    """Raise BoxShort if the box holds less cash than the amount, unless a director allows it."""
    if box is None:
        return
    lock_log(box.tournament)
    total = box_total(box)
    if total >= amount:
        return
    if not is_short_allowed:
        raise BoxShort(box=box.name, total=total)
    require_director(box.tournament, by)


def box_for(tournament: Tournament, *, means: str, box: CashBox | None) -> CashBox | None:
    """Return the cash box: the given one, or the only one; None for other means of payment."""
    if means != Means.CASH:
        return None
    if box is not None:
        if box.tournament_id != tournament.pk:
            raise WrongBox
        return box
    boxes = list(CashBox.objects.filter(tournament=tournament)[:2])
    if len(boxes) != 1:
        raise BoxNeeded
    return boxes[0]
