"""Forecasts of when an event under way ends."""

from __future__ import annotations

from datetime import datetime

from tournaments.api.response import Response, given, of
from tournaments.queries.events.forecasts import Outlook, Season
from tournaments.queries.events.hall_forecasts import EventEnd, HallForecast


class StageOutlookResponse(Response):
    """The forecast of the end of a stage."""

    stage: str
    half_at: datetime
    almost_surely_at: datetime


class SeasonResponse(Response, row=Season):
    """The deadlines of a league: those of its present round and of the last one, and how many matches are overdue."""

    stage: str
    round: int
    due_at: datetime
    last: int
    last_at: datetime
    overdue: int


class OutlookResponse(Response, row=Outlook):
    """When an event is over: half of the time by `half_at`, nine times in ten by `almost_surely_at`.

    Everything but `event` is null, and `stages` is empty, while that is not known:
    before the draw, in the first minute after it, after the end, and in a ladder. A
    league has its `season`, both moments are its last deadline, and nothing is simulated. `minutes_per_point` was learnt from `timed_matches` of the
    event, and `runs` is how many tournaments were simulated from how it stood at `at`.
    """

    event: str = given()
    half_at: datetime | None
    almost_surely_at: datetime | None
    minutes_per_point: float | None = given()
    timed_matches: int | None = given()
    runs: int | None
    at: datetime | None
    season: SeasonResponse | None
    stages: list[StageOutlookResponse] = given()


class EventEndResponse(Response, row=EventEnd):
    """When an event is over: half of the time by `half_at`, nine times in ten by `almost_surely_at`.

    `in_time` is the share of simulated halls in which it is over before the last curfew.
    """

    event: str
    half_at: datetime
    almost_surely_at: datetime
    in_time: float = of(get=lambda row: round(row.in_time, 3))


class HallForecastResponse(Response, row=HallForecast):
    """When a whole tournament is over, with all its events in one hall; null where that is not known yet.

    It was worked out at `at`, from `runs` simulated halls; `is_fresh` is false while a new one is on its way. `closes_at` is
    the last curfew, null where the hall is always open. `left_out` are events that are not counted, with the reason:
    `no_start`, `too_few`, `by_calendar`, `no_table` or `endless`.
    """

    tournament: str = given()
    half_at: datetime | None
    almost_surely_at: datetime | None
    in_time: float | None = given()
    closes_at: datetime | None
    events: list[EventEndResponse]
    left_out: dict[str, str]
    timed_matches: int | None = given()
    gap: float | None = given()
    runs: int | None
    at: datetime | None
    is_fresh: bool = given()
