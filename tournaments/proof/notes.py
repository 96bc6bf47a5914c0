"""The signed note of a checkpoint, in the form in which logs of other services publish theirs.

Four lines, a blank line and a signature: the name of the log, the number of leaves, the root in base64, and the moment.
The signature line has the name, and in base64 four bytes that name the key and 64 bytes of Ed25519.
"""

from __future__ import annotations

from base64 import b64encode
from datetime import UTC, datetime
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

NAME = "videau"
_ED25519 = b"\x01"


def public_key(secret: bytes) -> str:
    """Return the public key in base64 that belongs to a secret of 32 bytes."""
    return b64encode(_public(secret)).decode()


def signed_note(size: int, root: bytes, *, at: datetime, secret: bytes) -> str:
    """Return the note of a checkpoint, signed with a secret of 32 bytes."""
    moment = at.astimezone(UTC).isoformat(timespec="seconds")
    text = f"{NAME}\n{size}\n{b64encode(root).decode()}\n{moment}\n"
    name_of_key = sha256(f"{NAME}\n".encode() + _ED25519 + _public(secret)).digest()[:4]
    signature = Ed25519PrivateKey.from_private_bytes(secret).sign(text.encode())
    return f"{text}\n\N{EM DASH} {NAME} {b64encode(name_of_key + signature).decode()}\n"


def _public(secret: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()
