"""Ports for the servers that tests and benchmarks start."""

from __future__ import annotations

import os
import socket

# Below the ports that a system gives to connections, so that none of them takes one before its server does.
_FIRST, _LAST = 20000, 32000
_held: list[socket.socket] = []
_position = os.getpid() * 16


def free_port(*, count: int = 1) -> int:
    """Return the first of `count` adjacent ports of 127.0.0.1 that nobody uses.

    The process holds each by a UDP socket of the same number until it ends. Another process that asks passes over it,
    and a TCP server of this one can bind it, again after a restart too.
    """
    global _position
    for _attempt in range(_FIRST, _LAST):
        port = _FIRST + _position % (_LAST - _FIRST - count)
        _position += 1
        holders = [_hold(port + offset) for offset in range(count)]
        if None not in holders:
            _position += count - 1
            _held.extend(holder for holder in holders if holder is not None)
            return port
        for holder in holders:
            if holder is not None:
                holder.close()
    message = f"no {count} adjacent ports between {_FIRST} and {_LAST} are free"
    raise OSError(message)


def _hold(port: int) -> socket.socket | None:
    """A UDP socket at a port at which no TCP server listens; nothing when the port is taken."""
    holder = socket.socket(type=socket.SOCK_DGRAM)
    try:
        holder.bind(("127.0.0.1", port))
        with socket.socket() as probe:
            # As servers do: a connection that was closed a minute ago does not keep its port.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
    except OSError:
        holder.close()
        return None
    return holder
