"""The log of a tournament: a hash chain to which every action appends last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from django.db import transaction
from django.db.models import Max, Model, QuerySet
from django.utils import timezone
from prometheus_client import Counter
from structlog.contextvars import bind_contextvars

from matches.database.one_act import put_off
from matches.database.prepared import prepared
from matches.models import Player
from tournaments import changes
from tournaments.acts import Act, stored
from tournaments.models import DIRECT, Actor, Event, LogEntry, Origin, Tournament, token_of
from tournaments.queries.audit.trees import changed_leaves

from . import chain
from .locks import lock_log
from .proving import proofs_of_rows

ACTS = Counter("videau_acts", "Acts in the logs of tournaments, by code.", ["act"])
# When an act writes its log: last, because every action locks the head of the log last.
_TURN = 2


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
    """Append several acts in order; the first proves the rows. The number of statements is constant.

    Within `one_act` the entries are numbered and stored at its end, with those of its other parts.
    """
    if not acts:
        return []
    entries = [_entry(act, of=of, by=by, event=event, origin=origin) for act in acts]
    put_off(_write, [_LogCall(of, [*acts], entries, [*rows])], turn=_TURN)
    return entries


@dataclass(frozen=True, slots=True)
class _LogCall:
    """The acts of one call with their entries, and the rows that they changed."""

    of: Tournament
    acts: Sequence[Act]
    entries: Sequence[LogEntry]
    rows: Sequence[Model]


def _entry(act: Act, *, of: Tournament, by: Player | None, event: Event | None, origin: Origin) -> LogEntry:
    """Return the entry of an act, without its data and time."""
    author, way = (None, DIRECT) if act.by_service else (by, origin)
    return LogEntry(
        tournament=of,
        actor=_actor(author, origin=way),
        by=author,
        code=act.code,
        event=event,
        subject=act.subject,
        link=way.link,
        token=None if way.link is not None else token_of(author),
    )


def _write(pages: Sequence[_LogCall]) -> None:
    """Append these pages in order: one lock, one read of the rows and one insert for each log."""
    by_log: dict[int, list[_LogCall]] = {}
    for page in pages:
        by_log.setdefault(page.of.pk, []).append(page)
    for key in sorted(by_log):
        _extend(by_log[key])


def _extend(pages: Sequence[_LogCall]) -> None:
    """Append these pages to their log, whose head is locked."""
    head = lock_log(pages[0].of)
    # Concurrent changes of these rows are proved later, under the same lock.
    digests = proofs_of_rows(row for page in pages for row in page.rows)
    # Rows are proved as they are now, so by the last page: acts of earlier ones may carry older proofs.
    prover = next((page for page in reversed(pages) if page.rows), None)
    now, entries = timezone.now(), []
    for page in pages:
        acts = chain.with_proofs(page.acts, digests if page is prover else {})
        for act, entry in zip(acts, page.entries, strict=True):
            entry.tournament, entry.at, entry.data = head, now, stored(act)
            entries.append(entry)
    chain.extend(head, entries)
    for page in pages:
        page.of.log_seq, page.of.log_hash = head.log_seq, head.log_hash
    bind_contextvars(tournament=head.uid)
    transaction.on_commit(partial(_count, [entry.code for entry in entries]), robust=True)
    changes.publish(head)


def _count(codes: Sequence[str]) -> None:
    for code in codes:
        ACTS.labels(code).inc()


def verify(tournament: Tournament) -> list[str]:
    """Return the faults of the chain as codes with entry numbers; empty if it is intact.

    They are those of `chain.faults`, and `checkpoint` for an entry whose hash is another one than in the tree of all logs.
    """
    entries = (
        LogEntry.objects.filter(tournament=tournament)
        .select_related("by", "event", "link", "token")
        .order_by("seq")
    )
    faults = chain.faults(Tournament.objects.get(pk=tournament.pk), entries.iterator(chunk_size=500))
    return faults + [f"checkpoint {seq}" for seq in changed_leaves(tournament, entries)]


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
    if token_of(by) is not None:
        return Actor.TOKEN
    return Actor.PLAYER if by else Actor.SYSTEM
