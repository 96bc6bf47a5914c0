"""Splits of prizes that their winners have agreed on."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from django.db import transaction

from matches.models import Player
from tournaments import notices
from tournaments.actions import log
from tournaments.actions.inverses import event_of, inverse
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import require_director
from tournaments.acts.money import PrizeSplitEnded, PrizesSplit
from tournaments.errors.money import InvalidPayout, NoSuchSplit, NotTheirPrizes
from tournaments.models import Entrant, Event, LogEntry
from tournaments.payouts import Payout, PrizeSplit
from tournaments.queries.money.prizes import prize_list
from tournaments.queries.money.split_claims import split_claims


@transaction.atomic
def split_prizes(event: Event, *, by: Player | None, amounts: Mapping[str, int]) -> Event:
    """Give these entrants, by uid, the amounts that they agreed on instead of their prizes, and tell them.

    A split replaces those of the same entrants, and what is proposed to them. Raise NotTheirPrizes unless the sum is what
    they have won together, or play for in their final.
    """
    require_director(event.tournament, by)
    event = lock_event(event)
    split = split_of(amounts)
    payout = require_theirs(event, split)
    event.payout = replace(payout, splits=(*payout.splits, split)).to_dict()
    event.save(update_fields=["payout"])
    entrants = list(Entrant.objects.filter(event=event, uid__in=split.entrants).select_related("side"))
    notices.prizes_split(event, entrants)
    act = PrizesSplit(event.uid, entrants=split.entrants, amounts=split.to_dict())
    log.append(act, of=event.tournament, by=by, event=event, rows=[event])
    return event


@transaction.atomic
def end_split(event: Event, *, by: Player | None, entrants: Collection[str]) -> Event:
    """Take the split among these entrants back: each has the own prizes again. Raise NoSuchSplit without one."""
    require_director(event.tournament, by)
    event = lock_event(event)
    payout = None if event.payout is None else Payout.from_dict(event.payout)
    splits = () if payout is None else payout.splits
    split = next((one for one in splits if set(one.entrants) == set(entrants)), None)
    if payout is None or split is None:
        raise NoSuchSplit
    event.payout = replace(payout, splits=tuple(one for one in splits if one != split)).to_dict()
    event.save(update_fields=["payout"])
    act = PrizeSplitEnded(event.uid, entrants=split.entrants, amounts=split.to_dict())
    log.append(act, of=event.tournament, by=by, event=event, rows=[event])
    return event


def split_of(amounts: Mapping[str, int]) -> PrizeSplit:
    """Return the split into these amounts by uid of the entrant; raise InvalidPayout for one that cannot be."""
    try:
        return PrizeSplit.from_dict(dict(amounts))
    except ValueError as error:
        raise InvalidPayout(field=str(error)) from error


def require_theirs(event: Event, split: PrizeSplit) -> Payout:
    """Return the payout without other splits and proposals of these entrants.

    Raise NotTheirPrizes unless the split hands out what its entrants have won together, or what two of them play for in
    a final.
    """
    if event.payout is None:
        raise NotTheirPrizes(won=0)
    payout = parting(Payout.from_dict(event.payout), split.entrants)
    before, event.payout = event.payout, payout.to_dict()
    claims = split_claims(event, prize_list(event))
    event.payout = before
    total = claims.together(split.entrants)
    # The prizes of later flights stay as they are, so nobody gets less than these.
    is_enough = all(amount >= claims.least(uid) for uid, amount in split.amounts)
    if not total or total != split.total or not is_enough:
        raise NotTheirPrizes(won=total)
    return payout


def parting(payout: Payout, entrants: Collection[str]) -> Payout:
    """Return the payout without the splits and proposals of any of these entrants."""
    uids = set(entrants)
    return replace(
        payout,
        splits=tuple(one for one in payout.splits if not uids & set(one.entrants)),
        offers=tuple(one for one in payout.offers if not uids & set(one.split.entrants)),
    )


@inverse(PrizesSplit)
def _end_split(entry: LogEntry, act: PrizesSplit, by: Player | None) -> None:
    end_split(event_of(act.subject), by=by, entrants=act.entrants)


@inverse(PrizeSplitEnded)
def _split_again(entry: LogEntry, act: PrizeSplitEnded, by: Player | None) -> None:
    split_prizes(event_of(act.subject), by=by, amounts=act.amounts)
