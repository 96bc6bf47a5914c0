"""Forecasts of events under way, simulated from their current state.

A worker computes those that somebody looks at once a minute and stores them in the shared cache; pages only read them.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from django.core.cache import caches

from matches.models import Match
from tournaments import formats, simulation
from tournaments.formats import FORMATS, ByCalendar, FormatError, opens_rounds_by_calendar
from tournaments.models import Entrant, Event, Stage, Table, TableUse, played_for
from tournaments.queries.series_now import series_now
from tournaments.queries.state import StageState, event_states
from tournaments.simulation import Setup, StageSetup
from tournaments.simulation.stage import SeriesSoFar

from .plans import plan_of_stages

# The processor time for the forecast of one event, and the sufficient number of runs.
_SECONDS = 0.6
_MOST_RUNS = 200
# The minimum number of runs, and the processor and elapsed time that a large event may take for them.
_FEWEST_RUNS = 6
_MOST_SECONDS, _LONGEST_WAIT = 2.5, 8.0
# The lifetime of a cached forecast.
_KEPT_FOR = 600
# For so long after somebody has looked a forecast is renewed.
_WATCHED_FOR = 600
# The weight of the director's expectation, in matches.
_PRIOR_MATCHES = 6
# The limits of a plausible pace; beyond them a start or end time is wrong.
_FASTEST, _SLOWEST = 1.5, 30.0


@dataclass(frozen=True, slots=True)
class EventPace:
    """The pace of an event: minutes per point, and the number of timed matches behind it.

    `left_out` counts timed matches of implausible duration.
    """

    minutes_per_point: float
    matches: int
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Season:
    """The deadlines of a league: those of its current and last round, and the number of overdue matches."""

    stage: str
    round: int
    due_at: datetime
    last: int
    last_at: datetime
    overdue: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """The forecast end of an event: before `half_at` with 50 % probability, before `almost_surely_at` with 90 %.

    `stages` holds the same two times for each stage by uid. `at` is the time of computation, `runs` the number of
    simulated runs. For rounds with deadlines the forecast is the last deadline of `season`, without simulation.
    `is_of_hall` says that the times come from all events of the tournament in one hall.
    """

    half_at: datetime
    almost_surely_at: datetime
    stages: Mapping[str, tuple[datetime, datetime]]
    pace: EventPace
    runs: int
    at: datetime
    season: Season | None = None
    is_of_hall: bool = False


def pace_of(event: Event) -> EventPace:
    """Return the pace of an event, estimated from its timed matches and the director's expectation; one query."""
    timed = Match.objects.filter(
        played_for(stage__event=event),
        cancelled_at=None,
        started_at__isnull=False,
        final_at__isnull=False,
    ).values_list("started_at", "final_at", "length")
    return learnt(
        [(final - start, length) for start, final, length in timed if start and final],
        prior_pace=float(event.minutes_per_point),
    )


def learnt(matches: Iterable[tuple[timedelta, int]], *, prior_pace: float) -> EventPace:
    """Return the mean of the expected pace, weighted as six matches, and of the timed matches (duration, length).

    For matches of the same gamma shape the mean minutes per point is a sufficient statistic; the expectation is an
    inverse gamma distribution with the weight of six matches. Implausible durations are left out.
    """
    paces = [lasted.total_seconds() / 60 / length for lasted, length in matches]
    sample = [pace for pace in paces if _FASTEST <= pace <= _SLOWEST]
    total = prior_pace * _PRIOR_MATCHES + sum(sample)
    left_out = len(paces) - len(sample)
    return EventPace(total / (_PRIOR_MATCHES + len(sample)), len(sample), left_out)


