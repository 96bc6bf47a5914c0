"""Whole events as one value: templates, plans, and what is wrong with them."""

from __future__ import annotations

from typing import Any

from tournaments.api.response import Response, of

from .tournaments import FeedResponse


class PlannedStageResponse(Response):
    """One stage of a plan; its feeds name stages by their number in the plan, from 0."""

    name: str
    format: str
    options: dict[str, Any]
    lengths: list[int]
    feeds: list[FeedResponse]


class PlanResponse(Response):
    """A whole event, as an event can be made of it."""

    version: int
    stages: list[PlannedStageResponse]


class TemplateResponse(Response):
    """A plan to begin with, for `fewest` to `most` entrants; `hours` are those the `usual` number takes, 0 for weeks."""

    code: str
    fewest: int
    most: int
    usual: int
    hours: int
    capacity: int | None = of(words="Of an event that starts when full.")
    plan: PlanResponse


class PlanProblemResponse(Response):
    """What is wrong: a stable code, the path of the field in what was asked, and the value that works there, if one does."""

    code: str
    path: str
    works: Any | None
    message: str


class StagePreviewResponse(Response):
    """What a stage comes to; `begins` and `ends` are minutes from the start of the event."""

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
    """What is wrong with a plan, what is odd about it, and what it comes to for the entrants asked for."""

    problems: list[PlanProblemResponse]
    warnings: list[PlanProblemResponse]
    preview: list[StagePreviewResponse]
