"""Prizes paid out: from the pool of an event or one of its side pools, and what a replaced no-show owes no more."""

from __future__ import annotations

from django.db import transaction

from matches.models import Player
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import require_director
from tournaments.errors import MoreThanPool, MoreThanPrize, NotASidePool
from tournaments.models import CashBox, Entrant, Event, Fee, FeeKind, LedgerLine, LineKind, Means
from tournaments.queries.money.ledger import balance, side_pools, standing_lines
from tournaments.queries.money.prizes import prizes_of

from .boxes import box_for, require_in_box
from .ledger import book, release_entry


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
    """Book a prize that was paid out, of the entry fees or of the side pool given.

    MoreThanPrize or MoreThanPool for more than is left, unless `note` says why; BoxShort as for what is paid back.
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
    """Let somebody owe nothing who did not come and was replaced; what was paid stays, and the desk may pay it back."""
    account = balance(entrant)
    if account.paid == account.refunded:
        release_entry(entrant, by=by)


def _claim_on(pool: Fee, entrant: Entrant, event: Event) -> tuple[int, int]:
    """What an entrant can be paid of a side pool: all that is left for those who are in it."""
    if pool.kind != FeeKind.SIDE_POOL or pool.event_id != event.pk:
        raise NotASidePool
    rest = sum(one.left for one in side_pools(event) if one.fee.name == pool.name)
    is_in = standing_lines().filter(
        entrant=entrant, fee__kind=FeeKind.SIDE_POOL, fee__name=pool.name, kind=LineKind.CHARGE
    )
    return (rest if is_in.exists() else 0), rest
