"""The hash chain of a log: one implementation for every stream, that of a tournament and that of a federation."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from tournaments.acts import ABSENT, Act
from tournaments.models import ChainEntry, LogStream


def extend(head: LogStream, entries: Sequence[ChainEntry]) -> None:
    """Number, hash and store these entries after the head of their stream, which the caller has locked."""
    previous = head.log_hash
    for seq, entry in enumerate(entries, start=head.log_seq + 1):
        entry.seq, entry.version = seq, VERSION
        entry.hash = previous = entry_hash(entry, previous=previous)
    type(entries[0])._default_manager.bulk_create(entries)  # noqa: SLF001 - the documented manager
    head.log_seq, head.log_hash = entries[-1].seq, previous
    head.save(update_fields=["log_seq", "log_hash"])


def with_proofs(acts: Sequence[Act], digests: Mapping[str, str]) -> list[Act]:
    """Return the acts, of which the first carries these digests of rows beside its own."""
    first, *others = acts
    if not digests:
        return [first, *others]
    own = {} if first.proofs is ABSENT else first.proofs
    return [replace(first, proofs={**own, **digests}), *others]


def faults(head: LogStream, entries: Iterable[ChainEntry]) -> list[str]:
    """Return the faults of a chain, given all its entries in order, as codes with entry numbers.

    Codes: `gap` for a missing number, `changed` for an entry that does not match its hash, `version` for an
    unknown version, and `head` if the head of the stream is not the last entry.
    """
    codes: list[str] = []
    previous, seq = "", 1
    for entry in entries:
        if entry.seq != seq:
            codes.append(f"gap {seq}")
        if entry.version not in _CONTENTS:
            codes.append(f"version {entry.seq}")
        elif entry.hash != entry_hash(entry, previous=previous):
            codes.append(f"changed {entry.seq}")
        previous, seq = entry.hash, entry.seq + 1
    if (head.log_seq, head.log_hash) != (seq - 1, previous):
        codes.append(f"head {head.log_seq}")
    return codes


def entry_hash(entry: ChainEntry, *, previous: str) -> str:
    """Return the SHA-256 in hex of the previous hash and the canonical JSON of this entry."""
    text = json.dumps(content_of(entry), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(f"{previous}\n{text}".encode()).hexdigest()


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


# The hashed content of an entry by version; versions never change, new ones are appended.
_CONTENTS: Mapping[int, Callable[[ChainEntry], dict[str, Any]]] = {1: _content_1, 2: _content_2}
VERSION = max(_CONTENTS)


def _instant(at: datetime) -> str:
    """Return the instant in UTC in ISO format with microseconds."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")
