"""Chance that anyone can repeat: an order by SHA-256."""

from collections.abc import Iterable
from hashlib import sha256


def by_chance(uids: Iterable[str], *, seed: str, round_number: int, purpose: str) -> list[str]:
    """Return the uids in the order that this seed gives them for one purpose in one round.

    The key is the SHA-256 of the seed, the round, the purpose and the uid, each but the last followed by a line feed,
    in UTF-8; the smallest digest comes first. So the order is the same on every machine, does not depend on the order
    of the input, and can be checked with `printf` and `sha256sum`.
    """

    def digest(uid: str) -> bytes:
        return sha256(f"{seed}\n{round_number}\n{purpose}\n{uid}".encode()).digest()

    return sorted(uids, key=digest)
