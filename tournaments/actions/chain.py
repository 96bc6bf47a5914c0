"""The hash chain of a log: one implementation for every stream, that of a tournament and that of a federation."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from matches.database.prepared import insert_rows, store_columns
from tournaments.acts import ABSENT, Act
from tournaments.models import ChainEntry, LogStream
from tournaments.queries.audit.log_content import VERSION as VERSION
from tournaments.queries.audit.log_content import content_of, is_version

_SALT_BYTES = 16


def extend(head: LogStream, entries: Sequence[ChainEntry]) -> None:
    """Number, hash and store these entries after the head of their stream, which the caller has locked."""
    previous = head.log_hash
    for seq, entry in enumerate(entries, start=head.log_seq + 1):
        entry.seq, entry.version, entry.salt = seq, VERSION, secrets.token_hex(_SALT_BYTES)
        entry.hash = previous = entry_hash(entry, previous=previous)
    insert_rows(entries)
    head.log_seq, head.log_hash = entries[-1].seq, previous
    store_columns(head, "log_seq", "log_hash")


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
        if not is_version(entry.version):
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
