"""The chain of lots of a draw: each act of pairing uses its next link."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from tournaments.actions import log
from tournaments.acts.draws import LotsAnnounced
from tournaments.formats import Shape, State, input_digest, link_of, lot_of
from tournaments.models import Draw, Event, Lot, LotChain, Stage
from tournaments.queries.state import StageState

LENGTH = 4096
# The number of remaining links at which the next chain is announced.
NEAR_THE_END = 64
_ROOT_BYTES = 32

_is_foreseen: ContextVar[bool] = ContextVar("is_foreseen", default=False)


@dataclass(frozen=True, slots=True)
class NextLot:
    """The lot of an act of pairing, not stored yet; `chain` is None for a preview."""

    chain: LotChain | None
    number: int
    link: str
    input_digest: str
    lot: str


@contextmanager
def foreseen() -> Iterator[None]:
    """Use random lots for a preview within this context, instead of the next link of the chain."""
    before = _is_foreseen.set(True)
    try:
        yield
    finally:
        _is_foreseen.reset(before)


def announce(draw: Draw) -> LotChain:
    """Create a chain of lots for a draw and publish its anchor in the log."""
    root = secrets.token_hex(_ROOT_BYTES)
    number = LotChain.objects.filter(draw=draw).count() + 1
    anchor = link_of(root, number=0, length=LENGTH)
    chain = LotChain.objects.create(draw=draw, number=number, anchor=anchor, root=root, length=LENGTH)
    event = draw.stage.event
    act = LotsAnnounced(draw.stage.uid, draw=draw.uid, chain=number, anchor=anchor, length=LENGTH)
    log.append(act, of=event.tournament, by=None, event=event)
    return chain


def next_lot(before: StageState, state: State) -> NextLot | None:
    """Return the next lot for pairing a stage; None if its format or its draw uses no lots."""
    if before.format.shape is not Shape.ROUNDS:
        return None
    digest = input_digest(before.stage.uid, state)
    chains = list(
        LotChain.objects.filter(draw=before.draw).annotate(last=Max("lots__number")).order_by("number")
    )
    if not chains:
        return None
    if _is_foreseen.get():
        link = secrets.token_hex(_ROOT_BYTES)
        return NextLot(None, 0, link, digest, lot_of(link, digest))
    # There is always one: before one ends, and when one is revealed, the next is announced.
    chain = next(one for one in chains if one.revealed_at is None and (one.last or 0) < one.length)
    number = (chain.last or 0) + 1
    link = link_of(chain.root, number=number, length=chain.length)
    return NextLot(chain, number, link, digest, lot_of(link, digest))


def take(next_one: NextLot) -> Lot | None:
    """Store a used lot, in the transaction of its pairings; return None for a preview."""
    if next_one.chain is None:
        return None
    if next_one.number == next_one.chain.length - NEAR_THE_END:
        announce(next_one.chain.draw)
    return Lot.objects.create(
        chain=next_one.chain,
        number=next_one.number,
        link=next_one.link,
        input_digest=next_one.input_digest,
        lot=next_one.lot,
    )


def reveal(event: Event) -> None:
    """Publish the roots of the chains when all drawn stages are complete, and announce new chains."""
    if Stage.objects.filter(event=event, completed_at=None, draws__voided_at=None).exists():
        return
    chains = LotChain.objects.filter(draw__stage__event=event, revealed_at=None, lots__isnull=False)
    for chain in chains.select_related("draw__stage").distinct():
        chain.revealed_at = timezone.now()
        chain.save(update_fields=["revealed_at"])
        if chain.draw.voided_at is None:
            announce(chain.draw)


@transaction.atomic
def begin_anew() -> int:
    """Replace every chain in use, for example after a restore from backup; return their number."""
    chains = list(
        LotChain.objects.filter(revealed_at=None, lots__isnull=False).select_related("draw").distinct()
    )
    for chain in chains:
        chain.revealed_at = timezone.now()
        chain.save(update_fields=["revealed_at"])
        if chain.draw.voided_at is None:
            announce(chain.draw)
    return len(chains)