def present(event: Event, *, now: datetime) -> tuple[Setup, EventPace] | None:
    """Return the simulator setup of an event and its pace; None before the first draw and after the end.

    A constant number of queries.
    """
    states = {state.stage.pk: state for state in event_states(event)}
    of_event = Stage.objects.filter(event=event).order_by("order")
    stages = [stage for stage in of_event if not stage.is_playoff]
    if not states or all(stage.completed_at is not None for stage in stages):
        return None
    pace = pace_of(event)
    plan = plan_of_stages(stages)
    setup = Setup(
        stages=tuple(
            stage_setup(stage, plan_stage.feeds, states.get(stage.pk), now=now)
            for stage, plan_stage in zip(stages, plan.stages, strict=True)
        ),
        entrants=Entrant.objects.filter(event=event, withdrawn_at=None, is_alternate=False).count(),
        tables=_tables(event),
        minutes_per_point=pace.minutes_per_point,
        start=now,
    )
    return setup, pace


def outlook(
    event: Event, *, now: datetime, seconds: float = _SECONDS, at_most: float = _MOST_SECONDS
) -> Outlook | None:
    """Compute the forecast of an event; None if it is not under way or cannot be simulated."""
    calendar = season_of(event, now=now)
    if calendar is not None:
        last = calendar.last_at
        return Outlook(last, last, {calendar.stage: (last, last)}, pace_of(event), 0, now, calendar)
    basis = present(event, now=now)
    if basis is None:
        return None
    setup, pace = basis
    runs = simulated(setup, seed=event.uid, seconds=seconds, at_most=at_most)
    if len(runs) < _FEWEST_RUNS:
        return None
    forecast = simulation.summary(runs)
    stages = {
        stage.uid: _moments(now, of_stage)
        for stage, of_stage in zip(setup.stages, forecast.stages, strict=True)
    }
    half, almost = _moments(now, forecast)
    return Outlook(half, almost, stages, pace, forecast.runs, now)


def season_of(event: Event, *, now: datetime) -> Season | None:
    """Return the deadlines of a league under way; None if no round has a deadline."""
    by_calendar = [code for code, rules in FORMATS.items() if opens_rounds_by_calendar(rules)]
    under_way = Stage.objects.filter(event=event, format__in=by_calendar, completed_at=None)
    if event.starts_at is None or not under_way.exists():
        return None
    for state in event_states(event):
        rules = state.format
        is_over = state.stage.completed_at is not None
        if is_over or state.stage.format not in by_calendar or not isinstance(rules, ByCalendar):
            continue
        due = {one.number: rules.deadline(state.state, one.number) for one in rules.rounds(state.state)}
        ends = {number: at for number, at in due.items() if at is not None}
        if ends:
            return _season(state, ends, now=now)
    return None


def _season(stage_state: StageState, ends: Mapping[int, datetime], *, now: datetime) -> Season:
    """Return the season of a drawn league, given the deadlines of its rounds."""
    results = {result.place for result in stage_state.state.results}
    overdue = sum(
        number in ends and ends[number] < now and row.match is not None and (number, slot) not in results
        for (number, slot), row in stage_state.pairings.items()
    )
    last = max(ends)
    present_round = next((number for number in sorted(ends) if ends[number] >= now), last)
    return Season(stage_state.stage.uid, present_round, ends[present_round], last, ends[last], overdue)


def simulated(setup: Setup, *, seed: str, seconds: float, at_most: float) -> list[simulation.Run]:
    """Return the simulated runs that fit in `seconds`; for the minimum number of runs, in `at_most` seconds.

    The list is empty if the setup cannot be played to its end.
    """
    began, late = time.thread_time(), time.monotonic() + _LONGEST_WAIT
    runs: list[simulation.Run] = []

    def may_go_on() -> bool:
        spent = time.thread_time() - began
        return spent < (seconds if len(runs) >= _FEWEST_RUNS else at_most) and time.monotonic() < late

    try:
        for run in islice(simulation.simulations(setup, seed=seed, may_go_on=may_go_on), _MOST_RUNS):
            runs.append(run)  # noqa: PERF402 - `may_go_on` counts them one by one
    except FormatError as error:
        if error.problems[0].code not in {"no_time_left", "stands_still"}:
            raise
    return runs


