"""The places of an event: those taken, those kept for qualifiers, and those left for newcomers."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When

from tournaments.acts import readable
from tournaments.acts.entrants import EntrantQualified, QualifierPlacesFreed
from tournaments.acts.frame import NextOpened
from tournaments.models import Draw, Entrant, Event, LogEntry, StageEntry, Via
from tournaments.queries.state import is_drawn


def places_taken(event: Event) -> int:
    """How many hold a place in the event."""
    return Entrant.objects.filter(event=event, withdrawn_at=None, is_alternate=False).count()


def places_left(event: Event, *, is_earned: bool = False) -> int | None:
    """How many newcomers get a place at once: None for no limit, and nobody after the draw.

    Places kept for qualifiers are left for them alone, `is_earned`.
    """
    if is_drawn(event):
        return 0
    if event.capacity is None:
        return None
    kept = 0 if is_earned else awaited([event.pk]).get(event.pk, 0)
    return max(0, event.capacity - places_taken(event) - kept)


def places_kept(event: Event) -> int:
    """How many free places of an event are kept for qualifiers; none where places are without limit."""
    if event.capacity is None:
        return 0
    wanted = awaited([event.pk]).get(event.pk, 0)
    return kept_of(event, wanted=wanted, taken=places_taken(event)) if wanted else 0


def kept_of(event: Event, *, wanted: int, taken: int) -> int:
    """How many places can be kept where so many qualifiers are awaited and so many places are taken."""
    return 0 if event.capacity is None else min(wanted, max(0, event.capacity - taken))


def awaited(events: Collection[int]) -> dict[int, int]:
    """How many qualifiers are still to come into these events, by primary key; one query, and three where some are.

    An event that another one opened awaits its own start first: until then nobody is to qualify from it.
    """
    drawn = Exists(Draw.objects.filter(stage__event=OuterRef("pk"), voided_at=None))
    rows = Event.objects.filter(qualifies_for__in=events).annotate(
        has_draw=drawn, target_uid=F("qualifies_for__uid")
    )
    feeders = {event.pk: event for event in rows}
    if not feeders:
        return {}
    kinds = (EntrantQualified, QualifierPlacesFreed, NextOpened)
    entries = LogEntry.objects.filter(event__in=feeders, code__in=[kind.code for kind in kinds])
    came: dict[int, set[str]] = {}
    freed: dict[int, int] = {}
    opened: set[str] = set()
    for entry in entries.only("event", "code", "subject", "data").order_by("seq"):
        key = entry.event_id or 0
        match readable(entry):
            case EntrantQualified(entrant=uid):
                came.setdefault(key, set()).add(uid)
            case QualifierPlacesFreed(target=uid, places=places) if uid == feeders[key].target_uid:
                freed[key] = places
            case NextOpened(subject=uid):
                opened.add(uid)
    there = _with_place([uid for uids in came.values() for uid in uids])
    found: dict[int, int] = {}
    for key, event in feeders.items():
        if event.uid in opened and not event.has_draw:
            continue
        held = len(came.get(key, set()) & there)
        missing = max(0, event.qualifying_places - freed.get(key, 0) - held)
        target = event.qualifies_for_id or 0
        found[target] = found.get(target, 0) + missing
    return found


def awaited_in_all(events: Sequence[Event]) -> dict[int, int]:
    """What `awaited` says of all events of a tournament, which are read already; no query where none qualifies."""
    if not any(event.qualifies_for_id for event in events):
        return {}
    return awaited([event.pk for event in events])


def waiting(event: Event) -> QuerySet[Entrant]:
    """The alternates of an event in their turn: who has qualified first, then who has waited longest."""
    rows = Entrant.objects.filter(event=event, is_alternate=True, withdrawn_at=None)
    return rows.order_by(Case(When(via=Via.EARNED, then=Value(0)), default=Value(1)), "pk")


def _with_place(uids: Collection[str]) -> set[str]:
    """Who of these entrants is in, or left after the draw, when the place went with them."""
    if not uids:
        return set()
    line = Exists(StageEntry.objects.filter(entrant=OuterRef("pk"), line__isnull=False))
    rows = Entrant.objects.filter(Q(withdrawn_at=None) | line, uid__in=uids)
    return set(rows.values_list("uid", flat=True))
