"""The order of alternates who enter a drawn event."""

from __future__ import annotations

from collections.abc import Collection

from tournaments.errors import AlternateWaits, KeptForQualifiers, OverCapacity
from tournaments.models import Entrant, Event, Via
from tournaments.queries.entrants.places import places_kept, places_taken, waiting


def require_turn(event: Event, entrant: Entrant, *, overrides: Collection[str]) -> None:
    """Raise a domain error unless the alternate is next and a place is free for it.

    The desk can override each of the three refusals by its code in `overrides`.
    """
    if not entrant.is_alternate:
        return
    first = waiting(event).select_related("side").first()
    if first is not None and first.pk != entrant.pk and AlternateWaits.code not in overrides:
        raise AlternateWaits(alternate=first.name, entrant=first.uid)
    if event.capacity is None:
        return
    occupied = places_taken(event)
    if occupied >= event.capacity:
        if OverCapacity.code not in overrides:
            raise OverCapacity(entrants=occupied, capacity=event.capacity)
        return
    reserved = places_kept(event)
    is_kept = occupied + reserved >= event.capacity and entrant.via != Via.EARNED
    if is_kept and KeptForQualifiers.code not in overrides:
        raise KeptForQualifiers(event=event.name, kept=reserved)
