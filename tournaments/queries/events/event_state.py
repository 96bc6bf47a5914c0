"""How far an event is, in one word."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from django.db.models import Exists, OuterRef

from tournaments.models import Draw, Event, Registration, Stage


class EventState(StrEnum):
    """How far an event is: OPEN while players register themselves, WAITS before its draw, then RUNNING.

    It is OVER once every stage is complete; a corrected result or a further stage lets it run again. A director has
    CLOSED it for good.
    """

    OPEN = "open"
    WAITS = "waits"
    RUNNING = "running"
    OVER = "over"
    CLOSED = "closed"


def states_of_events(events: Iterable[Event]) -> dict[int, EventState]:
    """Return the states of these events by primary key; one query."""
    rows = list(events)
    is_drawn = Exists(Draw.objects.filter(stage=OuterRef("pk"), voided_at=None))
    stages = Stage.objects.filter(event__in=rows).order_by().annotate(is_drawn=is_drawn)
    by_event: dict[int, list[tuple[bool, bool]]] = {}
    for event, completed_at, drawn in stages.values_list("event", "completed_at", "is_drawn"):
        by_event.setdefault(event, []).append((completed_at is not None, drawn))
    return {event.pk: _state(event, by_event.get(event.pk, [])) for event in rows}


def _state(event: Event, stages: list[tuple[bool, bool]]) -> EventState:
    if event.closed_at is not None:
        return EventState.CLOSED
    if stages and all(is_complete for is_complete, _is_drawn in stages):
        return EventState.OVER
    if any(is_drawn for _is_complete, is_drawn in stages):
        return EventState.RUNNING
    return EventState.OPEN if event.registration == Registration.OPEN else EventState.WAITS
