"""Splits of prizes that the players agree on themselves: proposed, agreed to by each, or withdrawn."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from django.db import transaction

from matches.models import Player
from tournaments import notices
from tournaments.actions import log
from tournaments.actions.closed import require_unclosed
from tournaments.actions.inverses import event_of, inverse
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import is_director, is_member
from tournaments.acts import Act
from tournaments.acts.money import PrizesSplit, SplitAgreed, SplitOffered, SplitOfferWithdrawn
from tournaments.errors.common import Forbidden
from tournaments.errors.money import NoSuchOffer
from tournaments.models import DIRECT, Entrant, Event, LogEntry, Origin
from tournaments.payouts import Payout, SplitOffer

from .prize_splits import require_theirs, split_of


@transaction.atomic
def offer_split(
    event: Event, *, by: Player | None, amounts: Mapping[str, int], origin: Origin = DIRECT
) -> Event:
    """Propose to these entrants, by uid, that each gets such an amount, and tell those who have not agreed.

    A player of one of them may do it, and agrees with it, or a director. It replaces other proposals to the same
    entrants, and nobody's prize changes before all have agreed. Raise NotTheirPrizes, Forbidden or EventIsClosed.
    """
    event = lock_event(event)
    require_unclosed(event)
    split = split_of(amounts)
    entrants = _entrants(event, split.entrants)
    own = _own(entrants, by)
    if not own and not is_director(event.tournament, by):
        raise Forbidden
    payout = require_theirs(event, split)
    offer = SplitOffer(split).agreed_by(own)
    act = SplitOffered(event.uid, entrants=split.entrants, amounts=split.to_dict(), agreed=offer.agreed)
    return _store(event, payout, offer, entrants, act=act, by=by, origin=origin)


@transaction.atomic
def agree_to_split(
    event: Event, *, by: Player | None, amounts: Mapping[str, int], origin: Origin = DIRECT
) -> Event:
    """Agree to just these amounts, for the entrants of the player; with the last one the prizes are split.

    Again changes nothing. Raise NoSuchOffer where another split is proposed by now, and Forbidden for others: nobody
    agrees for a player.
    """
    event = lock_event(event)
    require_unclosed(event)
    split = split_of(amounts)
    payout = None if event.payout is None else Payout.from_dict(event.payout)
    entrants = _entrants(event, split.entrants)
    own = _own(entrants, by)
    if not own:
        raise Forbidden
    if payout is not None and split in payout.splits:
        return event
    offer = next((one for one in (payout.offers if payout else ()) if one.split == split), None)
    if payout is None or offer is None:
        raise NoSuchOffer
    if set(own) <= set(offer.agreed):
        return event
    payout = require_theirs(event, split)
    offer = offer.agreed_by(own)
    act = SplitAgreed(
        event.uid, entrant=own[0], entrants=split.entrants, amounts=split.to_dict(), agreed=offer.agreed
    )
    return _store(event, payout, offer, entrants, act=act, by=by, origin=origin)


@transaction.atomic
def withdraw_offer(
    event: Event, *, by: Player | None, entrants: Collection[str], origin: Origin = DIRECT
) -> Event:
    """Withdraw the proposal to just these entrants before all have agreed, and tell them; raise NoSuchOffer without one.

    Each of them may do it, whoever proposed it, or a director.
    """
    event = lock_event(event)
    payout = None if event.payout is None else Payout.from_dict(event.payout)
    offers = () if payout is None else payout.offers
    offer = next((one for one in offers if set(one.split.entrants) == set(entrants)), None)
    if payout is None or offer is None:
        raise NoSuchOffer
    rows = _entrants(event, offer.split.entrants)
    if not _own(rows, by) and not is_director(event.tournament, by):
        raise Forbidden
    event.payout = replace(payout, offers=tuple(one for one in offers if one != offer)).to_dict()
    event.save(update_fields=["payout"])
    notices.split_withdrawn(event, rows, by=by)
    act = SplitOfferWithdrawn(
        event.uid, entrants=offer.split.entrants, amounts=offer.split.to_dict(), agreed=offer.agreed
    )
    log.append(act, of=event.tournament, by=by, event=event, origin=origin, rows=[event])
    return event


def _store(
    event: Event,
    payout: Payout,
    offer: SplitOffer,
    entrants: Collection[Entrant],
    *,
    act: Act,
    by: Player | None,
    origin: Origin,
) -> Event:
    """Store a proposal, as a split once all have agreed; tell them, and append its acts."""
    split, acts = offer.split, [act]
    if offer.is_agreed:
        payout = replace(payout, splits=(*payout.splits, split))
        acts.append(PrizesSplit(event.uid, entrants=split.entrants, amounts=split.to_dict()))
        notices.split_agreed(event, entrants)
    else:
        payout = replace(payout, offers=(*payout.offers, offer))
        notices.split_offered(event, entrants, amounts=split.to_dict(), agreed=offer.agreed)
    event.payout = payout.to_dict()
    event.save(update_fields=["payout"])
    log.append_all(acts, of=event.tournament, by=by, event=event, origin=origin, rows=[event])
    return event


def _entrants(event: Event, uids: Collection[str]) -> list[Entrant]:
    return list(Entrant.objects.filter(event=event, uid__in=uids).select_related("side").order_by("pk"))


def _own(entrants: Collection[Entrant], by: Player | None) -> list[str]:
    """Return those of these entrants to whom the player belongs, by uid."""
    return [entrant.uid for entrant in entrants if is_member(by, side=entrant.side_id)]


@inverse(SplitOffered)
def _withdraw_again(entry: LogEntry, act: SplitOffered, by: Player | None) -> None:
    withdraw_offer(event_of(act.subject), by=by, entrants=act.entrants)
