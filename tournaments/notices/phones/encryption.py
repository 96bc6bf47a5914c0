"""Message encryption for Web Push (RFC 8291) in one record of `aes128gcm` (RFC 8188)."""

from __future__ import annotations

import os
import struct

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
# One record holds the whole message, and push services take no longer ones.
_RECORD = 4096
_LAST_RECORD = b"\x02"


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as an uncompressed point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypt(
    plain: bytes,
    *,
    point: bytes,
    secret: bytes,
    salt: bytes | None = None,
    own: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Encrypt a message for the browser with this public key and this secret.

    The salt and the own key are new for each message, and given by tests alone.
    """
    salt = salt or os.urandom(16)
    own = own or ec.generate_private_key(CURVE)
    own_point = point_of(own.public_key())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point))
    material = _derive(shared, salt=secret, info=b"WebPush: info\x00" + point + own_point, length=32)
    key = _derive(material, salt=salt, info=b"Content-Encoding: aes128gcm\x00", length=16)
    nonce = _derive(material, salt=salt, info=b"Content-Encoding: nonce\x00", length=12)
    header = salt + struct.pack("!IB", _RECORD, len(own_point)) + own_point
    return header + AESGCM(key).encrypt(nonce, plain + _LAST_RECORD, None)


def _derive(material: bytes, *, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(material)
