"""Automatic start of a full event, and whether it could be drawn with every place taken."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from matches.models import Player
from tournaments import plans
from tournaments.actions import log
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import require_director
from tournaments.acts.tournaments import StartSet
from tournaments.errors.draws import AlreadyCommitted
from tournaments.errors.events import CannotStartByItself, HasStarted, PlacesNeeded
from tournaments.models import Commitment, Event, Stage
from tournaments.queries.events.plans import plan_of_stages
from tournaments.queries.state import is_drawn

from .problems import problem_words

# No event has more places (`Event.capacity`).
MOST_PLACES = 1024


@transaction.atomic
def choose_start(
    event: Event, *, by: Player | None, starts_when_full: bool, opens_next: bool | None = None
) -> Event:
    """Store whether an event starts automatically when full; the caller starts an event already full.

    Whether it opens the next one stays where that is left out.

    Raise PlacesNeeded, HasStarted, or CannotStartByItself with the nearest possible number of places.
    """
    require_director(event.tournament, by)
    event = lock_event(event)
    opens_next = (event.opens_next if opens_next is None else opens_next) and starts_when_full
    if (event.starts_when_full, event.opens_next) == (starts_when_full, opens_next):
        return event
    if starts_when_full and event.capacity is None:
        raise PlacesNeeded
    if is_drawn(event):
        raise HasStarted(event=event.name)
    if starts_when_full and Commitment.objects.filter(stage__event=event, revealed_at=None).exists():
        raise AlreadyCommitted
    event.starts_when_full, event.opens_next = starts_when_full, opens_next
    require_drawable(event)
    event.save(update_fields=["starts_when_full", "opens_next"])
    act = StartSet(event.uid, starts_when_full=starts_when_full, opens_next=opens_next)
    log.append(act, of=event.tournament, by=by, event=event, rows=[event])
    return event


def require_drawable(event: Event) -> None:
    """Raise CannotStartByItself if an event that starts when full cannot be drawn with all its places."""
    if not event.starts_when_full or event.capacity is None:
        return
    stages = list(Stage.objects.filter(event=event).order_by("order"))
    faults = plans.problems(plan_of_stages(stages), entrants=event.capacity)
    if not faults:
        return
    details = [{"code": fault.code, **fault.data} for fault in faults]
    nearest = _nearest(stages, places=event.capacity)
    way_out = "" if nearest is None else _("%(places)s places would do.") % {"places": nearest}
    raise CannotStartByItself(
        capacity=event.capacity,
        problems=f"{problem_words(faults)} {way_out}".rstrip(),
        nearest=nearest,
        details=details,
    )


def _nearest(stages: Sequence[Stage], *, places: int) -> int | None:
    """Return the nearest number of places with which the stages can be drawn, preferring the larger."""
    plan = plan_of_stages(stages)
    if plans.problems(plan):
        # The plan suits no usual number, so the capacity is not the fault.
        return None
    for distance in range(1, MOST_PLACES):
        for candidate in (places + distance, places - distance):
            if 2 <= candidate <= MOST_PLACES and not plans.problems(plan, entrants=candidate):
                return candidate
    return None
