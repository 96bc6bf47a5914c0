"""The forecast of a tournament from plain data: what its stamps teach, and when each event is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice

from tournaments.formats.base import Intake, Pairing
from tournaments.simulation.gaps import StampedMatch, learnt_gaps
from tournaments.simulation.longest_way import longest_ways
from tournaments.simulation.opening import days_of
from tournaments.simulation.outcomes import setup_of
from tournaments.simulation.pace import PastPace, TimedMatch, learnt_pace
from tournaments.simulation.replay import RecordedMatch, TakenUp, take_up
from tournaments.simulation.weekend import (
    CallTimes,
    HallBelief,
    HallEnd,
    Weekend,
    WeekendEvent,
    WeekendRun,
    hall_end,
    weekends,
)
from tournaments.simulation.weekend_data import EventData, MatchData, WeekendData


def weekend_of(data: WeekendData) -> tuple[Weekend, tuple[int, ...]]:
    """Return the tournament to be simulated, and the numbers of the matches that have no place in it."""
    records = [_taken_up(data, number) for number in range(len(data.events))]
    places = {
        match: (one.pairings[row], one.lengths[row])
        for number, one in enumerate(records)
        for row, match in enumerate(_matches_of(data, number))
    }
    events = tuple(_event(data, event, number, records[number]) for number, event in enumerate(data.events))
    opening = days_of(data.hall_days)
    past = [
        PastPace(one.minutes_per_point / data.events[0].minutes_per_point, one.matches) for one in data.past
    ]
    belief = HallBelief(
        learnt_pace(_timed(data, places), past=past),
        learnt_gaps(
            _stamped(data, places, events),
            tables=data.tables,
            opening=opening,
            past=[(one.gap, one.matches) for one in data.past],
        ),
    )
    left_out = tuple(match for match, (pairing, _length) in sorted(places.items()) if pairing is None)
    weekend = Weekend(
        events, data.tables, opening, belief, limit=data.waiting_limit, presences=_presences(data)
    )
    return weekend, left_out


def _presences(data: WeekendData) -> dict[str, CallTimes]:
    """Return when the absent players can be called."""
    return {
        one.player: CallTimes(
            back=0.0 if one.back is None else data.minutes(one.back),
            leaves=None if one.leaves is None else data.minutes(one.leaves),
        )
        for one in data.absences
    }


def forecast_of(data: WeekendData) -> dict[str, object]:
    """Return the forecast as plain values."""
    weekend, left_out = weekend_of(data)
    runs = list(islice(weekends(weekend, seed=data.seed), data.runs))
    closes = weekend.opening.closes
    pace = weekend.belief.pace
    return {
        **_times(data.now, hall_end([run.end for run in runs], closes=closes)),
        "events": [
            {
                "name": event.name,
                **_times(data.now, hall_end([run.events[number] for run in runs], closes=closes)),
                "minutes_per_point": round(event.minutes_per_point * pace.factor, 2),
                "stages": list(_stages(data.now, runs, number, closes=closes)),
            }
            for number, event in enumerate(data.events)
        ],
        "gap": round(weekend.belief.gaps.mean, 2),
        "timed_matches": pace.matches,
        "implausible": pace.left_out,
        "left_out": list(left_out),
        "runs": data.runs,
    }


def _stages(
    now: datetime, runs: list[WeekendRun], event: int, *, closes: float | None
) -> Iterator[dict[str, object]]:
    for stage in range(len(runs[0].stages[event])):
        yield _times(now, hall_end([run.stages[event][stage] for run in runs], closes=closes))


def _times(now: datetime, end: HallEnd) -> dict[str, object]:
    return {
        "half_at": _moment(now, end.half),
        "almost_surely_at": _moment(now, end.almost),
        "in_time": round(end.in_time, 3),
    }


def _moment(now: datetime, minutes: float) -> str:
    return (now + timedelta(minutes=minutes)).isoformat(timespec="seconds")


def _matches_of(data: WeekendData, event: int) -> list[int]:
    """Return the numbers of the matches of an event, in the order in which they were decided, began or were called."""
    numbers = [number for number, match in enumerate(data.matches) if match.event == event]
    return sorted(
        numbers,
        key=lambda number: (
            "final" not in data.matches[number].stamps,
            max(data.matches[number].stamps.values()),
        ),
    )


def _taken_up(data: WeekendData, number: int) -> TakenUp:
    event = data.events[number]
    setup = setup_of(event.plan, entrants=len(event.players), minutes_per_point=event.minutes_per_point)
    setup = replace(setup, start=data.now)
    entrants = [_uid(number, name) for name in event.players]
    rows = [_recorded(data, match) for match in (data.matches[row] for row in _matches_of(data, number))]
    return take_up(setup, entrants, rows)


def _uid(event: int, name: str) -> str:
    return f"{event}:{name}" if name else ""


def _recorded(data: WeekendData, match: MatchData) -> RecordedMatch:
    stamps = match.stamps
    return RecordedMatch(
        stage=match.stage,
        round=match.round,
        slot=match.slot,
        one=_uid(match.event, match.one),
        two=_uid(match.event, match.two),
        winner=_uid(match.event, match.winner),
        is_over="final" in stamps,
        played=-data.minutes(stamps["started"]) if "started" in stamps else None,
        called=-data.minutes(stamps["called"]) if "called" in stamps else None,
    )


def _event(data: WeekendData, event: EventData, number: int, record: TakenUp) -> WeekendEvent:
    """Return an event to be simulated; one that has a match has begun."""
    has_begun = event.starts is None or any(match.event == number for match in data.matches)
    return WeekendEvent(
        record.setup,
        begins=0.0 if has_begun or event.starts is None else max(0.0, data.minutes(event.starts)),
        people={_uid(number, name): (name,) for name in event.players} if event.has_names else {},
        ways=longest_ways(event.plan, entrants=len(event.players)),
        reserved=event.tables,
    )


Places = dict[int, tuple[Pairing | None, int]]


def _timed(data: WeekendData, places: Places) -> Iterator[TimedMatch]:
    """Yield the matches whose start is known."""
    for number, match in enumerate(data.matches):
        if match.begins is None or ("started" not in match.stamps and "final" not in match.stamps):
            continue
        length = match.length or places[number][1]
        until = match.stamps.get("final", data.now)
        yield TimedMatch(
            minute=data.minutes(until),
            minutes=(until - match.begins).total_seconds() / 60,
            mean=data.events[match.event].minutes_per_point * length,
            length=length,
            is_under_way="final" not in match.stamps,
        )


def _stamped(data: WeekendData, places: Places, events: tuple[WeekendEvent, ...]) -> Iterator[StampedMatch]:
    """Yield the matches that began, with since when they could be paired."""
    has_starts = any("started" in match.stamps for match in data.matches)
    for number, match in enumerate(data.matches):
        begins = match.stamps.get("started") if has_starts else match.begins
        if begins is None:
            continue
        final, ready = match.stamps.get("final"), match.stamps.get("ready")
        if ready is None:
            ready = _ready(data, match, places, events, number)
        yield StampedMatch(
            people=_people(match, places[number][0], events),
            begins=data.minutes(begins),
            ends=None if final is None else data.minutes(final),
            ready=None if ready is None else data.minutes(ready),
            table=match.table,
        )


def _people(match: MatchData, pairing: Pairing | None, events: tuple[WeekendEvent, ...]) -> tuple[str, ...]:
    """Return the persons of a match: those that it names, or those of its pairing."""
    named = [_uid(match.event, name) for name in (match.one, match.two) if name]
    uids = named or ([] if pairing is None else pairing.entrants)
    known = events[match.event].people
    return tuple(person for uid in uids for person in known.get(uid, (uid,)))


def _ready(
    data: WeekendData, match: MatchData, places: Places, events: tuple[WeekendEvent, ...], number: int
) -> datetime | None:
    """Return when a match could be paired, as far as rounds and earlier stages say; None if they say nothing."""
    stage = events[match.event].setup.stages[match.stage]
    is_drawn_late = bool(stage.feeds) and stage.format.intake is Intake.DRAW
    fed_by = {feed.stage for feed in stage.feeds} if is_drawn_late else set()
    by_rounds = {match.stage} if stage.format.pairs_by_rounds(stage.options) else set()
    begins = match.begins
    before = [
        other.stamps["final"]
        for row, other in enumerate(data.matches)
        if other.event == match.event
        and (
            other.stage in fed_by
            or (other.stage in by_rounds and _round(data, places, row) < _round(data, places, number))
        )
        and "final" in other.stamps
        and (begins is None or other.stamps["final"] <= begins)
    ]
    return max(before, default=None)


def _round(data: WeekendData, places: Places, number: int) -> int:
    """Return the round of a match, 0 if unknown."""
    pairing = places[number][0]
    return data.matches[number].round or (0 if pairing is None else pairing.round)
