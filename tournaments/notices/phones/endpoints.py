"""The addresses of push services, which browsers name: they are read strictly and lead to public hosts alone."""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings

_LONGEST = 1000
_HTTPS = 443
_LOCAL = "127.0.0.1"
# Addresses of IPv6 that hold one of IPv4 in their last bits, through which a translator leads.
_TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")
_TUNNELS = (ipaddress.IPv6Network("2002::/16"), ipaddress.IPv6Network("2001::/32"))


class InvalidEndpoint(ValueError):
    """The address is none of a push service."""


class NotPublic(Exception):
    """The host of the endpoint has an address inside a network."""


@dataclass(frozen=True, slots=True)
class PushEndpoint:
    """The address of one browser at its push service."""

    scheme: str
    host: str
    port: int
    path: str

    @classmethod
    def read(cls, text: str) -> PushEndpoint:
        """Read an address; raise InvalidEndpoint for anything but https to a named host on its usual port."""
        try:
            parts = urlsplit(text)
            host, port = parts.hostname or "", parts.port
        except ValueError as error:
            raise InvalidEndpoint(str(error)) from error
        if not text.isascii() or not text.isprintable() or " " in text or len(text) > _LONGEST:
            raise InvalidEndpoint("It is too long, or has letters that no address has.")
        if parts.username is not None or parts.password is not None or parts.fragment or not host:
            raise InvalidEndpoint("It has a name, a password or a fragment, or no host.")
        path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
        if settings.PUSH_TO_LOCALHOST and host == _LOCAL and parts.scheme == "http" and port is not None:
            return cls("http", host, port, path)
        if parts.scheme != "https" or port not in (None, _HTTPS) or not _is_name(host):
            raise InvalidEndpoint("It is not https to a host with a name on port 443.")
        return cls("https", host, _HTTPS, path)

    @property
    def origin(self) -> str:
        """The origin, for which a signature is good."""
        return f"http://{self.host}:{self.port}" if self.scheme == "http" else f"https://{self.host}"

    def addresses(self) -> list[str]:
        """Return the public addresses of the host; raise NotPublic if one of them is not, OSError without any."""
        entries = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        addresses = list(dict.fromkeys(str(entry[4][0]) for entry in entries))
        if self.scheme == "https":
            for address in addresses:
                if not is_public(address):
                    raise NotPublic(f"{self.host} is {address}")
        return addresses


def is_public(text: str) -> bool:
    """Whether an address is reached from anywhere, and leads by no tunnel or translator to one that is not."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(str(address.ipv4_mapped))
        if address in _TRANSLATED:
            return is_public(str(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)))
        if any(address in tunnel for tunnel in _TUNNELS):
            return False
    return address.is_global and not address.is_multicast


def _is_name(host: str) -> bool:
    """Whether a host is a name of several labels, and no address in any writing, as 127.1 and 0x7f.1 are."""
    labels = host.split(".")
    is_well_formed = len(host) <= 253 and all(re.fullmatch(r"[a-z0-9_-]{1,63}", label) for label in labels)
    return is_well_formed and len(labels) > 1 and re.fullmatch(r"\d+|0x.*", labels[-1]) is None
