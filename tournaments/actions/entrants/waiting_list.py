"""Who waits for a place in an event, and whose turn it is when one is free."""

from __future__ import annotations

from collections.abc import Collection

from matches.models import Player
from tournaments import notices
from tournaments.actions import log
from tournaments.actions.draws.lobby import start_if_full
from tournaments.actions.money import ledger
from tournaments.acts.entrants import AlternateIn
from tournaments.errors import EventIsFull, KeptForQualifiers
from tournaments.models import Entrant, Event, Via
from tournaments.queries.entrants.places import places_kept, places_left, waiting
from tournaments.queue import Job, enqueue_each


def has_place(event: Event, *, via: str = Via.DESK) -> bool:
    """Whether who comes in this way has a place at once; a kept one is for who has earned it."""
    places = places_left(event, is_earned=via == Via.EARNED)
    return places is None or places > 0


def require_place(event: Event, entrant: Entrant, *, overrides: Collection[str]) -> None:
    """EventIsFull, or KeptForQualifiers where the places left are kept and the desk has not said that this one goes."""
    if not has_place(event, via=Via.EARNED):
        raise EventIsFull(capacity=event.capacity)
    if not has_place(event, via=entrant.via) and KeptForQualifiers.code not in overrides:
        raise KeptForQualifiers(event=event.name, kept=places_kept(event))


def fill_places(event: Event) -> None:
    """Move the alternates up, each in its turn; without a limit nobody waits for a place."""
    if event.capacity is None:
        return
    earned, places = places_left(event, is_earned=True) or 0, places_left(event) or 0
    for entrant in waiting(event)[:earned]:
        if entrant.via != Via.EARNED:
            # Who waits behind those who have qualified has none of the kept places.
            if places <= 0:
                break
            places -= 1
        give_place(event, entrant, by=None)
    start_if_full(event)


def ask_feeders(event: Event) -> None:
    """Let the events that qualify for this one look again at who comes, as somebody who had qualified has left."""
    feeders = Event.objects.filter(qualifies_for=event).values_list("pk", flat=True)
    enqueue_each(Job.QUALIFY, [{"event_id": key} for key in feeders])


def earn(entrant: Entrant, *, by: Player | None) -> None:
    """Count an alternate who has qualified meanwhile among those who have: with a place before the draw, or next in turn."""
    entrant.via = Via.EARNED
    entrant.save(update_fields=["via"])
    if has_place(entrant.event, via=entrant.via):
        give_place(entrant.event, entrant, by=by)


def give_place(event: Event, entrant: Entrant, *, by: Player | None) -> None:
    """Let an alternate have a place, tell its players and charge the entry."""
    entrant.is_alternate = False
    entrant.save(update_fields=["is_alternate"])
    notices.alternate_in(entrant)
    log.append(AlternateIn(entrant.uid), of=event.tournament, by=by, event=event, rows=[entrant])
    ledger.charge_entry(entrant, by=by)
