"""Check-in: who has come to an event."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from matches.models import Player
from tournaments.actions import log
from tournaments.actions.closed import require_present
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import require_desk
from tournaments.acts.entrants import CheckedIn, CheckInUndone
from tournaments.models import Entrant, Event


@transaction.atomic
def check_in(entrant: Entrant, *, by: Player | None) -> Entrant:
    """Check an entrant in; idempotent."""
    return _set_presence(entrant, by=by, is_there=True)


@transaction.atomic
def check_everybody_in(event: Event, *, by: Player | None) -> int:
    """Check in all entrants with a place; return the number newly checked in."""
    event = lock_event(event)
    require_desk(event.tournament, by)
    missing = event.entrants.filter(withdrawn_at=None, is_alternate=False, checked_in_at=None)
    entrants = list(missing.order_by("pk"))
    missing.update(checked_in_at=timezone.now())
    acts = [CheckedIn(entrant.uid) for entrant in entrants]
    log.append_all(acts, of=event.tournament, by=by, event=event, rows=entrants)
    return len(entrants)


@transaction.atomic
def undo_check_in(entrant: Entrant, *, by: Player | None) -> Entrant:
    """Undo the check-in of an entrant."""
    return _set_presence(entrant, by=by, is_there=False)


def _set_presence(entrant: Entrant, *, by: Player | None, is_there: bool) -> Entrant:
    event = lock_event(entrant.event)
    require_desk(event.tournament, by)
    entrant.refresh_from_db(from_queryset=Entrant.objects.select_related("side"))
    entrant.event = event
    if is_there:
        require_present(entrant)
    if (entrant.checked_in_at is not None) == is_there:
        return entrant
    entrant.checked_in_at = timezone.now() if is_there else None
    entrant.save(update_fields=["checked_in_at"])
    act = CheckedIn(entrant.uid) if is_there else CheckInUndone(entrant.uid)
    log.append(act, of=event.tournament, by=by, event=event, rows=[entrant])
    return entrant
