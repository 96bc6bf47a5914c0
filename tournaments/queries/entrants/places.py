"""The places of an event: taken, reserved for qualifiers, and free."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When

from tournaments.acts import readable
from tournaments.acts.entrants import EntrantQualified, QualifierPlacesFreed
from tournaments.acts.tournaments import NextOpened
from tournaments.models import Draw, Entrant, Event, LogEntry, StageEntry, Via
from tournaments.queries.state import is_drawn


def places_taken(event: Event) -> int:
    """Return the number of entrants with a place in the event."""
    return Entrant.objects.filter(event=event, withdrawn_at=None, is_alternate=False).count()


def places_left(event: Event, *, is_earned: bool = False) -> int | None:
    """Return the number of free places for new entrants: None without a limit, 0 after the draw.

    Places reserved for qualifiers count only if `is_earned`.
    """
    if is_drawn(event):
        return 0
    if event.capacity is None:
        return None
    reserve = 0 if is_earned else awaited([event.pk]).get(event.pk, 0)
    return max(0, event.capacity - places_taken(event) - reserve)


def places_kept(event: Event) -> int:
    """Return the number of free places reserved for qualifiers; 0 for an event without a limit."""
    if event.capacity is None:
        return 0
    missing = awaited([event.pk]).get(event.pk, 0)
    return kept_of(event, qualifiers=missing, entrants=places_taken(event)) if missing else 0


def kept_of(event: Event, *, qualifiers: int, entrants: int) -> int:
    """Return the number of places to reserve, given the number of awaited qualifiers and of taken places."""
    return 0 if event.capacity is None else min(qualifiers, max(0, event.capacity - entrants))


def awaited(events: Collection[int]) -> dict[int, int]:
    """Return the number of qualifiers each event still awaits, by primary key; one query, or three.

    An event that another one opened counts only once it is drawn.
    """
    has_draw = Exists(Draw.objects.filter(stage__event=OuterRef("pk"), voided_at=None))
    rows = Event.objects.filter(qualifies_for__in=events).annotate(
        has_draw=has_draw, target_uid=F("qualifies_for__uid")
    )
    feeders = {event.pk: event for event in rows}
    if not feeders:
        return {}
    kinds = (EntrantQualified, QualifierPlacesFreed, NextOpened)
    entries = LogEntry.objects.filter(event__in=feeders, code__in=[kind.code for kind in kinds])
    came: dict[int, set[str]] = {}
    freed: dict[int, int] = {}
    followers: set[str] = set()
    for entry in entries.only("event", "code", "subject", "data").order_by("seq"):
        key = entry.event_id or 0
        match readable(entry):
            case EntrantQualified(entrant=uid):
                came.setdefault(key, set()).add(uid)
            case QualifierPlacesFreed(target=uid, places=places) if uid == feeders[key].target_uid:
                freed[key] = places
            case NextOpened(subject=uid):
                followers.add(uid)
    there = _with_place([uid for uids in came.values() for uid in uids])
    totals: dict[int, int] = {}
    for key, event in feeders.items():
        if event.uid in followers and not event.has_draw:
            continue
        occupancy = len(came.get(key, set()) & there)
        missing = max(0, event.qualifying_places - freed.get(key, 0) - occupancy)
        target = event.qualifies_for_id or 0
        totals[target] = totals.get(target, 0) + missing
    return totals


def awaited_in_all(events: Sequence[Event]) -> dict[int, int]:
    """Return `awaited` for all events of a tournament, already loaded; no query if none qualifies."""
    if not any(event.qualifies_for_id for event in events):
        return {}
    return awaited([event.pk for event in events])


def waiting(event: Event) -> QuerySet[Entrant]:
    """Return the waiting list of an event: qualifiers first, then by time of entry."""
    return in_turn(Entrant.objects.filter(event=event, is_alternate=True, withdrawn_at=None))


def in_turn(rows: QuerySet[Entrant]) -> QuerySet[Entrant]:
    """Return these alternates in the order in which they get a place."""
    return rows.order_by(Case(When(via=Via.EARNED, then=Value(0)), default=Value(1)), "pk")


def _with_place(uids: Collection[str]) -> set[str]:
    """Return the uids of these entrants that are in the event, or withdrew after its draw."""
    if not uids:
        return set()
    line = Exists(StageEntry.objects.filter(entrant=OuterRef("pk"), line__isnull=False))
    rows = Entrant.objects.filter(Q(withdrawn_at=None) | line, uid__in=uids)
    return set(rows.values_list("uid", flat=True))
