"""Forecasts of when an event under way ends."""

from __future__ import annotations

from datetime import datetime

from tournaments.api.response import Response


class StageOutlookResponse(Response):
    """The forecast of the end of a stage."""

    stage: str
    half_at: datetime
    almost_surely_at: datetime


class SeasonResponse(Response):
    """The deadlines of a league: those of its present round and of the last one, and how many matches are overdue."""

    stage: str
    round: int
    due_at: datetime
    last: int
    last_at: datetime
    overdue: int


class OutlookResponse(Response):
    """When an event is over: half of the time by `half_at`, nine times in ten by `almost_surely_at`.

    Everything but `event` is null, and `stages` is empty, while that is not known:
    before the draw, in the first minute after it, after the end, and in a ladder. A
    league has its `season`, both moments are its last deadline, and nothing is simulated. `minutes_per_point` was learnt from `timed_matches` of the
    event, and `runs` is how many tournaments were simulated from how it stood at `at`.
    """

    event: str
    half_at: datetime | None
    almost_surely_at: datetime | None
    minutes_per_point: float | None
    timed_matches: int | None
    runs: int | None
    at: datetime | None
    season: SeasonResponse | None
    stages: list[StageOutlookResponse]
