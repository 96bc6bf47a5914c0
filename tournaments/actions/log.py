"""The log of a tournament: a hash chain to which every action appends last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import Max, Model, QuerySet
from django.utils import timezone

from matches.database.prepared import prepared
from matches.models import Player
from tournaments import changes
from tournaments.acts import Act, stored
from tournaments.models import DIRECT, Actor, Event, LogEntry, Origin, Tournament

from . import chain
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
    acts_with_proofs = chain.with_proofs(acts, proofs_of_rows(rows))
    now, entries = timezone.now(), []
    for act in acts_with_proofs:
        author, way = (None, DIRECT) if act.by_service else (by, origin)
        entries.append(
            LogEntry(
                tournament=head,
                at=now,
                actor=_actor(author, origin=way),
                by=author,
                code=act.code,
                event=event,
                subject=act.subject,
                data=stored(act),
                link=way.link,
            )
        )
    chain.extend(head, entries)
    of.log_seq, of.log_hash = head.log_seq, head.log_hash
    changes.publish(of)
    return entries


def verify(tournament: Tournament) -> list[str]:
    """Return the faults of the chain as codes with entry numbers (`chain.faults`); empty if it is intact."""
    entries = (
        LogEntry.objects.filter(tournament=tournament).select_related("by", "event", "link").order_by("seq")
    )
    return chain.faults(Tournament.objects.get(pk=tournament.pk), entries.iterator(chunk_size=500))


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
