"""Validation that an event can be played as planned."""

from __future__ import annotations

from tournaments.errors import InvalidPlan
from tournaments.models import Event, Stage
from tournaments.plans import PlannedEvent, grave, problems
from tournaments.queries.events.plans import plan_of_stages

from .problem_words import refused


def require_plan(plan: PlannedEvent, *, entrants: int | None = None) -> None:
    """Raise InvalidPlan with every fault of a plan, each with the path of its field."""
    if faults := problems(plan, entrants=entrants):
        raise refused(InvalidPlan, faults)


def require_playable(event: Event) -> None:
    """Raise InvalidPlan if the stages cannot be played with the event's capacity, or with any usual number."""
    stages = list(Stage.objects.filter(event=event).order_by("order"))
    if not stages:
        return
    if faults := grave(problems(plan_of_stages(stages), entrants=event.capacity)):
        raise refused(InvalidPlan, faults)
