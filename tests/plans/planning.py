"""Short ways to write a plan, to name what is wrong with it, and to cure it."""

from __future__ import annotations

from typing import Any

from tournaments.formats import Feed, Problem, Take
from tournaments.plans import PlannedEvent, PlannedStage, problems

MAIN = PlannedStage(name="main", format="single_elimination")
BELOW = PlannedStage(name="consolation", format="consolation", feeds=(Feed(0, Take.LOSERS, nearest=1),))
LAST = PlannedStage(name="last_chance", format="consolation", feeds=(Feed(1, Take.LOSERS, nearest=2),))


def stage(format: str = "single_elimination", *feeds: Feed, **options: Any) -> PlannedStage:  # noqa: A002
    """A stage in a format, fed so, with these options."""
    return PlannedStage(format=format, feeds=feeds, options=options)


def plan_of(*stages: PlannedStage) -> PlannedEvent:
    """A plan of these stages, in this order."""
    return PlannedEvent(stages)


def codes(plan: PlannedEvent, **numbers: Any) -> list[str]:
    """What is wrong with a plan, by its codes."""
    return [problem.code for problem in problems(plan, **numbers)]


def cured(
    plan: PlannedEvent, problem: Problem, numbers: dict[str, Any]
) -> tuple[PlannedEvent, dict[str, Any]]:
    """The plan, or the numbers beside it, with what the problem says that works."""
    path, works = str(problem.data["path"]).split("."), problem.data["works"]
    if path[0] in numbers:
        return plan, {**numbers, path[0]: works}
    data: Any = plan.to_dict()
    inner = data
    for step in path[:-1]:
        inner = inner[int(step) if step.isdigit() else step]
    last = path[-1]
    inner[int(last) if last.isdigit() else last] = [works] if last in ("lengths", "best_of") else works
    return PlannedEvent.from_dict(data), numbers
