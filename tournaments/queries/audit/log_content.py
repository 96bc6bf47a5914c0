"""What an entry of a log hashes, for each version of entries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from tournaments.models import ChainEntry


def is_version(version: int) -> bool:
    """Whether this release knows what entries of the version hash."""
    return version in _CONTENTS


def content_of(entry: ChainEntry) -> dict[str, Any]:
    """Return the hashed content of an entry, according to its version."""
    return _CONTENTS[entry.version](entry)


def _content_1(entry: ChainEntry) -> dict[str, Any]:
    """Return the content that version 1 hashes; unversioned entries use it too."""
    return {
        "seq": entry.seq,
        "at": _instant(entry.at),
        "actor": entry.actor,
        "by": entry.by.uid if entry.by else None,
        "code": entry.code,
        "event": entry.event_uid,
        "subject": entry.subject,
        "data": entry.data,
    }


def _content_2(entry: ChainEntry) -> dict[str, Any]:
    """Return the content that version 2 hashes: that of version 1 and the access link."""
    return {**_content_1(entry), "link": entry.link_uid}


def _content_3(entry: ChainEntry) -> dict[str, Any]:
    """Return the content that version 3 hashes: that of version 2 and the API token."""
    return {**_content_2(entry), "token": entry.token_uid}


def _content_4(entry: ChainEntry) -> dict[str, Any]:
    """Return the content that version 4 hashes: that of version 3, in which salted digests stand for who acted.

    So the entries of a public log lead to nobody, and to no browser, though who has the salt can prove who acted.
    """
    content = _content_3(entry)
    veiled = content | {name: _veiled(content[name], entry.salt) for name in ("by", "token")}
    if "browser" in entry.data:
        veiled["data"] = {**entry.data, "browser": _veiled(entry.data["browser"], entry.salt)}
    return veiled


def _veiled(uid: str | None, salt: str) -> str | None:
    """Return the SHA-256 in hex of the salt and a uid, on two lines; None for nobody."""
    return None if uid is None else sha256(f"{salt}\n{uid}".encode()).hexdigest()


# The hashed content of an entry by version; versions never change, new ones are appended.
_CONTENTS: Mapping[int, Callable[[ChainEntry], dict[str, Any]]] = {
    1: _content_1,
    2: _content_2,
    3: _content_3,
    4: _content_4,
}
VERSION = max(_CONTENTS)
# The first version in which salted digests stand for who acted.
VEILED = 4


def _instant(at: datetime) -> str:
    """Return the instant in UTC in ISO format with microseconds."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")
