"""The log of a tournament: a hash chain to which every action appends last."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from django.db.models import Max, Model, QuerySet
from django.utils import timezone

from matches.database.prepared import prepared
from matches.models import Player
from tournaments import changes
from tournaments.acts import ABSENT, Act, stored
from tournaments.models import DIRECT, Actor, Event, LogEntry, Origin, Tournament

from .locks import lock_log
from .proving import proofs_of_rows


def append(
    act: Act,
    *,
    of: Tournament,
    by: Player | None,
    event: Event | None = None,
    origin: Origin = DIRECT,
    rows: Iterable[Model] = (),
) -> LogEntry:
    """Append the entry of an act to the log, as the last write of its transaction.

    `origin` has the access link of the act. `rows` are the changed rows, which are read again and proved by
    the entry; a pairing includes its round, a board its team match. The head of the log is locked, so that
    entries are numbered without gaps.
    """
    return append_all([act], of=of, by=by, event=event, origin=origin, rows=rows)[0]


def append_all(
    acts: Sequence[Act],
    *,
    of: Tournament,
    by: Player | None,
    event: Event | None = None,
    origin: Origin = DIRECT,
    rows: Iterable[Model] = (),
) -> list[LogEntry]:
    """Append several acts in order; the first proves the rows. The number of statements is constant."""
    if not acts:
        return []
    head = lock_log(of)
    # Concurrent changes of these rows are proved later, under the same lock.
    if digests := proofs_of_rows(rows):
        first = acts[0]
        proofs = {} if first.proofs is ABSENT else first.proofs
        acts = [replace(first, proofs={**proofs, **digests}), *acts[1:]]
    now, previous = timezone.now(), head.log_hash
    entries = []
    for seq, act in enumerate(acts, start=head.log_seq + 1):
        author, way = (None, DIRECT) if act.by_service else (by, origin)
        entry = LogEntry(
            tournament=head,
            seq=seq,
            at=now,
            actor=_actor(author, origin=way),
            by=author,
            code=act.code,
            event=event,
            subject=act.subject,
            data=stored(act),
            link=way.link,
            version=VERSION,
        )
        entry.hash = previous = entry_hash(entry, previous=previous)
        entries.append(entry)
    LogEntry.objects.bulk_create(entries)
    Tournament.objects.filter(pk=head.pk).update(log_seq=entries[-1].seq, log_hash=previous)
    of.log_seq, of.log_hash = entries[-1].seq, previous
    changes.publish(of)
    return entries


def entry_hash(entry: LogEntry, *, previous: str) -> str:
    """Return the SHA-256 in hex of the previous hash and the canonical JSON of this entry."""
    text = json.dumps(content_of(entry), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(f"{previous}\n{text}".encode()).hexdigest()


def content_of(entry: LogEntry) -> dict[str, Any]:
    """Return the hashed content of an entry, according to its version."""
    return _CONTENTS[entry.version](entry)


def _content_1(entry: LogEntry) -> dict[str, Any]:
    """Return the content that version 1 hashes; unversioned entries use it too."""
    return {
        "seq": entry.seq,
        "at": _instant(entry.at),
        "actor": entry.actor,
        "by": entry.by.uid if entry.by else None,
        "code": entry.code,
        "event": entry.event.uid if entry.event else None,
        "subject": entry.subject,
        "data": entry.data,
    }


def _content_2(entry: LogEntry) -> dict[str, Any]:
    """Return the content that version 2 hashes: that of version 1 and the access link."""
    return {**_content_1(entry), "link": entry.link.uid if entry.link else None}


# The hashed content of an entry by version; versions never change, new ones are appended.
_CONTENTS: Mapping[int, Callable[[LogEntry], dict[str, Any]]] = {1: _content_1, 2: _content_2}
VERSION = max(_CONTENTS)


def verify(tournament: Tournament) -> list[str]:
    """Return the faults of the chain as codes with entry numbers; empty if it is intact.

    Codes: `gap` for a missing number, `changed` for an entry that does not match its hash, `version` for an
    unknown version, and `head` if the tournament's head is not the last entry.
    """
    faults: list[str] = []
    head = Tournament.objects.get(pk=tournament.pk)
    previous, seq = "", 1
    entries = LogEntry.objects.filter(tournament=head).select_related("by", "event", "link").order_by("seq")
    for entry in entries.iterator(chunk_size=500):
        if entry.seq != seq:
            faults.append(f"gap {seq}")
        if entry.version not in _CONTENTS:
            faults.append(f"version {entry.seq}")
        elif entry.hash != entry_hash(entry, previous=previous):
            faults.append(f"changed {entry.seq}")
        previous, seq = entry.hash, entry.seq + 1
    if (head.log_seq, head.log_hash) != (seq - 1, previous):
        faults.append(f"head {head.log_seq}")
    return faults


def event_version(event: Event) -> int:
    """Return the number of the newest entry about the event; 0 if there is none."""
    return max(_newest_entry(event.pk), default=0)


@prepared
def _newest_entry(event: int) -> QuerySet[LogEntry, int]:
    """Return the number of the newest entry about an event; no row if there is none."""
    entries = LogEntry.objects.filter(event=event).order_by().values("event")
    return entries.annotate(newest=Max("seq")).values_list("newest", flat=True)


def _actor(by: Player | None, origin: Origin) -> Actor:
    if origin.link is not None:
        return Actor.LINK
    return Actor.PLAYER if by else Actor.SYSTEM


def _instant(at: datetime) -> str:
    """Return the instant in UTC in ISO format with microseconds."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")
