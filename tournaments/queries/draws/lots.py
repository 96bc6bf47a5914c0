"""The chains of lots of a draw: their public part, and the check of every lot against its chain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tournaments.formats import link_of, lot_of
from tournaments.models import Draw, Lot, LotChain, Pairing


@dataclass(frozen=True, slots=True)
class LinkView:
    """A used link with its lot and the rounds paired by that lot."""

    number: int
    link: str
    input: str
    lot: str
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChainView:
    """The public part of a chain; `root` is None until it is revealed."""

    number: int
    anchor: str
    length: int
    root: str | None
    links: tuple[LinkView, ...]


def chains_of(draw: Draw) -> tuple[ChainView, ...]:
    """Return the chains of lots of a draw, oldest first; at most three queries."""
    chains = list(LotChain.objects.filter(draw=draw).order_by("number"))
    if not chains:
        return ()
    rounds: dict[str, set[int]] = {}
    for lot, number in Pairing.objects.filter(draw=draw).exclude(lot="").values_list("lot", "round"):
        rounds.setdefault(lot, set()).add(number)
    lots = list(Lot.objects.filter(chain__draw=draw).order_by("number"))
    return tuple(
        ChainView(
            chain.number,
            chain.anchor,
            chain.length,
            chain.root if chain.revealed_at is not None else None,
            tuple(
                LinkView(
                    one.number, one.link, one.input_digest, one.lot, tuple(sorted(rounds.get(one.lot, ())))
                )
                for one in lots
                if one.chain_id == chain.pk
            ),
        )
        for chain in chains
    )


def wrong_lots(draw: Draw) -> Iterator[str]:
    """Yield a code for every lot that does not follow from its chain; for the audit, which knows the roots."""
    chains = list(LotChain.objects.filter(draw=draw))
    chain_lots: set[str] = set()
    for chain in chains:
        if link_of(chain.root, number=0, length=chain.length) != chain.anchor:
            yield f"anchor {chain.number}"
        lots = list(Lot.objects.filter(chain=chain).order_by("number"))
        chain_lots.update(one.lot for one in lots)
        yield from _wrong_links(chain, lots)
    if chains:
        pairings = Pairing.objects.filter(draw=draw).exclude(lot__in=chain_lots)
        yield from (f"pairing {uid}" for uid in pairings.values_list("uid", flat=True))


def _wrong_links(chain: LotChain, lots: Iterable[Lot]) -> Iterator[str]:
    for number, one in enumerate(lots, start=1):
        is_next = one.number == number
        is_link = one.link == link_of(chain.root, number=one.number, length=chain.length)
        if not (is_next and is_link and one.lot == lot_of(one.link, one.input_digest)):
            yield f"link {chain.number}/{one.number}"
