"""The problems that formats and plans report: in words, and as refusals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from matches.errors import DomainError
from tournaments.errors import InvalidPlan
from tournaments.formats import Problem
from tournaments.models import Event, Stage
from tournaments.models.wording import PROBLEM_WORDS, in_words
from tournaments.plans import PlannedEvent, grave, problems
from tournaments.queries.events.plans import plan_of_stages


def problem_words(problems: Iterable[Problem]) -> str:
    """Return the problems as sentences; raise LookupError for a problem without a message."""
    return " ".join(_sentence(problem) for problem in problems)


def refused(kind: type[DomainError], problems: Sequence[Problem], **data: Any) -> DomainError:
    """Return a domain error of this class with the problems as sentences and as codes."""
    details = [{"code": problem.code, **problem.data} for problem in problems]
    return kind(problems=problem_words(problems), details=details, **data)


def _sentence(problem: Problem) -> str:
    return in_words(PROBLEM_WORDS[problem.code], problem.data)


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
