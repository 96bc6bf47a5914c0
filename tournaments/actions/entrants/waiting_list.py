"""The places of an event and its waiting list."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from matches.models import Player
from tournaments import notices
from tournaments.actions import log
from tournaments.actions.closed import lock_unclosed, require_present
from tournaments.actions.draws.lobby import start_if_full
from tournaments.actions.events.full_start import require_drawable
from tournaments.actions.fields import check_fields
from tournaments.actions.money import ledger
from tournaments.actions.permissions import require_desk, require_director
from tournaments.acts.entrants import AlternateIn
from tournaments.acts.tournaments import CapacitySet
from tournaments.errors.draws import StageAlreadyDrawn
from tournaments.errors.entrants import CapacityTooSmall, EventIsFull, KeptForQualifiers, NotAnAlternate
from tournaments.models import Entrant, Event, Via
from tournaments.queries.entrants.places import places_kept, places_left, places_taken, waiting
from tournaments.queries.state import is_drawn
from tournaments.queue import Job, enqueue_each


def has_place(event: Event, *, via: str = Via.DESK) -> bool:
    """Whether an entry of this origin gets a place; reserved places are for qualified entrants."""
    places = places_left(event, is_earned=via == Via.EARNED)
    return places is None or places > 0


def require_place(event: Event, entrant: Entrant, *, overrides: Collection[str]) -> None:
    """Raise EventIsFull, or KeptForQualifiers for a reserved place without its override."""
    if not has_place(event, via=Via.EARNED):
        raise EventIsFull(capacity=event.capacity)
    if not has_place(event, via=entrant.via) and KeptForQualifiers.code not in overrides:
        raise KeptForQualifiers(event=event.name, kept=places_kept(event))


def fill_places(event: Event) -> None:
    """Promote alternates in their order while places are free."""
    if event.capacity is None:
        return
    earned, places = places_left(event, is_earned=True) or 0, places_left(event) or 0
    for entrant in waiting(event)[:earned]:
        if entrant.via != Via.EARNED:
            # Alternates who have not qualified get no reserved places.
            if places <= 0:
                break
            places -= 1
        _give_place(event, entrant, by=None)
    start_if_full(event)


def ask_feeders(event: Event) -> None:
    """Enqueue a new qualification check of the events that qualify for this one."""
    feeders = Event.objects.filter(qualifies_for=event).values_list("pk", flat=True)
    enqueue_each(Job.QUALIFY, [{"event_id": key} for key in feeders])


def earn(entrant: Entrant, *, by: Player | None) -> None:
    """Mark an alternate as qualified, and give it a place if one is free."""
    entrant.via = Via.EARNED
    entrant.save(update_fields=["via"])
    if has_place(entrant.event, via=entrant.via):
        _give_place(entrant.event, entrant, by=by)


def charge_place(event: Event, entrant: Entrant, *, by: Player | None) -> None:
    """Charge the entry fee to an entrant with a place, unless the event is drawn."""
    if not entrant.is_alternate and not is_drawn(event):
        ledger.charge_entry(entrant, by=by)


def _give_place(event: Event, entrant: Entrant, *, by: Player | None) -> None:
    """Give an alternate a place, notify its players and charge the entry fee."""
    entrant.is_alternate = False
    entrant.save(update_fields=["is_alternate"])
    notices.alternate_in(entrant)
    log.append(AlternateIn(entrant.uid), of=event.tournament, by=by, event=event, rows=[entrant])
    ledger.charge_entry(entrant, by=by)
    if entrant.via == Via.EARNED:
        # A qualifier pays the entry of whoever has come by it.
        ask_feeders(event)


@transaction.atomic
def promote(entrant: Entrant, *, by: Player | None, overrides: Collection[str] = ()) -> Entrant:
    """Give an alternate a free place before the draw; raise KeptForQualifiers for a reserved place."""
    event = lock_unclosed(entrant.event)
    require_desk(event.tournament, by)
    entrant.refresh_from_db()
    require_present(entrant)
    if not entrant.is_alternate:
        raise NotAnAlternate(entrant=entrant.name)
    if is_drawn(event):
        raise StageAlreadyDrawn
    require_place(event, entrant, overrides=overrides)
    _give_place(event, entrant, by=by)
    start_if_full(event)
    return entrant


@transaction.atomic
def set_capacity(event: Event, *, by: Player | None, capacity: int | None) -> Event:
    """Set the number of places, None for no limit; the first alternates get the new places.

    An event that starts when full starts if it is full now. Raise CannotStartByItself if it cannot be drawn
    with this number.
    """
    require_director(event.tournament, by)
    event = lock_unclosed(event)
    if capacity == event.capacity:
        return event
    before, occupied = event.capacity, places_taken(event)
    if capacity is not None and capacity < occupied:
        raise CapacityTooSmall(entrants=occupied)
    event.capacity = capacity
    check_fields(event)
    require_drawable(event)
    event.save(update_fields=["capacity"])
    act = CapacitySet(event.uid, capacity=capacity, before=before)
    log.append(act, of=event.tournament, by=by, event=event, rows=[event])
    if not is_drawn(event):
        fill_places(event)
    return event
