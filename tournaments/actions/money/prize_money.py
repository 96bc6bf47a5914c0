"""Prize payments from the event's pool or a side pool, and release of replaced absentees' debts."""

from __future__ import annotations

from django.db import transaction

from matches.models import Player
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import require_director
from tournaments.errors.money import MoreThanPool, MoreThanPrize, NotASidePool
from tournaments.models import CashBox, Entrant, Event, Fee, FeeKind, LedgerLine, LineKind, Means
from tournaments.queries.money.ledger import balance, side_pools, standing_lines
from tournaments.queries.money.prizes import prizes_of

from .boxes import box_for, require_in_box
from .ledger import release_entry
from .lines import book


@transaction.atomic
def pay_prize(
    entrant: Entrant,
    *,
    by: Player | None,
    amount: int,
    means: str = Means.CASH,
    box: CashBox | None = None,
    note: str = "",
    pool: Fee | None = None,
    is_short_allowed: bool = False,
) -> LedgerLine:
    """Book the payment of a prize from the entry fees, or from the given side pool.

    Raise MoreThanPrize or MoreThanPool for more than the remainder, unless `note` gives a reason, and
    BoxShort as for a refund.
    """
    event = lock_event(entrant.event)
    require_director(event.tournament, by)
    if pool is None:
        claim = prizes_of(entrant)
        own, rest = claim.left, claim.pool_left
    else:
        own, rest = _claim_on(pool, entrant, event)
    if not note.strip():
        if amount > rest:
            raise MoreThanPool(most=max(rest, 0))
        if amount > own:
            raise MoreThanPrize(most=max(own, 0), entrant=entrant.name)
    place = box_for(event.tournament, means=means, box=box)
    require_in_box(place, amount, by=by, is_short_allowed=is_short_allowed)
    return book(
        event, entrant, kind=LineKind.PRIZE, amount=amount, by=by, fee=pool, means=means, box=place, note=note
    )


def release_no_show(entrant: Entrant, *, by: Player | None) -> None:
    """Reverse the charges of a replaced absent entrant, unless it has paid and is not refunded."""
    account = balance(entrant)
    if account.paid == account.refunded:
        release_entry(entrant, by=by)


def _claim_on(pool: Fee, entrant: Entrant, event: Event) -> tuple[int, int]:
    """Return the entrant's claim on a side pool, and the remainder of the pool."""
    if pool.kind != FeeKind.SIDE_POOL or pool.event_id != event.pk:
        raise NotASidePool
    rest = sum(one.left for one in side_pools(event) if one.fee.name == pool.name)
    is_in = standing_lines().filter(
        entrant=entrant, fee__kind=FeeKind.SIDE_POOL, fee__name=pool.name, kind=LineKind.CHARGE
    )
    return (rest if is_in.exists() else 0), rest
