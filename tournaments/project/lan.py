"""The addresses of this machine on the local network."""

from __future__ import annotations

import socket
import sys

import segno


def addresses() -> list[str]:
    """Return the IPv4 addresses of this machine, that of the default route first."""
    texts: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; it only chooses the way out.
            probe.connect(("192.0.2.1", 9))
            texts.append(probe.getsockname()[0])
        except OSError:
            # No route: a cable without a network. The names below may still be known.
            texts = []
    try:
        by_name = socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        by_name = []
    return [
        address
        for address in dict.fromkeys([*texts, *by_name])
        if not address.startswith("127.") and address != "0.0.0.0"  # noqa: S104 - compared, not bound
    ]


def names() -> list[str]:
    """Return the host names of this machine on the network."""
    host = socket.gethostname()
    return [host, f"{host}.local"]


def print_qr(url: str) -> None:
    """Show a QR code of the address in the terminal, for the phones in the hall; in colours where it has no blocks."""
    try:
        "▀▄█".encode(sys.stdout.encoding or "ascii")
        has_blocks = True
    except UnicodeEncodeError:
        has_blocks = False
    segno.make(url, error="l").terminal(out=sys.stdout, compact=has_blocks)
