"""The digest of a list, by which two computations are compared: of uids and whole numbers, never of names."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256


def digest(rows: Iterable[tuple[str, tuple[int, ...]]]) -> str:
    """Return the SHA-256 of rows of a player's uid and whole numbers, in the order of the uids."""
    text = "".join(
        f"{uid} {' '.join(map(str, numbers))}\n" for uid, numbers in sorted(rows, key=lambda row: row[0])
    )
    return sha256(text.encode()).hexdigest()
