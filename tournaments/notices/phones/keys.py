"""The key by which push services know this service (VAPID, RFC 8292)."""

from __future__ import annotations

import json
import time
from base64 import b64decode, urlsafe_b64encode
from email.utils import parseaddr

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.conf import settings

from .encryption import CURVE, point_of

# Push services refuse a signature that is good for more than a day.
_GOOD_FOR = 12 * 60 * 60


def is_on() -> bool:
    """Whether this installation has a key, and so tells phones anything."""
    return bool(settings.PUSH_KEY)


def public_key() -> str:
    """Return the public key as browsers take it; empty without a key."""
    return unpadded(point_of(_private_key().public_key())) if is_on() else ""


def authorization(origin: str) -> str:
    """Return the header by which the push service of this origin knows who sends."""
    claims = {"aud": origin, "exp": int(time.time()) + _GOOD_FOR, "sub": _contact()}
    signed = ".".join(
        unpadded(json.dumps(part, separators=(",", ":")).encode())
        for part in ({"typ": "JWT", "alg": "ES256"}, claims)
    )
    r, s = decode_dss_signature(_private_key().sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = unpadded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={public_key()}"


def unpadded(data: bytes) -> str:
    """Return base64 for addresses, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _private_key() -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(b64decode(settings.PUSH_KEY), "big"), CURVE)


def _contact() -> str:
    """Return whom a push service can ask about these messages."""
    address = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    return settings.BASE_URL if settings.IS_HTTPS else f"mailto:{address}"
