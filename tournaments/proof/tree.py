"""The tree of hashes of RFC 9162: its root, the paths that prove what is in it and what it began with, and a signed note.

The tree is stored as the hashes of its whole parts, so every root and path takes about as many of them as its depth squared.
A part is whole if it has two to the power of its level leaves, and begins at a multiple of them.

The note of a checkpoint has the form in which logs of other services publish theirs. Four lines, a blank line and a
signature: the name of the log, the number of leaves, the root in base64, and the moment. The line of the signature has
the name, and in base64 four bytes that name the key and 64 bytes of Ed25519.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import TypeVar

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from .verify import node_hash

Place = tuple[int, int]
"""The level of a whole part, and its number among those of its level."""

Node = Callable[[Place], bytes]
Answer = TypeVar("Answer")

EMPTY = sha256().digest()
"""The root of the tree without leaves."""
_LOG_NAME = "videau"
_ED25519 = b"\x01"


def root(size: int, node: Node) -> bytes:
    """Return the root over the first `size` leaves."""
    return _hash(0, size, node) if size else EMPTY


def inclusion(index: int, size: int, node: Node) -> list[bytes]:
    """Return the path from a leaf, numbered from 0, to the root of `size` leaves (2.1.3.1)."""
    return list(_path(index, 0, size, node))


def consistency(first: int, second: int, node: Node) -> list[bytes]:
    """Return the path that proves a tree of `first` leaves, at least one, to be the beginning of one of `second` (2.1.4.1)."""
    return list(_beginning(first, 0, second, node, is_known=True))


def places_of(question: Callable[[Node], Answer]) -> list[Place]:
    """Return the whole parts whose hashes a question to the tree needs, so that they can be read at once."""
    places: list[Place] = []

    def note(place: Place) -> bytes:
        places.append(place)
        return EMPTY

    question(note)
    return places


def growth(size: int, leaves: Iterable[bytes], node: Node) -> Iterator[tuple[Place, bytes]]:
    """Yield the whole parts that come to a tree of `size` leaves with these leaves."""
    fresh: dict[Place, bytes] = {}
    for index, leaf in enumerate(leaves, start=size):
        place, value = (0, index), leaf
        fresh[place] = value
        yield place, value
        while place[1] & 1:
            left = (place[0], place[1] - 1)
            value = node_hash(fresh[left] if left in fresh else node(left), value)
            place = (place[0] + 1, place[1] >> 1)
            fresh[place] = value
            yield place, value


def edge(size: int) -> list[Place]:
    """Return the whole parts at the right edge of a tree, which leaves that come later need."""
    return [(level, (size >> level) - 1) for level in range(size.bit_length()) if size >> level & 1]


def by_place(hashes: Mapping[Place, bytes]) -> Node:
    """Return the question to hashes at hand."""
    return hashes.__getitem__


def _split(count: int) -> int:
    """Return the largest power of two below a number of leaves."""
    return 1 << (count - 1).bit_length() - 1


def _hash(start: int, end: int, node: Node) -> bytes:
    count = end - start
    if count & (count - 1) == 0 and start % count == 0:
        return node((count.bit_length() - 1, start // count))
    middle = start + _split(count)
    return node_hash(_hash(start, middle, node), _hash(middle, end, node))


def _path(index: int, start: int, end: int, node: Node) -> Iterator[bytes]:
    if end - start == 1:
        return
    middle = start + _split(end - start)
    if index < middle:
        yield from _path(index, start, middle, node)
        yield _hash(middle, end, node)
    else:
        yield from _path(index, middle, end, node)
        yield _hash(start, middle, node)


def _beginning(first: int, start: int, end: int, node: Node, *, is_known: bool) -> Iterator[bytes]:
    if first == end:
        if not is_known:
            yield _hash(start, end, node)
        return
    middle = start + _split(end - start)
    if first <= middle:
        yield from _beginning(first, start, middle, node, is_known=is_known)
        yield _hash(middle, end, node)
    else:
        yield from _beginning(first, middle, end, node, is_known=False)
        yield _hash(start, middle, node)


def public_key(secret: bytes) -> str:
    """Return the public key in base64 that belongs to a secret of 32 bytes."""
    return b64encode(_public(secret)).decode()


def signed_note(size: int, root: bytes, *, at: datetime, secret: bytes) -> str:
    """Return the note of a checkpoint, signed with a secret of 32 bytes."""
    moment = at.astimezone(UTC).isoformat(timespec="seconds")
    text = f"{_LOG_NAME}\n{size}\n{b64encode(root).decode()}\n{moment}\n"
    name_of_key = sha256(f"{_LOG_NAME}\n".encode() + _ED25519 + _public(secret)).digest()[:4]
    signature = Ed25519PrivateKey.from_private_bytes(secret).sign(text.encode())
    return f"{text}\n\N{EM DASH} {_LOG_NAME} {b64encode(name_of_key + signature).decode()}\n"


def _public(secret: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()
