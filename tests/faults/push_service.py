"""A push service on this machine, which answers as it is told, and a browser that reads what it gets.

The browser decrypts by itself, from RFC 8291 and its own private key, and shares nothing with what encrypts.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import struct
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def text_of(data: bytes) -> str:
    """Bytes as a browser writes them."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """What a browser has written."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _hmac(key: bytes, data: bytes) -> bytes:
    return hmac.new(key, data, hashlib.sha256).digest()


@dataclass(frozen=True)
class PushBrowser:
    """The keys of a browser with a subscription."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def point(self) -> bytes:
        """The public key."""
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def subscription(self) -> str:
        """The subscription as its script sends it."""
        keys = {"p256dh": text_of(self.point), "auth": text_of(self.auth)}
        return json.dumps({"endpoint": self.endpoint, "expirationTime": None, "keys": keys})

    def read(self, body: bytes) -> bytes:
        """Decrypt a message: header, key agreement, HKDF by its two steps, one record."""
        salt, (_size, length) = body[:16], struct.unpack("!IB", body[16:21])
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        )
        material = _hmac(_hmac(self.auth, shared), b"WebPush: info\0" + self.point + sender + b"\1")
        root = _hmac(salt, material)
        key = _hmac(root, b"Content-Encoding: aes128gcm\0\1")[:16]
        nonce = _hmac(root, b"Content-Encoding: nonce\0\1")[:12]
        record = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert record[-1:] == b"\2", "the last record"
        return record[:-1]


@dataclass(frozen=True)
class Pushed:
    """A request to the push service, and when it came."""

    path: str
    headers: Mapping[str, str]
    body: bytes
    at: float


class PushService:
    """Listens on a port of this machine; `answers` are taken in turn, the last one for ever."""

    def __init__(self, *answers: tuple[int, Mapping[str, str]]) -> None:
        self.answers = list(answers) or [(201, {})]
        self.pushed: list[Pushed] = []
        self.drips = False
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if service.drips:
                    service.drip(self)
                    return
                service.pushed.append(Pushed(self.path, dict(self.headers), body, time.monotonic()))
                status, headers = service.answers.pop(0) if len(service.answers) > 1 else service.answers[0]
                self.send_response(status)
                for name, value in {**headers, "Content-Length": "0"}.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_arguments: Any) -> None:
                """Print nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def drip(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer a byte now and then, for a few seconds."""
        with suppress(OSError):
            for _byte in range(50):
                handler.wfile.write(b"H")
                time.sleep(0.05)

    @property
    def url(self) -> str:
        """The address of the service."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> PushService:
        return self

    def __exit__(self, *_error: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
