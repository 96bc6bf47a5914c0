"""Validation that an event can be played as planned."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.errors import InvalidPlan
from tournaments.formats import Problem
from tournaments.models import Event, Stage
from tournaments.plans import PlannedEvent, problems
from tournaments.queries.events.plans import plan_of_stages

from .problem_words import refused

# A stage without entrants stays empty and delays no other stage, so it is not refused.
_EMPTY = frozenset({"nobody_comes", "no_such_rounds", "too_few_come"})


def require_plan(plan: PlannedEvent, *, entrants: int | None = None) -> None:
    """Raise InvalidPlan with every fault of a plan, each with the path of its field."""
    if faults := problems(plan, entrants=entrants):
        raise refused(InvalidPlan, faults)


def require_playable(event: Event) -> None:
    """Raise InvalidPlan if the stages cannot be played with the event's capacity, or with any usual number."""
    stages = list(Stage.objects.filter(event=event).order_by("order"))
    if not stages:
        return
    if faults := _grave(problems(plan_of_stages(stages), entrants=event.capacity)):
        raise refused(InvalidPlan, faults)


def require_what_follows(stage: Stage, *, entrants: int) -> None:
    """Raise InvalidPlan if the stage, with these entrants, feeds a stage that could not be drawn.

    Faults of the stage itself are raised by its own draw.
    """
    of_event = Stage.objects.filter(event=stage.event_id).order_by("order")
    stages = [other for other in of_event if not other.is_playoff]
    plan = plan_of_stages(stages)
    behind = _behind(plan, next(number for number, other in enumerate(stages) if other.pk == stage.pk))
    faults = [
        problem for problem in _grave(problems(plan, entrants=entrants)) if _number_of(problem) in behind
    ]
    if faults:
        raise refused(InvalidPlan, faults)


def _grave(problems: Sequence[Problem]) -> list[Problem]:
    return [problem for problem in problems if problem.code not in _EMPTY]


def _behind(plan: PlannedEvent, number: int) -> set[int]:
    """Return the numbers of the stages fed by this one, directly or through other stages."""
    numbers = {number}
    for other, stage in enumerate(plan.stages):
        if any(feed.stage in numbers for feed in stage.feeds):
            numbers.add(other)
    return numbers - {number}


def _number_of(problem: Problem) -> int | None:
    """Return the number of the stage that a problem concerns; None for the event."""
    _stages, _, rest = str(problem.data["path"]).partition(".")
    return int(rest.split(".")[0]) if rest else None
