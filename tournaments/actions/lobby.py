"""Events that start when full: drawn with the last place taken, and followed by the next one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from matches.models import Player
from tournaments import notices, plans
from tournaments.acts.frame import EventStarted, MovedOn, NextOpened, StartSet
from tournaments.errors import AlreadyCommitted, AlreadyEntered, CannotStartByItself, HasStarted, PlacesNeeded
from tournaments.formats import FORMATS, Intake
from tournaments.models import Commitment, EntrantPlayer, Event, Stage
from tournaments.queries.lobby import follower
from tournaments.queries.places import places_left, places_taken, waiting
from tournaments.queries.plans import plan_of_stages
from tournaments.queries.state import feeds_of, is_drawn

from . import log, money
from .copying import copy_event, copy_stage
from .draw import draw
from .locks import lock_event
from .offices import demand_director
from .problem_words import problem_words

# No event has more places (`Event.capacity`).
MOST_PLACES = 1024
_NUMBERED = re.compile(r"^(?P<base>.*?)(?: \((?P<number>\d+)\))?$", re.DOTALL)


@transaction.atomic
def set_start(event: Event, *, by: Player | None, starts_when_full: bool, opens_next: bool = False) -> Event:
    """Let an event start by itself as soon as the last place is taken, or by the director's hand.

    With `opens_next` a fresh event like it opens in the same moment. It starts
    at once where it is full already. PlacesNeeded, HasStarted,
    CannotStartByItself with the nearest number of places that works.
    """
    demand_director(event.tournament, by)
    event = lock_event(event)
    opens_next = opens_next and starts_when_full
    if (event.starts_when_full, event.opens_next) == (starts_when_full, opens_next):
        return event
    if starts_when_full and event.capacity is None:
        raise PlacesNeeded
    if is_drawn(event):
        raise HasStarted(event=event.name)
    if starts_when_full and Commitment.objects.filter(stage__event=event, revealed_at=None).exists():
        raise AlreadyCommitted
    event.starts_when_full, event.opens_next = starts_when_full, opens_next
    demand_drawable(event)
    event.save(update_fields=["starts_when_full", "opens_next"])
    act = StartSet(event.uid, starts_when_full=starts_when_full, opens_next=opens_next)
    log.append(act, of=event.tournament, by=by, event=event)
    start_if_full(event)
    return event


def demand_drawable(event: Event) -> None:
    """CannotStartByItself where an event that starts when full could not be drawn with every place taken."""
    if not event.starts_when_full or event.capacity is None:
        return
    stages = list(Stage.objects.filter(event=event).order_by("order"))
    found = plans.problems(plan_of_stages(stages), entrants=event.capacity)
    if not found:
        return
    details = [{"code": problem.code, **problem.data} for problem in found]
    nearest = _nearest(stages, places=event.capacity)
    way_out = "" if nearest is None else _("%(places)s places would do.") % {"places": nearest}
    raise CannotStartByItself(
        capacity=event.capacity,
        problems=f"{problem_words(found)} {way_out}".rstrip(),
        nearest=nearest,
        details=details,
    )


def start_if_full(event: Event) -> bool:
    """Draw an event that starts when full, once its last place is taken; needs its lock.

    All stages that can be drawn are, by the service, and everybody is told. The
    next one opens, and whoever waited for a place is in it; where that one is
    full too, it starts as well.
    """
    is_full = event.capacity is not None and places_taken(event) >= event.capacity
    if not event.starts_when_full or not is_full or is_drawn(event):
        return False
    for stage in Stage.objects.filter(event=event).order_by("order"):
        # Who is fed from another stage is drawn with it, or when it is complete.
        if FORMATS[stage.format].intake is Intake.DRAW and not feeds_of(stage):
            draw(stage, by=None, who="all")
    notices.event_started(event)
    act = EventStarted(event.uid, entrants=event.capacity)
    log.append(act, of=event.tournament, by=None, event=event)
    if event.opens_next and follower(event) is None:
        _open_next(event)
    return True


def follow_on(event: Event, *, players: Sequence[Player], is_earned: bool = False) -> Event:
    """The event that newcomers enter who ask for this one: it, or the next one that has a place; both are locked.

    Only an event that opens the next one sends anybody on, and nobody who is in
    it themselves: AlreadyEntered. Who wants to play in the next one too enters
    that one by its own name.
    """
    meant = [player.current for player in players]
    while event.opens_next and places_left(event, is_earned=is_earned) == 0:
        own = EntrantPlayer.objects.filter(
            event=event, player__in=meant, entrant__withdrawn_at=None
        ).select_related("player")
        for entry in own:
            raise AlreadyEntered(player=entry.player.name)
        found = follower(event)
        event = _open_next(event) if found is None else lock_event(found)
    return event


def next_name(name: str, *, taken: Sequence[str]) -> str:
    """The name with the first higher number in brackets that is free: `Jackpot 8`, `Jackpot 8 (2)`, `Jackpot 8 (3)`."""
    longest = Event._meta.get_field("name").max_length or 0  # noqa: SLF001 - the documented way to a field
    found = _NUMBERED.match(name)
    base, number = (name, None) if found is None else (found["base"], found["number"])
    count = int(number) + 1 if number else 2
    while True:
        ending = f" ({count})"
        wanted = f"{base[: longest - len(ending)].rstrip()}{ending}"
        if wanted not in taken:
            return wanted
        count += 1


def _open_next(event: Event) -> Event:
    """Open a fresh event like this one, with its stages and fees; whoever waited for a place here comes first there."""
    tournament = event.tournament
    names = list(Event.objects.filter(tournament=tournament).values_list("name", flat=True))
    opened = copy_event(event, by=None, name=next_name(event.name, taken=names))
    for stage in Stage.objects.filter(event=event).order_by("order"):
        if not stage.is_playoff:
            copy_stage(stage, opened, by=None)
    log.append(NextOpened(opened.uid), of=tournament, by=None, event=event)
    opened = lock_event(opened)
    _move_alternates(event, opened)
    return opened


def _move_alternates(event: Event, opened: Event) -> None:
    """Take along who waits for a place; the first ones have one now, and the next one starts when it is full too."""
    for number, entrant in enumerate(list(waiting(event))):
        EntrantPlayer.objects.filter(entrant=entrant).update(event=opened)
        entrant.event, entrant.is_alternate = opened, number >= (opened.capacity or 0)
        entrant.save(update_fields=["event", "is_alternate"])
        if not entrant.is_alternate:
            notices.alternate_in(entrant)
        act = MovedOn(entrant.uid, event=opened.uid, alternate=entrant.is_alternate)
        log.append(act, of=event.tournament, by=None, event=event)
        if not entrant.is_alternate:
            money.charge_entry(entrant, by=None)
    start_if_full(opened)


def _nearest(stages: Sequence[Stage], *, places: int) -> int | None:
    """The number of places nearest to this one with which the stages can be drawn, the larger one first."""
    plan = plan_of_stages(stages)
    if plans.problems(plan):
        # It suits none of the usual numbers, so that the number is not what is wrong.
        return None
    for distance in range(1, MOST_PLACES):
        for wanted in (places + distance, places - distance):
            if 2 <= wanted <= MOST_PLACES and not plans.problems(plan, entrants=wanted):
                return wanted
    return None
