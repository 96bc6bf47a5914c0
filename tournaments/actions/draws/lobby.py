"""Events that are drawn automatically when full, and the next event that opens then."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.db import transaction

from matches.models import Player, rows_of_persons
from tournaments import notices
from tournaments.actions import log
from tournaments.actions.events.copying import copy_event, copy_stage
from tournaments.actions.events.full_start import choose_start
from tournaments.actions.locks import lock_event
from tournaments.actions.money import ledger
from tournaments.acts.tournaments import EventStarted, MovedOn, NextOpened
from tournaments.errors.entrants import AlreadyEntered
from tournaments.formats import FORMATS, Intake
from tournaments.models import EntrantPlayer, Event, Stage
from tournaments.queries.entrants.lobby import follower
from tournaments.queries.entrants.places import places_left, places_taken, waiting
from tournaments.queries.state import feeds_of, is_drawn

from .draw import draw

_NUMBERED = re.compile(r"^(?P<base>.*?)(?: \((?P<number>\d+)\))?$", re.DOTALL)


@transaction.atomic
def set_start(
    event: Event, *, by: Player | None, starts_when_full: bool, opens_next: bool | None = None
) -> Event:
    """Set whether an event starts automatically when full or is started by the director.

    With `opens_next` an event with the same settings is created at that time; left out, it stays as it was. A full
    event starts at once.
    Raise PlacesNeeded, HasStarted, or CannotStartByItself with the nearest possible number of places.
    """
    event = choose_start(event, by=by, starts_when_full=starts_when_full, opens_next=opens_next)
    start_if_full(event)
    return event


def start_if_full(event: Event) -> bool:
    """Draw an event that starts when full, if all its places are taken; the caller holds its lock.

    The service draws all stages that can be drawn, and notifies all players. It creates the next event with
    the alternates of this one, and starts it too if it is full.
    """
    is_full = event.capacity is not None and places_taken(event) >= event.capacity
    if not event.starts_when_full or not is_full or is_drawn(event):
        return False
    for stage in Stage.objects.filter(event=event).order_by("order"):
        # A stage fed by another one is drawn with it, or after it.
        if FORMATS[stage.format].intake is Intake.DRAW and not feeds_of(stage):
            draw(stage, by=None, who="all")
    notices.event_started(event)
    act = EventStarted(event.uid, entrants=event.capacity)
    log.append(act, of=event.tournament, by=None, event=event)
    if event.opens_next and follower(event) is None:
        _open_next(event)
    return True


def follow_on(event: Event, *, players: Sequence[Player], is_earned: bool = False) -> Event:
    """Return the event that newcomers enter, locked: this event, or the next one with a free place.

    Only an event with `opens_next` leads to the next one. Raise AlreadyEntered for a player who is in the
    event; such a player can enter the next event directly.
    """
    current_players = [player.current.pk for player in players]
    while event.opens_next and places_left(event, is_earned=is_earned) == 0:
        own = EntrantPlayer.objects.filter(
            event=event, player__in=rows_of_persons(current_players), entrant__withdrawn_at=None
        ).select_related("player")
        for entry in own:
            raise AlreadyEntered(player=entry.player.shown_name)
        next_event = follower(event)
        event = _open_next(event) if next_event is None else lock_event(next_event)
    return event


def next_name(name: str, *, names: Sequence[str]) -> str:
    """Return the name with the next free number in brackets: `Jackpot 8`, `Jackpot 8 (2)`, `Jackpot 8 (3)`."""
    longest = Event._meta.get_field("name").max_length or 0  # noqa: SLF001 - the documented way to a field
    match = _NUMBERED.match(name)
    base, number = (name, None) if match is None else (match["base"], match["number"])
    count = int(number) + 1 if number else 2
    while True:
        ending = f" ({count})"
        candidate = f"{base[: longest - len(ending)].rstrip()}{ending}"
        if candidate not in names:
            return candidate
        count += 1


def _open_next(event: Event) -> Event:
    """Create the next event with the same stages and fees, and move the alternates into it."""
    tournament = event.tournament
    names = list(Event.objects.filter(tournament=tournament).values_list("name", flat=True))
    next_event = copy_event(event, by=None, name=next_name(event.name, names=names))
    for stage in Stage.objects.filter(event=event).order_by("order"):
        if not stage.is_playoff:
            copy_stage(stage, next_event, by=None)
    log.append(NextOpened(next_event.uid), of=tournament, by=None, event=event)
    next_event = lock_event(next_event)
    _move_alternates(event, next_event)
    return next_event


def _move_alternates(event: Event, next_event: Event) -> None:
    """Move the alternates to the next event; the first ones get its places, and it starts if full."""
    for number, entrant in enumerate(list(waiting(event))):
        EntrantPlayer.objects.filter(entrant=entrant).update(event=next_event)
        entrant.event, entrant.is_alternate = next_event, number >= (next_event.capacity or 0)
        entrant.save(update_fields=["event", "is_alternate"])
        if not entrant.is_alternate:
            notices.alternate_in(entrant)
        act = MovedOn(entrant.uid, event=next_event.uid, alternate=entrant.is_alternate)
        log.append(act, of=event.tournament, by=None, event=event, rows=[entrant])
        if not entrant.is_alternate:
            ledger.charge_entry(entrant, by=None)
    start_if_full(next_event)
