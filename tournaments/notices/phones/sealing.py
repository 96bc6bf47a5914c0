"""What a browser gives away with its subscription, encrypted as it is kept."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import asdict, dataclass

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.utils.crypto import salted_hmac

from .encryption import CURVE
from .endpoints import PushEndpoint

_LONGEST_KEY = 200
_SECRET_BYTES = 16
_SALT = "tournaments.notices.phones"


@dataclass(frozen=True, slots=True)
class BrowserKeys:
    """The endpoint of a browser, its public key and its secret, as the browser writes them."""

    endpoint: str
    p256dh: str
    auth: str

    @property
    def point(self) -> bytes:
        """The public key as a point of the curve."""
        return _bytes_of(self.p256dh)

    @property
    def secret(self) -> bytes:
        """The secret by which the browser knows a message for it."""
        return _bytes_of(self.auth)

    def host(self) -> str:
        """Return the host of the push service; raise ValueError where no message could be made or sent."""
        if max(len(self.p256dh), len(self.auth)) > _LONGEST_KEY or len(self.secret) != _SECRET_BYTES:
            raise ValueError("The keys have another length.")
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, self.point)
        return PushEndpoint.read(self.endpoint).host


def seal(keys: BrowserKeys) -> str:
    """Encrypt the keys of a browser by the secret of this installation."""
    return _cipher().encrypt(json.dumps(asdict(keys)).encode()).decode()


def unseal(text: str) -> BrowserKeys | None:
    """Return the keys of a browser; None where another secret encrypted them."""
    try:
        return BrowserKeys(**json.loads(_cipher().decrypt(text.encode())))
    except InvalidToken:
        return None


def _bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _cipher() -> Fernet:
    key = salted_hmac(_SALT, "key", secret=settings.SECRET_KEY, algorithm="sha256").digest()
    return Fernet(urlsafe_b64encode(key))
