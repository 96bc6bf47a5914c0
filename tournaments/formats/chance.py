"""Reproducible chance: an order by SHA-256."""

from collections.abc import Iterable, Mapping
from hashlib import sha256


def by_chance(uids: Iterable[str], *, seed: str, round_number: int, purpose: str) -> list[str]:
    """Return the uids in the order that this seed gives them for one purpose in one round.

    The key is the SHA-256 of the seed, the round, the purpose and the uid, joined by line feeds, in UTF-8; the smallest
    digest comes first. So the order is the same on every machine, does not depend on the order of the input, and can be
    checked with `printf` and `sha256sum`.
    """

    def digest(uid: str) -> bytes:
        return sha256(f"{seed}\n{round_number}\n{purpose}\n{uid}".encode()).digest()

    return sorted(uids, key=digest)


def by_lots(lots: Mapping[str, int], *, seed: str, round_number: int, purpose: str) -> list[str]:
    """Return the uids in the order of `by_chance`, where each uid has a number of lots and its best lot counts.

    So twice as many lots are twice the chance to be first. The first lot is the digest of `by_chance`; a further lot
    appends a line feed and its number, from 2, to the uid. Entrants without a lot come last.
    """

    def best(uid: str) -> tuple[bool, bytes]:
        texts = [uid, *(f"{uid}\n{number}" for number in range(2, lots[uid] + 1))]
        digests = [sha256(f"{seed}\n{round_number}\n{purpose}\n{text}".encode()).digest() for text in texts]
        return lots[uid] == 0, min(digests)

    return sorted(lots, key=best)
