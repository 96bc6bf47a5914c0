"""The arithmetic of lots: a chain of hashes, and the lot that a link gives with what is paired."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256

from tournaments.formats import State
from tournaments.models import Draw, Lot, LotChain, Pairing


def hashed(text: str, times: int = 1) -> str:
    """The SHA-256 of a text in hex digits, of these again, and so on."""
    for _ in range(times):
        text = sha256(text.encode()).hexdigest()
    return text


def link_of(root: str, *, number: int, length: int) -> str:
    """A link of a chain: 0 is its anchor, and each one hashed gives the one before."""
    return hashed(root, length - number)


def lot_of(link: str, input_digest: str) -> str:
    """The lot of an act of pairing: the SHA-256 of two lines, the last one without a line feed."""
    return hashed(f"{link}\n{input_digest}")


def input_digest(stage: str, state: State) -> str:
    """The SHA-256 of what an act of pairing starts from, so that a link used twice gives other lots for something else.

    It is canonical JSON of the uid of the stage, its pairings and their results: [round, slot, one, two] and
    [round, slot, winner], each in order.
    """
    seen = {
        "stage": stage,
        "pairings": sorted([one.round, one.slot, one.one, one.two or ""] for one in state.pairings),
        "results": sorted([one.round, one.slot, one.winner or ""] for one in state.results),
    }
    return hashed(json.dumps(seen, sort_keys=True, separators=(",", ":")))


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link that was taken, with the lot that it gave and the rounds that were paired by it."""

    number: int
    link: str
    input: str
    lot: str
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChainView:
    """What is public of a chain: `root` is None as long as links can be taken."""

    number: int
    anchor: str
    length: int
    root: str | None
    links: tuple[LinkView, ...]


def chains_of(draw: Draw) -> tuple[ChainView, ...]:
    """The chains of lots of a draw, the oldest first; nothing for a draw of before there were any. At most three queries."""
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
    """What of the lots of a draw does not follow from its chains, in codes; for an audit, which knows the roots."""
    chains = list(LotChain.objects.filter(draw=draw))
    known: set[str] = set()
    for chain in chains:
        if link_of(chain.root, number=0, length=chain.length) != chain.anchor:
            yield f"anchor {chain.number}"
        lots = list(Lot.objects.filter(chain=chain).order_by("number"))
        known.update(one.lot for one in lots)
        yield from _wrong_links(chain, lots)
    if chains:
        pairings = Pairing.objects.filter(draw=draw).exclude(lot__in=known)
        yield from (f"pairing {uid}" for uid in pairings.values_list("uid", flat=True))


def _wrong_links(chain: LotChain, lots: Iterable[Lot]) -> Iterator[str]:
    for number, one in enumerate(lots, start=1):
        is_next = one.number == number
        is_link = one.link == link_of(chain.root, number=one.number, length=chain.length)
        if not (is_next and is_link and one.lot == lot_of(one.link, one.input_digest)):
            yield f"link {chain.number}/{one.number}"