def renew(event: Event, *, now: datetime) -> Outlook | None:
    """Compute the forecast again and cache it; keep the previous one if the time was too short."""
    forecast = outlook(event, now=now)
    if forecast is not None:
        _kept().set(_key(event), asdict(forecast), timeout=_KEPT_FOR)
    elif not Stage.objects.filter(event=event, completed_at=None).exists():
        _kept().delete(_key(event))
    return forecast


def known(event: Event) -> Outlook | None:
    """Return the cached forecast, or None, and note that somebody looks; no query."""
    _kept().add(_watch(event.pk), 1, timeout=_WATCHED_FOR)
    values: Any = _kept().get(_key(event))
    if values is None:
        return None
    season = Season(**values["season"]) if values["season"] is not None else None
    return Outlook(**{**values, "pace": EventPace(**values["pace"]), "season": season})


def watched(events: Iterable[int]) -> list[int]:
    """Return those of these events, by primary key, at whose forecast somebody has looked in the last minutes."""
    keys = {_watch(event): event for event in events}
    return [keys[key] for key in _kept().get_many(keys)]


def _kept() -> Any:
    return caches["shared"]


def _watch(event: int) -> str:
    return f"forecast_watched:{event}"


def _key(event: Event) -> str:
    return f"forecast:{event.uid}"


def _moments(
    now: datetime, forecast: simulation.Forecast | simulation.StageForecast
) -> tuple[datetime, datetime]:
    minutes = (forecast.half_done_by, forecast.almost_surely_done_by)
    half, almost = (now + timedelta(minutes=value) for value in minutes)
    return half, almost


def stage_setup(
    stage: Stage, feeds: tuple[formats.Feed, ...], stage_state: StageState | None, *, now: datetime
) -> StageSetup:
    """Return a stage as it is simulated from its current state."""
    rules = FORMATS[stage.format]
    return StageSetup(
        format=rules,
        options=rules.options.from_dict(stage.options),
        lengths=tuple(stage.lengths),
        best_of=tuple(stage.best_of),
        series={} if stage_state is None else series_so_far(stage_state),
        feeds=feeds,
        fixed_lengths={int(number): length for number, length in stage.round_lengths.items()},
        state=None if stage_state is None else stage_state.state,
        playing={} if stage_state is None else _playing(stage_state, now=now),
        uid=stage.uid,
    )


def series_so_far(stage_state: StageState) -> dict[tuple[int, int], SeriesSoFar]:
    """Return where the series of a stage stand; two queries, none without series."""
    rows = {place: row for place, row in stage_state.pairings.items() if row.best_of > 1}
    standing = series_now([row.match_id for row in rows.values() if row.match_id is not None])
    return {
        place: SeriesSoFar(row.best_of, standing[row.match_id].wins)
        for place, row in rows.items()
        if row.match_id in standing
    }


def _playing(stage_state: StageState, *, now: datetime) -> dict[tuple[int, int], float]:
    """Return the minutes that each match under way has lasted since its start time.

    If no match of the stage has a start time, the time of the pairing is used.
    """
    results = {result.place for result in stage_state.state.results}
    matches = {place: row for place, row in stage_state.pairings.items() if row.match is not None}
    standing = series_now(
        [row.match_id for row in matches.values() if row.best_of > 1 and row.match_id is not None]
    )
    is_stamped = any(row.match is not None and row.match.started_at for row in matches.values())
    durations = {}
    for place, row in matches.items():
        series = standing.get(row.match_id or 0)
        started_at = row.match.started_at if row.match is not None else None
        began = (started_at if series is None else series.started_at) if is_stamped else row.made_at
        if place not in results and began is not None:
            durations[place] = (now - began).total_seconds() / 60
    return durations


def _tables(event: Event) -> int | None:
    """Return the number of tables the event can use now; None if it has no tables."""
    usable = Table.objects.filter(tournament=event.tournament, is_out_of_order=False)
    free = [table for table in usable if table.reserved_for_id in {None, event.pk}]
    if not free:
        return None
    elsewhere = TableUse.objects.filter(until=None, table__in=free).exclude(
        match__in=Match.objects.filter(played_for(stage__event=event))
    )
    return max(1, len(free) - elsewhere.count())
