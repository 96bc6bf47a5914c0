"""The computation of lots: a chain of hashes, and the lot of each link and pairing input."""

import json
from hashlib import sha256

from tournaments.formats.base import State


def hashed(text: str, times: int = 1) -> str:
    """Return the SHA-256 of a text in hex, applied `times` times."""
    for _ in range(times):
        text = sha256(text.encode()).hexdigest()
    return text


def link_of(root: str, *, number: int, length: int) -> str:
    """Return a link of a chain; link 0 is the anchor, and hashing a link gives the one before."""
    return hashed(root, length - number)


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
