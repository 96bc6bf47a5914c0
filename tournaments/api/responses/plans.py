"""Plans of whole events: templates, plans and their problems."""

from __future__ import annotations

from typing import Any

from tournaments.api.response import Response, given, of
from tournaments.plans.templates import Template

from .tournaments import FeedResponse


class PlannedStageResponse(Response):
    """One stage of a plan; its feeds name stages by their number in the plan, from 0."""

    name: str
    format: str
    options: dict[str, Any]
    lengths: list[int]
    best_of: list[int] = of(words="The matches of a pairing at most, the last round first.")
    feeds: list[FeedResponse]


class PlanResponse(Response):
    """The plan of a whole event, from which an event can be created."""

    version: int
    stages: list[PlannedStageResponse]


class TemplateResponse(Response, row=Template):
    """A plan to begin with, for `fewest` to `most` entrants; `hours` are those the `usual` number takes, 0 for weeks."""

    code: str = given()
    fewest: int
    most: int
    usual: int
    hours: int
    capacity: int | None = of(words="Of an event that starts when full.")
    plan: PlanResponse = given()


class PlanProblemResponse(Response):
    """A problem of a plan: a stable code, the path of the field, and a valid value, if any."""

    code: str
    path: str
    works: Any | None
    message: str


class StagePreviewResponse(Response):
    """The preview of a stage; `begins` and `ends` are minutes from the start of the event."""

    number: int
    entrants: int
    rounds: int
    matches: int
    byes: int
    begins: int
    ends: int
    is_estimated: bool = of(words="Results decide how many rounds there are.")
    is_by_calendar: bool


class PlanCheckResponse(Response):
    """The problems and warnings of a plan, and its preview for the number of entrants."""

    problems: list[PlanProblemResponse]
    warnings: list[PlanProblemResponse]
    preview: list[StagePreviewResponse]
