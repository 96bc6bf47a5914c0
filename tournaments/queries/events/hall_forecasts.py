"""The end of a whole tournament, forecast from how it stands: all events in one simulated hall.

It is computed when somebody looks, and cached until something changes.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from math import ceil
from statistics import fmean, stdev
from typing import Any, TypeVar

from django.core.cache import caches

from tournaments.formats import FormatError
from tournaments.models import Event, Tournament
from tournaments.simulation.weekend import Weekend, WeekendEvent, WeekendRun, hall_end, weekends

from . import forecasts
from .forecasts import Outlook
from .hall_now import HallNow, LeftOut, hall_now

_FEWEST_RUNS, FIRST_RUNS, MOST_RUNS = 5, 20, 200
# The processor time for the first figure, for all of them, and for the comparisons.
_FIRST, _ALL, _COMPARED = 0.5, 4.0, 6.0
_FEWEST_COMPARED, _MOST_COMPARED = 5, 60
_AS_IT_IS = "as it is"
_KEPT_FOR = 24 * 60 * 60
# A forecast is as old as this at most while matches are under way: time itself says that they last longer.
STALE_AFTER = timedelta(minutes=5)
# The hall is computed when somebody looks at its page; older than this, the event's own forecast knows more.
_OLDEST = 3 * STALE_AFTER
_TABLES_MORE = 4
_MOST_EVENTS = 6
# An event fits where so many simulated halls are over in time; a curfew moves by quarters of an hour.
_FITS, _CURFEW_STEP = 0.9, 15

Variant = TypeVar("Variant")


@dataclass(frozen=True, slots=True)
class EventEnd:
    """When an event is over: half of the time, nine times in ten, and how often before the hall closes for good.

    `costs` are the minutes by which it moves the end of the other events, by their uid, each with its standard error.
    """

    event: str
    half_at: datetime
    almost_surely_at: datetime
    in_time: float
    costs: Mapping[str, tuple[float, float]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WayToFit:
    """A change by which an event is over in time in this share of simulated halls.

    `kind` is `shorter` (points), `tables`, `earlier`, `curfew` (minutes), or `without` another `event`.
    """

    kind: str
    amount: int
    in_time: float
    event: str = ""


@dataclass(frozen=True, slots=True)
class HallForecast:
    """The end of a tournament, worked out at `at` from the log as of `version`; `is_whole` once nothing is to be added.

    `tables` are the minutes by which so many tables more or less move the end, each with its standard error; `ways` are the
    changes that were tried for events that do not fit. It holds for these `hours` of the hall, as they are stored.
    """

    version: int
    at: datetime
    half_at: datetime
    almost_surely_at: datetime
    in_time: float
    closes_at: datetime | None
    events: tuple[EventEnd, ...]
    left_out: Mapping[str, str]
    pace: float
    gap: float
    matches: int
    runs: int
    tables: Mapping[int, tuple[float, float]] = field(default_factory=dict)
    ways: Mapping[str, tuple[WayToFit, ...]] = field(default_factory=dict)
    is_whole: bool = False
    hours: Any = None


def forecasts_of(tournament: Tournament, *, now: datetime) -> Iterator[HallForecast]:
    """Yield the forecast of a tournament, first a quick one, then better ones; one without events where none is to come."""
    version = tournament.log_seq
    began = time.thread_time()
    hall, stream, runs = _without_endless(hall_now(tournament, now=now), seed=tournament.uid)
    if not hall.events:
        yield HallForecast(
            version, now, now, now, 1.0, None, (), hall.left_out, 1.0, 0.0, hall.matches, 0, is_whole=True
        )
        return
    for most, seconds in ((FIRST_RUNS, _FIRST), (MOST_RUNS, _ALL)):
        while len(runs) < most and (len(runs) < _FEWEST_RUNS or time.thread_time() - began < seconds):
            runs.append(next(stream))
        yield _forecast(hall, runs, version=version, now=now)
    whole = _forecast(hall, runs, version=version, now=now)
    yield replace(_compared(whole, hall, runs, seed=tournament.uid), is_whole=True)


def _without_endless(hall: HallNow, *, seed: str) -> tuple[HallNow, Iterator[WeekendRun], list[WeekendRun]]:
    """Return the tournament without the events that no simulated hall can play to their end, and its first run.

    The iterator goes on after that run; without events there is none.
    """
    while hall.events:
        stream = weekends(hall.weekend, seed=seed)
        try:
            return hall, stream, [next(stream)]
        except FormatError as error:
            number = error.problems[0].data.get("event", len(hall.events) - 1)
            hall = _without(hall, int(number), frees_tables=False)
    return hall, iter(()), []


def _without(hall: HallNow, number: int, *, frees_tables: bool = True) -> HallNow:
    """Return the tournament without an event, whose own tables are then for all where it is not played."""
    tables = hall.weekend.tables
    if tables is not None and frees_tables:
        tables += hall.weekend.events[number].reserved
    events, uids = hall.weekend.events, hall.events
    return HallNow(
        replace(hall.weekend, events=events[:number] + events[number + 1 :], tables=tables),
        uids[:number] + uids[number + 1 :],
        {**hall.left_out, uids[number]: LeftOut.ENDLESS.value},
        hall.matches,
    )


def renewals(tournament: Tournament, *, now: datetime) -> Iterator[HallForecast]:
    """Compute the forecast of a tournament, and yield each step of it once it is cached."""
    for forecast in forecasts_of(tournament, now=now):
        forecast = replace(forecast, hours=tournament.hours)
        _cache().set(_key(tournament), forecast, timeout=_KEPT_FOR)
        yield forecast


def known(tournament: Tournament) -> HallForecast | None:
    """Return the cached forecast, however old, or None; no query.

    One under other hours of the hall is none: it would say what fits before a time at which the hall does not close.
    """
    forecast = _cache().get(_key(tournament))
    return forecast if isinstance(forecast, HallForecast) and forecast.hours == tournament.hours else None


def is_fresh(forecast: HallForecast | None, tournament: Tournament, *, now: datetime) -> bool:
    """Whether a forecast still holds: nothing has happened since, and no long time has passed."""
    return (
        forecast is not None
        and forecast.version == tournament.log_seq
        and timedelta(0) <= now - forecast.at < STALE_AFTER
    )


def _cache() -> Any:
    return caches["shared"]


def _key(tournament: Tournament) -> str:
    return f"hall_forecast:2:{tournament.uid}"


def _forecast(hall: HallNow, runs: Sequence[WeekendRun], *, version: int, now: datetime) -> HallForecast:
    closes = hall.weekend.opening.closes
    end = hall_end([run.end for run in runs], closes=closes)
    belief = hall.weekend.belief
    return HallForecast(
        version=version,
        at=now,
        half_at=now + timedelta(minutes=end.half),
        almost_surely_at=now + timedelta(minutes=end.almost),
        in_time=end.in_time,
        closes_at=None if closes is None else now + timedelta(minutes=closes),
        events=tuple(
            _event_end(uid, [run.events[number] for run in runs], closes=closes, now=now)
            for number, uid in enumerate(hall.events)
        ),
        left_out=hall.left_out,
        pace=belief.pace.factor,
        gap=belief.gaps.mean,
        matches=hall.matches,
        runs=len(runs),
    )


def _event_end(uid: str, ends: Sequence[float], *, closes: float | None, now: datetime) -> EventEnd:
    end = hall_end(ends, closes=closes)
    half, almost = (now + timedelta(minutes=minutes) for minutes in (end.half, end.almost))
    return EventEnd(uid, half, almost, end.in_time)


def _compared(
    forecast: HallForecast, hall: HallNow, runs: Sequence[WeekendRun], *, seed: str
) -> HallForecast:
    """Return the forecast with what other tables, and each event, change in the same simulated halls."""
    weekend, count = hall.weekend, len(hall.events)
    tables = {
        more: replace(weekend, tables=weekend.tables + more)
        for more in (_TABLES_MORE, -_TABLES_MORE)
        if weekend.tables is not None and weekend.tables + more >= 1
    }
    without = {number: _without(hall, number).weekend for number in range(count) if 1 < count <= _MOST_EVENTS}
    changed = _ends_of(
        {
            _AS_IT_IS: weekend,
            **{f"t{more}": one for more, one in tables.items()},
            **{f"e{number}": one for number, one in without.items()},
        },
        seed=seed,
        most=min(len(runs), _MOST_COMPARED),
    )
    unchanged = changed.get(_AS_IT_IS, [])
    moved = {
        more: _difference(
            [other.end - run.end for other, run in zip(changed[f"t{more}"], unchanged, strict=True)]
        )
        for more in tables
        if f"t{more}" in changed
    }
    events = tuple(
        replace(end, costs=_costs(hall, number, changed.get(f"e{number}", []), unchanged))
        for number, end in enumerate(forecast.events)
    )
    ways = {
        end.event: _ways(hall, number, runs, seed=seed)
        for number, end in enumerate(forecast.events)
        if end.in_time < _FITS
    }
    return replace(forecast, tables=moved, events=events, ways=ways)


def _costs(
    hall: HallNow, number: int, without: Sequence[WeekendRun], runs: Sequence[WeekendRun]
) -> dict[str, tuple[float, float]]:
    """Return the minutes that an event costs each of the others."""
    if not without:
        return {}
    others = [other for other in range(len(hall.events)) if other != number]
    return {
        hall.events[other]: _difference(
            [run.events[other] - alone.events[place] for run, alone in zip(runs, without, strict=True)]
        )
        for place, other in enumerate(others)
    }


def _ways(hall: HallNow, number: int, runs: Sequence[WeekendRun], *, seed: str) -> tuple[WayToFit, ...]:
    """Return what was tried so that an event is over before the hall closes."""
    weekend, closes = hall.weekend, hall.weekend.opening.closes or 0.0
    event = weekend.events[number]

    def with_event(other: WeekendEvent) -> Weekend:
        return replace(weekend, events=(*weekend.events[:number], other, *weekend.events[number + 1 :]))

    tried: dict[tuple[str, int, str], Weekend] = {}
    for points in (2, 4):
        tried["shorter", points, ""] = with_event(_shorter(event, points))
    if weekend.tables is not None:
        tried["tables", _TABLES_MORE, ""] = replace(weekend, tables=weekend.tables + _TABLES_MORE)
    for earlier in (30, 60, 120):
        if event.begins >= earlier:
            tried["earlier", earlier, ""] = with_event(replace(event, begins=event.begins - earlier))
    for other, uid in enumerate(hall.events):
        if other != number:
            tried["without", 0, uid] = _without(hall, other).weekend
    ends = _ends_of(tried, seed=seed, most=FIRST_RUNS)
    ways = []
    for (kind, amount, uid), alone in ends.items():
        place = number - 1 if kind == "without" and hall.events.index(uid) < number else number
        in_time = fmean(run.events[place] <= closes for run in alone)
        ways.append(WayToFit(kind, amount, in_time, uid))
    late = hall_end([run.events[number] for run in runs], closes=closes).almost - closes
    return (*_least(ways), WayToFit("curfew", _CURFEW_STEP * ceil(late / _CURFEW_STEP), _FITS))


def _least(ways: Iterable[WayToFit]) -> list[WayToFit]:
    """Return the ways without those that change more than another one of their kind that fits."""
    least: list[WayToFit] = []
    for way in ways:
        if not any(one.kind == way.kind != "without" and one.in_time >= _FITS for one in least):
            least.append(way)
    return least


def _shorter(event: WeekendEvent, points: int) -> WeekendEvent:
    """Return an event whose stages without a result have shorter matches."""
    stages = tuple(
        stage
        if stage.state is not None and stage.state.results
        else replace(
            stage,
            lengths=tuple(max(1, length - points) for length in stage.lengths),
            fixed_lengths={number: max(1, length - points) for number, length in stage.fixed_lengths.items()},
        )
        for stage in event.setup.stages
    )
    return replace(event, setup=replace(event.setup, stages=stages))


def _ends_of(variants: Mapping[Variant, Weekend], *, seed: str, most: int) -> dict[Variant, list[WeekendRun]]:
    """Return the runs of each variant, as many of each as time allows; none where it does not allow enough."""
    began = time.thread_time()
    ends: dict[Variant, list[WeekendRun]] = {name: [] for name in variants}
    streams = {name: weekends(weekend, seed=seed, is_paired=True) for name, weekend in variants.items()}
    for _number in range(most):
        if time.thread_time() - began > _COMPARED:
            break
        for name, stream in streams.items():
            ends[name].append(next(stream))
    return {name: runs for name, runs in ends.items() if len(runs) >= _FEWEST_COMPARED}


def _difference(values: Sequence[float]) -> tuple[float, float]:
    """Return a mean and its standard error."""
    return fmean(values), stdev(values) / len(values) ** 0.5


def expected_end(event: Event) -> Outlook | None:
    """Return the cached forecast of an event, with the times of the hall's forecast if that is recent; no query."""
    own = forecasts.known(event)
    hall = known(event.tournament)
    if own is None or own.season is not None or hall is None or own.at - hall.at > _OLDEST:
        return own
    for end in hall.events:
        if end.event == event.uid:
            # The stages were forecast without the other events, so their times are left out.
            return replace(
                own,
                half_at=end.half_at,
                almost_surely_at=end.almost_surely_at,
                stages={},
                at=max(own.at, hall.at),
                is_of_hall=True,
            )
    return own
