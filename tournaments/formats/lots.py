"""The computation of lots: a chain of hashes, and the lot of each link and pairing input."""

import json
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256

from tournaments.formats.base import Pairing, State

# Every so many hashes of a chain are cached: a link then costs fewer hashes than this.
_STRIDE = 64


def lots_of(pairings: Iterable[Pairing]) -> tuple[tuple[int, str], ...]:
    """Return the lot of each round, taken from its earliest pairing."""
    first: dict[int, Pairing] = {}
    for pairing in pairings:
        earliest = first.setdefault(pairing.round, pairing)
        if (
            pairing.made_at is not None
            and earliest.made_at is not None
            and pairing.made_at < earliest.made_at
        ):
            first[pairing.round] = pairing
    return tuple((number, pairing.lot) for number, pairing in first.items() if pairing.lot)


def hashed(text: str, times: int = 1) -> str:
    """Return the SHA-256 of a text in hex, applied `times` times."""
    for _ in range(times):
        text = sha256(text.encode()).hexdigest()
    return text


def link_of(root: str, *, number: int, length: int) -> str:
    """Return a link of a chain; link 0 is the anchor, and hashing a link gives the one before."""
    strides = _every_stride(root, length)
    times = max(0, length - number)
    stride = min(times // _STRIDE, len(strides) - 1)
    return hashed(strides[stride], times - stride * _STRIDE)


@lru_cache(maxsize=64)
def _every_stride(root: str, length: int) -> tuple[str, ...]:
    """Return the root and every `_STRIDE`th hash above it: pairing and audit read one chain many times."""
    hashes = [root]
    for _ in range(length // _STRIDE):
        hashes.append(hashed(hashes[-1], _STRIDE))
    return tuple(hashes)


def lot_of(link: str, input_digest: str) -> str:
    """Return the lot of a pairing: the SHA-256 of the link and the digest of the input, on two lines."""
    return hashed(f"{link}\n{input_digest}")


def input_digest(stage: str, state: State) -> str:
    """Return the SHA-256 of the pairing input, so that another input gives other lots.

    The input is canonical JSON of the uid of the stage, its pairings [round, slot, one, two] and its results [round,
    slot, winner], each in order.
    """
    content = {
        "stage": stage,
        "pairings": sorted([one.round, one.slot, one.one, one.two or ""] for one in state.pairings),
        "results": sorted([one.round, one.slot, one.winner or ""] for one in state.results),
    }
    return hashed(json.dumps(content, sort_keys=True, separators=(",", ":")))
